/** How many examples a property is tried with: some in every run, more with `vitest --mode long`. */
export const runs = (usual: number): number =>
  (import.meta as { env?: { MODE?: string } }).env?.MODE === 'long' ? usual * 30 : usual;
