/** Early stop: skips the other pages of an item's log when the first page has everything new. */
import type { EarlyStop } from '../protocol/client.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import type { Page } from '../protocol/page.ts';
import { identifierIn, keyOf, type Seller } from '../tables/catalog/item-keys.ts';
import { asksIn } from '../tables/catalog/items.ts';
import { type KnownLogs, readKnownLogs, seconds } from '../tables/catalog/known-logs.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';

/** Undefined for operations whose records are no log. Reads the Catalog on the first call. */
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
 * The page is sorted newest first and reaches known records, and the total equals the new and the known ones: if what
 * is known is wrong, the total does not match.
 */
export function hasAllNew({ records, total }: Page, known: KnownLogs, at: string, of: string): boolean {
  const times = records.map((record) => secondsOf(record, at));
  const isDescending = times.every((time, index) => index === 0 || time <= times[index - 1]!);
  if (!isDescending || !records.every((record) => identifierIn(record[of]) === known.of)) return false;
  const newer = times.filter((time) => time > seconds(known.newest)).length;
  return newer < records.length && total !== undefined && total - known.count === newer;
}

/** NaN without an instant, so that no order holds. */
function secondsOf(record: AnyRecord, at: string): number {
  const value = record[at];
  return typeof value === 'object' && value !== null && 'at' in value ? seconds(value.at) : Number.NaN;
}
