/** The number of examples for a property: 30 times as many with `vitest --mode long`. */
export const runs = (usual: number): number =>
  (import.meta as { env?: { MODE?: string } }).env?.MODE === 'long' ? usual * 30 : usual;
