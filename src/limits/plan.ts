/** What a pull will cost, told before it starts. */

export interface Cost {
  readonly calls: { readonly byOperation: Readonly<Record<string, number>> };
  /** Script executions. */
  readonly executions: number;
  /** Minutes of script time. */
  readonly minutes: number;
  /** Cells written. */
  readonly cells: number;
  /** ISO instant. */
  readonly finishAt: string;
  /** The limit that decides when it is done; nothing when none does. */
  readonly binding: string | null;
}

/** What the last complete run of an operation took; the best guess at the next one. */
export interface LastSize {
  readonly units: number;
  readonly calls: number;
  readonly cells: number;
}

/** Seconds that a round of parallel calls and its writing take: the median answer and one slow one. */
const ROUND_SECONDS = 2;
/** Minutes after which an execution stops by itself, well before Google ends it at six. */
export const SOFT_STOP_MINUTES = 4.5;
const MINUTE = 60_000;

export interface Workload {
  readonly operation: string;
  /** Calls at least: one a unit. */
  readonly units: number;
  readonly callsAtOnce: number;
  /** Calls an hour. */
  readonly cap: number;
  readonly last?: LastSize;
}

/** `now` in epoch milliseconds. */
export function planCost({ operation, units, callsAtOnce, cap, last }: Workload, now: number): Cost {
  const calls = last ? Math.max(units, Math.round((units * last.calls) / last.units)) : units;
  const cells = last ? Math.round((calls * last.cells) / last.calls) : 0;
  const working = (Math.ceil(calls / callsAtOnce) * ROUND_SECONDS) / 60;
  const hours = Math.floor((calls - 1) / cap);
  return {
    calls: { byOperation: { [operation]: calls } },
    executions: Math.max(1, Math.ceil(working / SOFT_STOP_MINUTES), hours + 1),
    minutes: Math.round(working * 100) / 100,
    cells,
    finishAt: new Date(now + Math.max(working, hours * 60) * MINUTE).toISOString(),
    binding: hours > 0 ? `${operation} cap` : working > SOFT_STOP_MINUTES ? 'execution time' : null,
  };
}
