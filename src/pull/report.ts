/** What a pull reports, to the sidebar and to the log. */
import type { Cost } from '../limits/planner.ts';
import type { MarketError } from '../protocol/market-error.ts';
import type { Counts } from '../tables/diff.ts';

/** `running`: more to do at once; `waiting`: more to do from `resumeAt` on; `partial`: finished with errors. */
export type RunState = 'planned' | 'running' | 'done' | 'partial' | 'waiting' | 'cancelled' | 'failed';

export interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly serviceCode: string | null;
  readonly httpStatus: number | null;
}

export interface Report {
  readonly id: string;
  readonly operation: string;
  readonly state: RunState;
  readonly planned: Cost;
  /** The plan as it looks now, where things turned out otherwise than planned. */
  readonly replanned: Cost | null;
  readonly actual: Cost;
  /** Calls still to be made, as far as is known by now. */
  readonly callsLeft: number;
  readonly rows: Counts;
  readonly tables: readonly (Counts & { readonly table: string })[];
  /** Identifiers that were asked for and that the marketplace does not know. */
  readonly notFound: readonly string[];
  /** Params that were given and had no effect. */
  readonly ignored: readonly string[];
  /** Sentences for the person: what the answers showed that no row says. */
  readonly notes: readonly string[];
  /** ISO instant, or nothing. */
  readonly resumeAt: string | null;
  readonly errors: readonly ReportedError[];
  /** Whether the run changed something that can be taken back. */
  readonly canUndo: boolean;
  /** Cells of the workbook with what is planned, and their share of what Google allows; told of plans. */
  readonly workbook: { readonly cells: number; readonly share: number } | null;
}

export function reportError({ code, message, details }: MarketError): ReportedError {
  return {
    code,
    message,
    serviceCode: details.serviceCode ?? null,
    httpStatus: details.httpStatus ?? null,
  };
}

export const NO_ROWS: Counts = { added: 0, changed: 0, unchanged: 0, gone: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    added: one.added + other.added,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    gone: one.gone + other.gone,
  };
}
