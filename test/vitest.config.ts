/** `npm test` builds the product first. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from './closing-line.ts';
import { ProgressLine } from './progress-line.ts';
import { SlowestFirst } from './slowest-first.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads it so
export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests of days and months, of the compiler, and of other programs run only with `npm run test:long`.
    exclude: mode === 'long' ? [] : ['**/*.long.test.ts'],
    setupFiles: ['test/support/google-language.ts'],
    pool: 'forks',
    // More workers compete for memory and processor caches: on two cores, three take a fifth longer than two.
    maxWorkers: availableParallelism(),
    // Most functions run too rarely for optimization to pay off: with this budget, V8 waits longer before it optimizes.
    // Node 22 and newer reject the option. Threads for garbage collection would compete with the other workers.
    execArgv: [
      ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=4000000'] : []),
      '--single-threaded-gc',
    ],
    // Test files leave no state in modules, so each worker can load modules once instead of once per file.
    isolate: false,
    // Tests of months take an hour on a busy machine.
    testTimeout: mode === 'long' ? 6 * 3_600_000 : 180_000,
    hookTimeout: 180_000,
    // A page may need longer on a busy machine.
    expect: { poll: { timeout: 90_000 } },
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', ...(mode === 'long' ? [new ProgressLine()] : []), new ClosingLine()],
  },
}));
