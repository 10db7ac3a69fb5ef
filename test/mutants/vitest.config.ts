/** Vitest configuration for mutants: only tests of pure folders, in one worker. */
import { defineConfig } from 'vitest/config';
import { testFiles } from './sources.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads it so
export default defineConfig({
  test: {
    include: [...testFiles()],
    isolate: false,
    // Stryker kills slow mutants itself; the first run, which measures coverage, needs a long timeout.
    testTimeout: 600_000,
    reporters: ['dot'],
  },
});
