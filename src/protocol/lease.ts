/** A lease gives one execution something to itself until an instant. A killed execution cannot return it, so it expires. */
export interface Lease {
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

export function isLeased(lease: Lease | null | undefined, now: number): lease is Lease {
  return lease !== null && lease !== undefined && lease.until > now;
}

/** A lease that has expired stays with its last holder until somebody else takes it. */
export function isHeldBy(lease: Lease | null | undefined, holder: string): boolean {
  return lease?.holder === holder;
}
