/** Runs the unit tests against mutants. */
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { build } from 'esbuild';
import { keyOf, type Mutant, rangeOf } from './mutant.ts';
import { NOT_DRAWN, PLUGIN, type Sample } from './plugin.ts';
import { ROOT, SCRATCH, testFiles } from './sources.ts';

/** `load` means that the mutant's code runs while modules load and would need separate processes. */
export type Outcome = 'caught' | 'survived' | 'no test' | 'load';

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  Survived: 'survived',
  NoCoverage: 'no test',
  Ignored: 'load',
};

export async function outcomesOf(mutants: readonly Mutant[]): Promise<ReadonlyMap<Mutant, Outcome>> {
  const sample: Sample = { root: ROOT, drawn: mutants.map(keyOf), tests: testFiles() };
  const options: PartialStrykerOptions & { readonly [PLUGIN]: Sample } = {
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', await pluginFile()],
    checkers: [PLUGIN],
    reporters: [PLUGIN],
    [PLUGIN]: sample,
    mutate: [...new Set(mutants.map(rangeOf))],
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    ignorePatterns: ['.cache'],
    tempDirName: `${SCRATCH}/sandbox`,
    // Stryker supports no API of this compiler, so it must find no configuration.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    logLevel: 'warn' as NonNullable<PartialStrykerOptions['logLevel']>,
    warnings: false,
    // All unit tests run in one process with coverage per test.
    testRunnerNodeArgs: ['--max-old-space-size=8192'],
    dryRunTimeoutMinutes: 30,
    timeoutMS: 8000,
    timeoutFactor: 2.5,
  };
  const results = await new Stryker(options as PartialStrykerOptions).runMutationTest();
  const outcomes = new Map(
    results
      .filter(({ statusReason }) => statusReason !== NOT_DRAWN)
      .map(({ fileName, location: { start, end }, mutatorName, replacement, status }) => [
        keyOf({
          file: fileName.slice(ROOT.length),
          start: { line: start.line - 1, column: start.column - 1 },
          end: { line: end.line - 1, column: end.column - 1 },
          mutator: mutatorName,
          replacement,
        }),
        OUTCOMES[status] ?? 'caught',
      ]),
  );
  return new Map(
    mutants.map((mutant) => {
      const outcome = outcomes.get(keyOf(mutant));
      if (outcome === undefined) throw new Error(`What became of ${keyOf(mutant)} is not known.`);
      return [mutant, outcome];
    }),
  );
}

/** Stryker's processes cannot load TypeScript. */
async function pluginFile(): Promise<string> {
  const outfile = `${SCRATCH}/plugin.mjs`;
  await build({
    entryPoints: [`${ROOT}test/mutants/plugin.ts`],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
  });
  return outfile;
}
