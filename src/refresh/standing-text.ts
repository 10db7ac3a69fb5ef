/** How tables stand, as formulas may read it: they see neither jobs nor the sheets of these. */
import { DAY } from '../protocol/time.ts';
import type { TableStanding } from './standing.ts';

type Standing = Omit<TableStanding, 'table' | 'error'>;

/** Those that jobs fill. */
export function standingsText(tables: readonly TableStanding[]): string {
  return JSON.stringify(
    Object.fromEntries(tables.map(({ table, error: _, ...standing }) => [table, standing])),
  );
}

/** When pulls of people brought tables up to date last, with those that one did just now (epoch milliseconds). */
export function pulledText(before: string | null, tables: readonly string[], now: number): string {
  return JSON.stringify({ ...read(before), ...Object.fromEntries(tables.map((table) => [table, now])) });
}

/** A table that nobody refreshes is due after a day. What should have run by now, and has not for as long again, is late. */
export function standingOf(
  standings: string | null,
  pulled: string | null,
  table: string,
  now: number,
): { readonly at?: number; readonly state: string } {
  const known = read<Standing>(standings)[table];
  const pulledAt = read<number>(pulled)[table];
  const at = Math.max(known?.doneAt ?? 0, pulledAt ?? 0);
  const isNewer = pulledAt !== undefined && pulledAt === at;
  if (at === 0) return { state: known?.state ?? 'due' };
  if (!known || isNewer) return { at, state: now > at + DAY ? 'due' : 'fresh' };
  const { state, doneAt = at, nextAt } = known;
  const isLate = nextAt !== undefined && state !== 'failing' && now > nextAt + (nextAt - doneAt);
  return { at, state: isLate ? 'late' : state };
}

function read<T>(text: string | null): Readonly<Record<string, T>> {
  return text === null ? {} : (JSON.parse(text) as Readonly<Record<string, T>>);
}
