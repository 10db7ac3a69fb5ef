/** When pulls of people brought each table up to date last, in epoch milliseconds by table. */
import type { Store } from '../protocol/store.ts';

const KEY = 'pulled';

export function lastPulls(store: Pick<Store, 'get'>): Readonly<Record<string, number>> {
  const text = store.get(KEY);
  return text === null ? {} : (JSON.parse(text) as Readonly<Record<string, number>>);
}

export function notePulled(store: Store, tables: readonly string[], now: number): void {
  const pulled = Object.fromEntries(tables.map((table) => [table, now]));
  store.set(KEY, JSON.stringify({ ...lastPulls(store), ...pulled }));
}

export function forgetPulls(store: Store): void {
  store.remove(KEY);
}
