/** How the tests run while a mutant is tried: those of the pure folders alone, in one worker. */
import { defineConfig } from 'vitest/config';
import { testFiles } from './sources.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads it so
export default defineConfig({
  test: {
    include: [...testFiles()],
    isolate: false,
    // The tester ends a mutant that takes too long; the first run, which counts what each test runs, has to end by itself.
    testTimeout: 600_000,
    reporters: ['dot'],
  },
});
