/** The `test:mutants` command: samples mutants of the pure folders and lists those that no test detects. */
import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { caughtInBundle } from './built.ts';
import { refusedOf } from './compile.ts';
import { draw } from './draw.ts';
import { mutantsOf } from './enumerate.ts';
import { explanationOf } from './explained.ts';
import { type Mutant, textOf } from './mutant.ts';
import { LEAST_SHARE, reportOf, type Verdict } from './report.ts';
import { ROOT, SCRATCH, sourceFiles } from './sources.ts';
import { type Outcome, outcomesOf } from './try.ts';

const [tooFew, unusable] = [1, 2];

const USAGE = 'Usage: npm run test:mutants -- --seed N [--count 300] [--folders app,pull]';

function wholeNumber(name: string, text: string | undefined): number {
  if (text === undefined || !/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number. ${USAGE}`);
  return Number(text);
}

const isLiving = (outcome: Outcome) => outcome === 'survived' || outcome === 'no test';

/** Undefined if only the end-to-end tests can tell. */
function verdictOf(mutant: Mutant, outcome: Outcome, refused: ReadonlySet<Mutant>): Verdict | undefined {
  if (!isLiving(outcome)) return { is: outcome };
  if (refused.has(mutant)) return { is: 'refused' };
  const reason = explanationOf(mutant);
  return reason === undefined ? undefined : { is: 'explained', reason };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      count: { type: 'string', default: '300' },
      folders: { type: 'string' },
    },
  });
  const [seed, count] = [wholeNumber('seed', values.seed), wholeNumber('count', values.count)];
  const files = sourceFiles(values.folders?.split(','));
  process.chdir(ROOT);
  rmSync(SCRATCH, { recursive: true, force: true });
  mkdirSync(SCRATCH, { recursive: true });
  const all: Mutant[] = [];
  for (const file of files) all.push(...(await mutantsOf(file)));
  const drawn = draw(all, count, seed, textOf);
  process.stderr.write(`Testing ${drawn.length} of ${all.length} mutants with seed ${seed}.\n`);
  const outcomes = await outcomesOf(drawn);
  const refused = await refusedOf(drawn.filter((mutant) => isLiving(outcomes.get(mutant)!)));
  const early = new Map(drawn.map((mutant) => [mutant, verdictOf(mutant, outcomes.get(mutant)!, refused)]));
  const open = drawn.filter((mutant) => early.get(mutant) === undefined);
  process.stderr.write(`Testing ${open.length} mutants in the built add-on.\n`);
  const caught = await caughtInBundle(open);
  const verdicts = new Map(
    drawn.map((mutant): [Mutant, Verdict] => [
      mutant,
      early.get(mutant) ?? { is: caught.has(mutant) ? 'caught end to end' : outcomes.get(mutant)! },
    ]),
  );
  const { text, isEnough } = reportOf(verdicts);
  process.stdout.write(text);
  if (isEnough) return;
  process.stderr.write(`At least ${LEAST_SHARE * 100}% must be caught.\n`);
  process.exitCode = tooFew;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = unusable;
}
