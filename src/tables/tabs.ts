/** Tab order and initial visibility of the add-on's sheets. */

export const JOURNAL_TAB = 'Market journal';
/** Digests of rows sent to the warehouse. */
export const SENT_TAB = 'Market export';

const TABS: readonly string[] = [
  ...['Today', 'Findings'],
  ...['Orders', 'Order lines', 'Packages', 'Inventory', 'Price log'],
  ...['Ad performance', 'Ad periods', 'Keywords', 'Lookup report', 'Catalog'],
  ...['Reorder', 'Items', 'Ads', 'Bids'],
  ...['Lookup requests', 'Jobs', 'Rules', 'Changes', 'Log', 'Status'],
  ...['Stock history', 'Stock days', 'Forecast score', 'Today data', JOURNAL_TAB, SENT_TAB],
];

/** Sheets hidden until a user opens them from the sidebar or the menu. */
const HIDDEN: readonly string[] = TABS.slice(TABS.indexOf('Lookup requests'));

/** Sheets with few rows, where blank columns take up few cells. */
const SHORT: readonly string[] = ['Jobs', 'Rules', 'Changes', 'Log', 'Status'];

export function isTab(name: string): boolean {
  return TABS.includes(name);
}

export function isHiddenTab(name: string): boolean {
  return HIDDEN.includes(name);
}

export function isShort(name: string): boolean {
  return SHORT.includes(name);
}

/** Returns a new tab's 0-based index: after the nearest preceding tab, or before the nearest following one. */
export function tabPlace(there: readonly string[], name: string): number {
  const rank = TABS.indexOf(name);
  if (rank < 0) return there.length;
  if (rank === 0) return 0;
  const isThere = (other: string) => there.includes(other);
  const left = TABS.slice(0, rank).filter(isThere).pop();
  if (left !== undefined) return there.indexOf(left) + 1;
  const right = TABS.find(isThere);
  return right === undefined ? 0 : there.indexOf(right);
}

/** Whether to activate a new sheet: Today or the first visible sheet. */
export function isFirstToSee(there: readonly string[], name: string): boolean {
  if (name === TABS[0]) return true;
  const isSeen = (other: string) => TABS.includes(other) && !isHiddenTab(other);
  return isSeen(name) && !there.some(isSeen);
}
