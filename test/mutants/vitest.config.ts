/** Runs only the tests of pure folders, in one worker. */
import { defineConfig } from 'vitest/config';
import { testFiles } from './sources.ts';

// biome-ignore lint/style/noDefaultExport: required by Vitest
export default defineConfig({
  test: {
    include: [...testFiles()],
    isolate: false,
    // Stryker kills slow mutants itself, but the initial coverage run needs a long timeout.
    testTimeout: 600_000,
    reporters: ['dot'],
  },
});
