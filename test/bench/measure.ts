export interface Options {
  readonly quick: boolean;
}

export interface Result {
  readonly bench: string;
  readonly workload: string;
  readonly ours: number;
  readonly peer: number | null;
  readonly peerName: string | null;
  readonly ratio: number | null;
  readonly unit: string;
  /** Goal: `ours` must not exceed this. */
  readonly limit: number | null;
  /** Counted results are deterministic; timed ones depend on the machine. */
  readonly kind: 'counted' | 'timed';
}

export interface Measure {
  readonly name: string;
  /** One sentence. */
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
