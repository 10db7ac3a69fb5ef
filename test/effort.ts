/** How much the tests cover: a sample with `npm test`, everything with `npm run test:long`. */

export const isLong = (import.meta as ImportMeta & { readonly env: { readonly MODE: string } }).env.MODE === 'long';

export function runs(bounded: number, all: number): number {
  return isLong ? all : bounded;
}
