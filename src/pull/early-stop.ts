/** Early stop: when the first page of an item's log has all that is new, the other pages are not asked for. */
import type { EarlyStop } from '../protocol/client.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import type { Page } from '../protocol/page.ts';
import { identifierIn, keyOf } from '../tables/catalog/item-keys.ts';
import { asksIn } from '../tables/catalog/items.ts';
import { type KnownLogs, readKnownLogs, seconds } from '../tables/catalog/known-logs.ts';
import type { Seller } from '../tables/seller.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';

/** Undefined for operations whose records are no log. Reads the Catalog when it is first called. */
export function earlyStopFor(
  { items }: TabledOperation,
  seller: Pick<Seller, 'sellerId'>,
  book: Book,
): EarlyStop | undefined {
  const past = items?.past;
  if (!past) return undefined;
  let pasts: ReadonlyMap<string, KnownLogs> | undefined;
  return (params, first) => {
    pasts ??= readKnownLogs(book, seller);
    const asked = asksIn(items, params).flatMap(({ param }) => params[param] ?? []);
    const known = asked.length === 1 ? pasts.get(keyOf('itemNumber', asked[0]!)) : undefined;
    return known !== undefined && hasAllNew(first, known, past.at, past.of);
  };
}

/**
 * The page goes from new to old and reaches what is known, and the count of all is that of the new ones and the known:
 * whatever is wrong about what is known, the count gives it away.
 */
export function hasAllNew({ records, total }: Page, known: KnownLogs, at: string, of: string): boolean {
  const times = records.map((record) => secondsOf(record, at));
  const isDescending = times.every((time, index) => index === 0 || time <= times[index - 1]!);
  if (!isDescending || !records.every((record) => identifierIn(record[of]) === known.of)) return false;
  const newer = times.filter((time) => time > seconds(known.newest)).length;
  return newer < records.length && total !== undefined && total - known.count === newer;
}

/** Not a number where there is no instant: it is in no order with any. */
function secondsOf(record: AnyRecord, at: string): number {
  const value = record[at];
  return typeof value === 'object' && value !== null && 'at' in value ? seconds(value.at) : Number.NaN;
}
