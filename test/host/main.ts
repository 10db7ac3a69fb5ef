// The `scenario` command: runs the steps in a file or standard input.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readBundle } from './bundle.ts';
import { freshBundle } from './fresh-bundle.ts';
import { parseScenario, runScenario } from './steps/scenario.ts';
import { World } from './steps/world.ts';

const unusable = 2;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { bundle: { type: 'string' } },
  });
  const [file] = positionals;
  if (file === undefined) throw new Error('Usage: npm run --silent scenario -- FILE (or - for standard input)');
  const scenario = parseScenario(readFileSync(file === '-' ? 0 : file, 'utf8'));
  const world = new World(readBundle(values.bundle ?? freshBundle()));
  await runScenario(scenario, world, (line) => process.stdout.write(`${line}\n`));
  await world.close();
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = unusable;
}
