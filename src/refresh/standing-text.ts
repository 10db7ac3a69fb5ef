/** How tables stand, as formulas may read it: they see neither jobs nor the sheets of these. */
import type { TableStanding } from './standing.ts';

type Known = Readonly<Record<string, Omit<TableStanding, 'table' | 'error'>>>;

/** Those of jobs as they stand; what is known of other tables stays. */
export function withStandings(text: string | null, tables: readonly TableStanding[]): string {
  const known = tables.map(({ table, error: _, ...standing }) => [table, standing] as const);
  return JSON.stringify({ ...read(text), ...Object.fromEntries(known) });
}

/** Tables that a pull of a person has brought up to date; `now` in epoch milliseconds. */
export function withPull(text: string | null, tables: readonly string[], now: number): string {
  const before = read(text);
  const pulled = tables.map((table) => [table, { ...before[table], state: 'fresh', doneAt: now }] as const);
  return JSON.stringify({ ...before, ...Object.fromEntries(pulled) });
}

const DAY = 86_400_000;

/** A table that nobody refreshes is due after a day. What should have run by now, and has not for as long again, is late. */
export function standingOf(
  text: string | null,
  table: string,
  now: number,
): { readonly at?: number; readonly state: string } {
  const known = read(text)[table];
  if (!known) return { state: 'due' };
  const { state, doneAt, nextAt } = known;
  if (doneAt === undefined) return { state };
  if (nextAt === undefined)
    return { at: doneAt, state: now > doneAt + DAY && state === 'fresh' ? 'due' : state };
  return { at: doneAt, state: state !== 'failing' && now > nextAt + (nextAt - doneAt) ? 'late' : state };
}

function read(text: string | null): Known {
  return text === null ? {} : (JSON.parse(text) as Known);
}
