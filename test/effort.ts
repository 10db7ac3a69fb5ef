/** How much a test tries: a sample with `npm test`, everything with `npm run test:long`. */

/** Whether to try everything, however long it takes. */
export const isLong = (import.meta as ImportMeta & { readonly env: { readonly MODE: string } }).env.MODE === 'long';

export function runs(bounded: number, all: number): number {
  return isLong ? all : bounded;
}
