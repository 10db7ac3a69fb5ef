/** The sheets of the add-on in the order of their tabs, and how these look when they are made. */

/** What people work with has a plain tab, what helps a grey one; what only the add-on needs is hidden until somebody asks. */
export type TabKind = 'view' | 'table' | 'helper' | 'hidden';

/** The sheet of the journal, which is no table. */
export const JOURNAL_TAB = 'Market journal';
/** The sheet with digests of the rows that the warehouse holds. */
export const SENT_TAB = 'Market export';

const TABS: Readonly<Record<TabKind, readonly string[]>> = {
  view: ['Today', 'Findings', 'Reorder', 'Items', 'Ads', 'Bids'],
  table: [
    'Orders',
    'Order lines',
    'Packages',
    'Inventory',
    'Price log',
    'Ad performance',
    'Ad periods',
    'Keywords',
    'Lookup report',
  ],
  helper: [
    'Catalog',
    'Shop totals',
    'Lookup requests',
    'Jobs',
    'Rules',
    'Changes',
    'Log',
    'Status',
    'Stock days',
    'Forecast score',
    'Archive',
  ],
  hidden: ['Stock history', 'Today data', 'Guide', JOURNAL_TAB, SENT_TAB],
};

/** Of a bounded number of rows, so that blank columns beside them never come to many cells. */
const SHORT: readonly string[] = ['Jobs', 'Rules', 'Changes', 'Log', 'Status'];

const kinds = Object.keys(TABS) as TabKind[];
const names = kinds.flatMap((kind) => TABS[kind]);

/** Nothing for a sheet that is none of the add-on's. */
export function tabKind(name: string): TabKind | undefined {
  return kinds.find((kind) => TABS[kind].includes(name));
}

export function isShort(name: string): boolean {
  return SHORT.includes(name);
}

/**
 * Where a new tab goes among those that are there, from 0: right of the nearest that belongs left of it, wherever
 * that was moved; else left of the nearest that belongs right of it; else in front of those of the person.
 */
export function tabPlace(there: readonly string[], name: string): number {
  const rank = names.indexOf(name);
  if (rank < 0) return there.length;
  // What there is to do today stands in front of whatever there is.
  if (rank === 0) return 0;
  const isThere = (other: string) => there.includes(other);
  const left = names.slice(0, rank).filter(isThere).pop();
  if (left !== undefined) return there.indexOf(left) + 1;
  const right = names.slice(rank + 1).find(isThere);
  return right === undefined ? 0 : there.indexOf(right);
}

/** Whether it is what a person waits for: Today, or the first sheet to be looked at, where there was none. */
export function isFirstToSee(there: readonly string[], name: string): boolean {
  if (name === names[0]) return true;
  const isSeen = (other: string) => ['view', 'table'].includes(tabKind(other) ?? '');
  return isSeen(name) && !there.some(isSeen);
}
