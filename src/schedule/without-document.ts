/** That Google starts the schedule of a person without its spreadsheet: kept with the person, since there is no document to say it in. */
import type { Store } from '../protocol/store.ts';

interface Stored {
  readonly version: 1;
  /** When it did so last, in epoch milliseconds. */
  readonly at: number;
}

const KEY = 'withoutDocument';

export const WITHOUT_DOCUMENT =
  "Google starts your schedule without its spreadsheet, so nothing is refreshed by itself. Pull from the sidebar or choose Refresh now; a schedule runs where the script is the spreadsheet's own (Extensions, Apps Script).";

export function noteWithoutDocument(user: Store, at: number): void {
  user.set(KEY, JSON.stringify({ version: 1, at } satisfies Stored));
}

export function isWithoutDocument(user: Pick<Store, 'get'>): boolean {
  return user.get(KEY) !== null;
}

/** It has one again. */
export function forgetWithoutDocument(user: Store): void {
  if (isWithoutDocument(user)) user.remove(KEY);
}
