/** Writes the rows of a slice into their sheets, and counts them. */
import type { Slice } from '../protocol/client.ts';
import { SECOND } from '../protocol/time.ts';
import { factsOf } from '../tables/catalog/items.ts';
import type { TableCounts } from '../tables/plan.ts';
import { commit } from './commit.ts';
import { AMBIGUOUS_NOTE, UNKNOWN_NOTE } from './notes.ts';
import { noted } from './progress.ts';
import { addCounts, NO_ROWS } from './report.ts';
import type { Run } from './run.ts';
import type { RunContext } from './run-context.ts';

/** The run with what was written. Throws MarketError where a sheet cannot be: nothing is written then. */
export function writeSlice(
  { ports, operation, allowed, version, came, told }: RunContext,
  run: Run,
  slice: Slice,
): Run {
  const facts = factsOf(operation, slice);
  // An answer without records still makes the tables, so that a person sees that there is nothing.
  const hasRows = slice.records.length > 0 || (slice.pages.length > 0 && run.tables.length === 0);
  if (!hasRows && facts.length === 0) return run;
  // Sheets show no less than seconds.
  const asOf = Math.floor(ports.clock.now() / SECOND) * SECOND;
  const unknownFields = slice.unknownFields.filter((unknown) => isNew(told, JSON.stringify(unknown)));
  const written = ports.exclusively(() =>
    commit(ports.book, {
      run: run.id,
      job: run.purpose?.job,
      operation,
      records: slice.records,
      hasRows,
      facts,
      unknownFields,
      allowed,
      asOf,
      version,
      isPreview: run.isPreview,
      isNews: ({ subject, state }) => isNew(told, JSON.stringify([subject, state])),
    }),
  );
  for (const [table, keys] of written.came) {
    const known = came.get(table) ?? new Set();
    came.set(table, known);
    for (const key of keys) known.add(key);
  }
  const notes = [
    ...(unknownFields.length > 0 && !run.isPreview ? [UNKNOWN_NOTE] : []),
    ...(written.hasAmbiguousDates ? [AMBIGUOUS_NOTE] : []),
    ...written.notes,
  ];
  return {
    ...run,
    ...counted(run, written.counts),
    grown: run.grown + written.grows,
    isKept: run.isKept || written.isKept,
    notes: noted(run.notes, notes),
  };
}

function isNew(known: Set<string>, key: string): boolean {
  const before = known.size;
  return known.add(key).size > before;
}

function counted(run: Run, counts: readonly TableCounts[]): Pick<Run, 'tables' | 'cells'> {
  if (counts.length === 0) return { tables: run.tables, cells: run.cells };
  const tables = counts.map(({ table, added, changed, unchanged, gone }) => {
    const before = run.tables.find((known) => known.table === table) ?? NO_ROWS;
    return { table, ...addCounts(before, { added, changed, unchanged, gone }) };
  });
  return { tables, cells: counts.reduce((cells, each) => cells + each.cells, run.cells) };
}
