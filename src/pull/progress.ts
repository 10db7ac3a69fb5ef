/** What becomes of a run: after a slice, when something holds it, and at its end. */
import type { Slice } from '../protocol/client.ts';
import { stepsLeft } from '../protocol/cursor.ts';
import type { MarketError } from '../protocol/market-error.ts';
import type { IdentifierMatches } from '../tables/catalog/identifier-matches.ts';
import type { TabledOperation } from '../tables/table.ts';
import { hintsFor, missingFrom } from './not-found.ts';
import { tallied } from './notes.ts';
import { reportError } from './report.ts';
import type { Run } from './run.ts';

/** A run is stored and shown whole; beyond these, errors only repeat themselves. */
const MOST_ERRORS = 50;

/** Units are questions of their own: a slice of refused ones does not mean that all are. */
const MOST_BARREN = 3;

/** The run once a slice came, before its rows are written; `units` is how many questions it has. */
export function afterSlice(
  run: Run,
  operation: TabledOperation,
  slice: Slice,
  ties: IdentifierMatches | undefined,
  units: number,
): Run {
  const missing = missingFrom(operation, slice.complete, ties);
  return {
    ...run,
    cursor: slice.cursor,
    calls: run.calls + slice.calls,
    pages: run.pages + slice.pages.length,
    records: run.records + slice.records.length,
    callsLeft: stepsLeft(slice.cursor, units),
    barren: slice.pages.length === 0 ? run.barren + 1 : 0,
    notFound: [...run.notFound, ...missing.notFound],
    without: [...run.without, ...missing.without],
    unnamed: run.unnamed + missing.unnamed,
    refused: [...run.refused, ...slice.refused],
    suspects: [...run.suspects, ...slice.suspects],
    notes: noted(run.notes, hintsFor(operation, run.params, [...missing.notFound, ...slice.refused])),
    tally: tallied(run, operation, slice),
    errors: [...run.errors, ...slice.errors.map(reportError)].slice(0, MOST_ERRORS),
  };
}

export function noted(notes: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...notes, ...more])];
}

/** Nothing but errors in one slice after another, or a fault of the service: the next slice would fare no better. */
export function isHopeless({ barren }: Run, { pages, errors }: Slice): boolean {
  const isDown = pages.length === 0 && errors.length > 0 && errors.every(({ details }) => details.passing);
  return barren >= MOST_BARREN || isDown;
}

/** A refused call can be made later; everything else ends the run. */
export function stopped(run: Run, error: MarketError): Run {
  const resumeAt = error.details.retryAt ?? null;
  return { ...run, state: resumeAt === null ? 'failed' : 'waiting', stoppedBy: reportError(error), resumeAt };
}

/** Everything was asked: nothing but errors is a failure all the same. */
export function ended(run: Run): Run {
  if (run.errors.length === 0) return { ...run, state: 'done' };
  return { ...run, state: run.tables.length > 0 ? 'partial' : 'failed' };
}

/** A failure that left rows behind is a part. */
export function asItLeft(run: Run): Run {
  const hasRows = run.tables.some(({ added, changed, unchanged }) => added + changed + unchanged > 0);
  return run.state === 'failed' && hasRows ? { ...run, state: 'partial' } : run;
}
