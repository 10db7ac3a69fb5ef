/** Stryker plugin that tests only the sampled mutants and verifies that every test file ran. */
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant, MutantResult, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import type { DryRunCompletedEvent, Reporter } from '@stryker-mutator/api/report';
import { keyOf } from './mutant.ts';

/** Additional Stryker options. */
export interface Sample {
  readonly root: string;
  readonly drawn: readonly string[];
  /** Paths of test files that must run, relative to the root. */
  readonly tests: readonly string[];
}

export const PLUGIN = 'sample';
export const NOT_DRAWN = 'not drawn';
const REFUSED = 2;

const sampleIn = (options: StrykerOptions) => options[PLUGIN] as Sample;

/** Reports mutants outside the sample as compile errors, which skips them. A range may contain several mutants. */
class Drawn implements Checker {
  static readonly inject = tokens(commonTokens.options);
  readonly #keys: ReadonlySet<string>;
  readonly #root: string;

  constructor(options: StrykerOptions) {
    const { drawn, root } = sampleIn(options);
    this.#keys = new Set(drawn);
    this.#root = root;
  }

  async init(): Promise<void> {}

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        this.#isDrawn(mutant)
          ? { status: CheckStatus.Passed }
          : { status: CheckStatus.CompileError, reason: NOT_DRAWN },
      ]),
    );
  }

  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }

  #isDrawn({ fileName, location, mutatorName, replacement }: Mutant): boolean {
    const file = fileName.slice(this.#root.length);
    return this.#keys.has(keyOf({ file, ...location, mutator: mutatorName, replacement }));
  }
}

class Progress implements Reporter {
  static readonly inject = tokens(commonTokens.options);
  readonly #sample: Sample;

  constructor(options: StrykerOptions) {
    this.#sample = sampleIn(options);
  }

  /** Fails if a test file didn't load, because its mutants would appear to survive. */
  onDryRunCompleted({ result: { tests } }: DryRunCompletedEvent): void {
    const ran = new Set(tests.map(({ fileName }) => fileName));
    const missing = this.#sample.tests.filter((file) => !ran.has(`${this.#sample.root}${file}`));
    if (missing.length === 0) return;
    process.stderr.write(`No result: these test files did not run: ${missing.join(', ')}.\n`);
    process.exit(REFUSED);
  }

  onMutantTested({ status, statusReason }: MutantResult): void {
    if (statusReason !== NOT_DRAWN) process.stderr.write(status === 'Survived' || status === 'NoCoverage' ? 's' : '.');
  }

  wrapUp(): void {
    process.stderr.write('\n');
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Checker, PLUGIN, Drawn),
  declareClassPlugin(PluginKind.Reporter, PLUGIN, Progress),
];
