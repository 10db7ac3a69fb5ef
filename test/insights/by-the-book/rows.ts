/** Expected rows of Findings, by rank. */
import type { Found } from './orders.ts';

const HOUR = 3_600_000;

const OF_ORDERS = ['void-soon', 'overdue', 'due-today', 'cannot-ship', 'mismatch'];
const ORDER = [
  ...OF_ORDERS,
  ...['out-of-stock', 'ads-without-stock', 'above-featured', 'ad-budget', 'keyword-declined', 'late-data'],
];

export interface FoundRow {
  readonly seller: string;
  readonly about: string;
  /** Sorted as in `ORDER`. */
  readonly kinds: readonly string[];
  /** In cents. */
  readonly atRisk: number | undefined;
  readonly currency: string | undefined;
  readonly deadline: number | undefined;
  readonly weekLoss: number | undefined;
}

/** An ad group's declined keywords get a row of their own. */
function subjectOf({ kind, seller, about }: Found): string {
  const type = OF_ORDERS.includes(kind) ? 'order' : kind === 'keyword-declined' ? 'keywords' : 'other';
  return [seller, type, about].join(' ');
}

export function rowsOf(found: readonly Found[], now: number): readonly FoundRow[] {
  const records = new Map<string, Found[]>();
  for (const each of found) records.set(subjectOf(each), [...(records.get(subjectOf(each)) ?? []), each]);
  const rows = [...records.values()].map((all): FoundRow => {
    const amounts = all.flatMap(({ atRisk }) => atRisk ?? []);
    const deadlines = all.flatMap(({ deadline }) => deadline ?? []);
    const kinds = new Set(all.map(({ kind }) => kind));
    return {
      ...{ seller: all[0]!.seller, about: all[0]!.about },
      kinds: ORDER.filter((kind) => kinds.has(kind)),
      atRisk: amounts.length > 0 ? Math.max(...amounts) : undefined,
      currency: amounts.length > 0 ? all.find(({ currency }) => currency)?.currency : undefined,
      deadline: deadlines.length > 0 ? Math.min(...deadlines) : undefined,
      weekLoss: all.find(({ weekLoss }) => weekLoss !== undefined)?.weekLoss,
    };
  });
  return rows.sort((one, other) => compare(one, other, now));
}

/** Negative if the first row ranks higher, 0 if the rules rank both the same. */
export function compare(one: FoundRow, other: FoundRow, now: number): number {
  const isSoon = ({ deadline }: FoundRow) => deadline !== undefined && deadline >= now && deadline <= now + 24 * HOUR;
  const place = (row: FoundRow) => {
    if (isSoon(row)) return [0, row.deadline!, 0];
    const worth = Math.max(row.atRisk ?? -1, row.weekLoss ?? -1);
    return [row.kinds.includes('overdue') ? 1 : 2, -worth, worth < 0 ? ORDER.indexOf(row.kinds[0]!) : 0];
  };
  const [first, second] = [place(one), place(other)];
  return first.map((part, index) => part - second[index]!).find((difference) => difference !== 0) ?? 0;
}
