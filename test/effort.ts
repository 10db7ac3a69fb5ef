/** How much the tests cover: each behavior once with `npm test`, all of its forms with `npm run test:long`. */
import { type TestAPI, test } from 'vitest';

export const isLong = (import.meta as ImportMeta & { readonly env: { readonly MODE: string } }).env.MODE === 'long';

export function runs(bounded: number, all: number): number {
  return isLong ? all : bounded;
}

/** A test of a behavior that a faster test proves too, in another place or form, or that users don't notice. */
export const longTest = test.runIf(isLong) as TestAPI;
