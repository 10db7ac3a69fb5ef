/** How the tests run. The product is built before, by `npm test`. */
import { defineConfig } from 'vitest/config';
import { ClosingLine } from './closing-line.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads it so
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', new ClosingLine()],
  },
});
