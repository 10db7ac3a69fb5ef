import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { build } from 'esbuild';
import { keyOf, type Mutant, rangeOf } from './mutant.ts';
import { NOT_DRAWN, PLUGIN, type Sample } from './plugin.ts';
import { ROOT, SCRATCH, testFiles } from './sources.ts';

/** `load`: the mutant changes module-level code and would need its own process. */
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
    // Stryker doesn't support this compiler's API, so it must not find a configuration.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    logLevel: 'warn' as NonNullable<PartialStrykerOptions['logLevel']>,
    warnings: false,
    // All unit tests run in one process with per-test coverage.
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
      if (outcome === undefined) throw new Error(`No result for ${keyOf(mutant)}.`);
      return [mutant, outcome];
    }),
  );
}

/** Stryker's processes can't load TypeScript. */
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
