/** How the tests run while a mutant is tried: those of the pure folders alone, in one worker. */
import { defineConfig } from 'vitest/config';
import { testFiles } from './sources.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads it so
export default defineConfig({
  test: {
    include: [...testFiles()],
    isolate: false,
    testTimeout: 60_000,
    reporters: ['dot'],
  },
});
