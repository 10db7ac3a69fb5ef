/** Runs 30 times as many examples with `vitest --mode long`. */
export const runs = (usual: number): number =>
  (import.meta as { env?: { MODE?: string } }).env?.MODE === 'long' ? usual * 30 : usual;
