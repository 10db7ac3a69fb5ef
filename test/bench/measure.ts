export interface Options {
  /** Runs fewer and smaller workloads. */
  readonly quick: boolean;
}

export interface Result {
  readonly bench: string;
  readonly workload: string;
  readonly ours: number;
  /** Result of the peer, if the measure has one. */
  readonly peer: number | null;
  readonly peerName: string | null;
  /** `ours` divided by `peer`. */
  readonly ratio: number | null;
  readonly unit: string;
  /** Goal: maximum value of `ours`, in the same unit. */
  readonly limit: number | null;
  /** Counted results are deterministic; timed ones depend on the machine. */
  readonly kind: 'counted' | 'timed';
}

export interface Measure {
  readonly name: string;
  /** One-sentence description. */
  readonly about: string;
  run(options: Options): Promise<readonly Result[]>;
}

/** Adds the ratio and rounds to three significant digits. */
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
