import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readBundle } from './bundle.ts';
import { freshBundle } from './fresh-bundle.ts';
import { parseScenario, runScenario } from './steps/scenario.ts';
import { World } from './steps/world.ts';

/** Runs the steps in a file or standard input. */
export async function scenarioCommand(args: string[], print: (line: string) => void): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { bundle: { type: 'string' } },
  });
  const [file] = positionals;
  if (file === undefined) throw new Error('Usage: npm run --silent scenario -- FILE (or - for standard input)');
  const scenario = parseScenario(readFileSync(file === '-' ? 0 : file, 'utf8'));
  const world = new World(readBundle(values.bundle ?? freshBundle()));
  await runScenario(scenario, world, print);
  await world.close();
}
