/** When pulls of people brought each table up to date last, in epoch milliseconds by table and seller ID. */
import type { Store } from '../protocol/store.ts';

const KEY = 'pulled';

export type LastPulls = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface Stored {
  readonly version: 2;
  readonly pulled: LastPulls;
}

/** Whose a pull was that version 1 noted: it knew tables alone. */
export const ANY_SELLER = '';

export function lastPulls(store: Pick<Store, 'get'>): LastPulls {
  const stored = JSON.parse(store.get(KEY) ?? '{}') as Stored | Readonly<Record<string, number>>;
  if (isCurrent(stored)) return stored.pulled;
  return Object.fromEntries(Object.entries(stored).map(([table, at]) => [table, { [ANY_SELLER]: at }]));
}

function isCurrent(stored: Stored | Readonly<Record<string, number>>): stored is Stored {
  return 'pulled' in stored && stored.version === 2;
}

export function notePulled(store: Store, tables: readonly string[], sellerId: string, now: number): void {
  const known = lastPulls(store);
  const pulled = tables.map((table) => {
    const { [ANY_SELLER]: _, ...others } = known[table] ?? {};
    return [table, { ...others, [sellerId]: now }] as const;
  });
  const stored: Stored = { version: 2, pulled: { ...known, ...Object.fromEntries(pulled) } };
  store.set(KEY, JSON.stringify(stored));
}

export function forgetPulls(store: Store): void {
  store.remove(KEY);
}
