/** How the tests run. The product is built before, by `npm test`. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ClosingLine } from './closing-line.ts';
import { ProgressLine } from './progress-line.ts';
import { SlowestFirst } from './slowest-first.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads it so
export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    // What needs minutes, or a program of its own, runs with `npm run test:long` alone.
    exclude: mode === 'long' ? [] : ['**/*.long.test.ts'],
    setupFiles: ['test/support/google-language.ts'],
    pool: 'forks',
    // One more than there are cores: with the browsers, which are processes of their own, that keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    // Every execution of the host compiles its hot functions anew, as every file does, and most end before that pays:
    // V8 does it seven times later than usual. Node 22 and newer refuse to start with this option.
    execArgv: process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [],
    // A file leaves nothing behind in its modules: each worker reads them once, not once a file.
    isolate: false,
    // The mode "long" tries everything, where the usual one tries a part.
    testTimeout: mode === 'long' ? 3_600_000 : 60_000,
    hookTimeout: 60_000,
    // What a page shows comes when the machine has time for it.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', ...(mode === 'long' ? [new ProgressLine()] : []), new ClosingLine()],
  },
}));
