/** The vocabulary of a measure: what it is called, what it gives. */

export interface Options {
  /** Fewer and smaller, for a quick look. */
  readonly quick: boolean;
}

export interface Result {
  readonly bench: string;
  readonly workload: string;
  readonly ours: number;
  /** The same by something else, where there is anything to compare with. */
  readonly peer: number | null;
  readonly peerName: string | null;
  /** Ours to the peer's. */
  readonly ratio: number | null;
  readonly unit: string;
  /** The goal: the most that `ours` may be, in the same unit. */
  readonly limit: number | null;
  /** Counted ones are the same each time; timed ones depend on the machine. */
  readonly kind: 'counted' | 'timed';
}

export interface Measure {
  readonly name: string;
  /** What it measures, in one sentence. */
  readonly about: string;
  run(options: Options): Promise<readonly Result[]>;
}

/** A result with its ratio, and numbers as exact as they deserve. */
export function result(
  given: Omit<Result, 'ratio' | 'peer' | 'peerName'> & { readonly peer?: number; readonly peerName?: string },
): Result {
  const { bench, workload, ours, peer, peerName, unit, limit, kind } = given;
  return {
    bench,
    workload,
    ours: rounded(ours),
    peer: peer === undefined ? null : rounded(peer),
    peerName: peerName ?? null,
    ratio: peer === undefined || peer === 0 ? null : rounded(ours / peer),
    unit,
    limit: limit === null ? null : rounded(limit),
    kind,
  };
}

function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(3));
}
