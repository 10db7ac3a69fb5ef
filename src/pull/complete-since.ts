/** Since when all pulls of a shop into a table asked for whole records: of older rows there may be others that were not asked for. */
import { EXECUTION } from '../limits/pacing.ts';
import type { Params } from '../protocol/params.ts';
import type { Store } from '../protocol/store.ts';
import type { TabledOperation } from '../tables/table.ts';

/** A copy of the workbook has its rows but not this, and so knows nothing. */
const WHOLE = 'whole';

/** In epoch milliseconds. */
interface Stored {
  readonly version: 2;
  /** By table, of whichever shop: what version 1 knew, which was nothing but that. */
  readonly former: Readonly<Record<string, number>>;
  /** By table and seller ID. */
  readonly since: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Called before a pull writes: its execution may be ended anywhere. */
export function noteCompleteness(
  store: Store,
  { tables }: Pick<TabledOperation, 'tables'>,
  sellerId: string,
  params: Params,
  now: number,
): void {
  for (const { name, completeUnless } of tables) {
    if (!completeUnless) continue;
    const isNarrowed = completeUnless.some((param) => params[param] !== undefined);
    // Whatever this execution writes is older than its end; sheets show no less than seconds.
    const at = isNarrowed ? now + EXECUTION : Math.floor(now / 1000) * 1000;
    if (!isNarrowed && completeSince(store, name, sellerId) !== undefined) continue;
    const known = read(store);
    const since = { ...known.since, [name]: { ...known.since[name], [sellerId]: at } };
    store.set(WHOLE, JSON.stringify({ ...known, since } satisfies Stored));
  }
}

/** Undefined where that is not known. */
export function completeSince(store: Pick<Store, 'get'>, table: string, sellerId: string): number | undefined {
  const { former, since } = read(store);
  return since[table]?.[sellerId] ?? former[table];
}

function read(store: Pick<Store, 'get'>): Stored {
  const stored = JSON.parse(store.get(WHOLE) ?? '{}') as Stored | Stored['former'];
  return isCurrent(stored) ? stored : { version: 2, former: stored, since: {} };
}

function isCurrent(stored: Stored | Stored['former']): stored is Stored {
  return 'since' in stored && stored.version === 2;
}
