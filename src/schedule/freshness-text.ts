/** How tables stand, as formulas may read it: they see neither jobs nor the sheets of these. */
import { DAY } from '../protocol/time.ts';
import type { TableFreshness } from './freshness.ts';

type Standing = Omit<TableFreshness, 'table' | 'error'>;

/** Those that jobs fill. */
export function freshnessText(tables: readonly TableFreshness[]): string {
  return JSON.stringify(
    Object.fromEntries(tables.map(({ table, error: _, ...standing }) => [table, standing])),
  );
}

/** A table that nobody refreshes is due after a day. What should have run by now, and has not for as long again, is late. */
export function freshnessOf(
  standings: string | null,
  pulled: Readonly<Record<string, number>>,
  table: string,
  now: number,
): { readonly at?: number; readonly state: string } {
  const known = read<Standing>(standings)[table];
  const pulledAt = pulled[table];
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
