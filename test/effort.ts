/** How much a test tries: a bounded part with `npm test`, everything with `npm run test:long`. */

/** Whether everything is to be tried, however long it takes. */
export const isLong = (import.meta as ImportMeta & { readonly env: { readonly MODE: string } }).env.MODE === 'long';

export function runs(bounded: number, all: number): number {
  return isLong ? all : bounded;
}
