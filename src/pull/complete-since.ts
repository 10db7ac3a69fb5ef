/** Since when all pulls into a table asked for whole records: of older rows there may be others that were not asked for. */
import { EXECUTION } from '../limits/pacing.ts';
import type { Params } from '../protocol/params.ts';
import type { Store } from '../protocol/store.ts';
import type { TabledOperation } from '../tables/table.ts';

/** Epoch milliseconds by table; a copy of the workbook has its rows but not this, and so knows nothing. */
const WHOLE = 'whole';

/** Called before a pull writes: its execution may be ended anywhere. */
export function noteCompleteness(
  store: Store,
  { tables }: Pick<TabledOperation, 'tables'>,
  params: Params,
  now: number,
): void {
  for (const { name, completeUnless } of tables) {
    if (!completeUnless) continue;
    const isNarrowed = completeUnless.some((param) => params[param] !== undefined);
    const known = read(store);
    // Whatever this execution writes is older than its end; sheets show no less than seconds.
    const since = isNarrowed ? now + EXECUTION : Math.floor(now / 1000) * 1000;
    if (isNarrowed || known[name] === undefined)
      store.set(WHOLE, JSON.stringify({ ...known, [name]: since }));
  }
}

/** Undefined where that is not known. */
export function completeSince(store: Store, table: string): number | undefined {
  return read(store)[table];
}

function read(store: Store): Readonly<Record<string, number>> {
  const text = store.get(WHOLE);
  return text === null ? {} : (JSON.parse(text) as Readonly<Record<string, number>>);
}
