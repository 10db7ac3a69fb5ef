/** Asks the marketplace for a batch of items, and tells what came for each. */
import { operations } from '../../operations/registry.ts';
import type { Network, Slice } from '../../protocol/client.ts';
import { notYet, pageSizesOf } from '../../protocol/client.ts';
import type { Connection } from '../../protocol/connection.ts';
import { isDone, START } from '../../protocol/cursor.ts';
import type { AnyRecord } from '../../protocol/fields.ts';
import { MarketError } from '../../protocol/market-error.ts';
import type { Params } from '../../protocol/params.ts';
import { gather } from '../../pull/gather.ts';
import { byIdentifier, isAlone } from '../answered.ts';
import { WITHHELD } from '../chosen-columns.ts';
import { latestFirst } from '../latest.ts';
import type { Query } from '../query.ts';
import { identifierOf } from '../query.ts';
import type { Batch } from './batches.ts';
import { namesIn } from './batches.ts';

export interface Found {
  readonly item: Query;
  readonly records: readonly AnyRecord[];
  /** The marketplace refused this very item. */
  readonly refused?: MarketError;
}

export interface Asked {
  readonly found: readonly Found[];
  /** An error that would meet every further call as well; what is not among the found was not answered. */
  readonly fatal?: MarketError;
  /** The time was over before all pages had come. */
  readonly isCut?: true;
}

/** Carries a batch out, all pages of it. Nothing is thrown. `expected` calls are reserved at once, where they are more. */
export function askBatch(
  network: Network,
  connection: Connection,
  { units, queries, owners }: Batch,
  expected = units.length,
): Asked {
  const [like] = queries as readonly [Query];
  const operation = operations[like.operation];
  const question = {
    operation,
    connection,
    storefront: like.storefront,
    units,
    withheld: WITHHELD,
    ...(owners ? { tooLong: (pages: number) => tooManyRows(like, pages) } : {}),
  };
  const until = network.until ?? Number.POSITIVE_INFINITY;
  const slices: Slice[] = [];
  let fatal: MarketError | undefined;
  let isCut = false;
  let cursor = START;
  while (!isCut && !isDone(cursor, units.length)) {
    const slice = gather(network, question, cursor, expected, until);
    if ('records' in slice) {
      slices.push(slice);
      cursor = slice.cursor;
    }
    fatal = 'records' in slice ? slice.fatal : notYet(question, slice);
    isCut = fatal !== undefined || (network.clock.now() >= until && !isDone(cursor, units.length));
  }
  const found = owners
    ? queries.flatMap((item) => foundTable(item, owners, slices, isCut))
    : foundEach(queries, like.list!, slices, isCut);
  if (fatal) return { found, fatal };
  return isCut ? { found, isCut } : { found };
}

/** Pages of a table: more would neither come in time nor be kept for the next formula. */
const MOST_PAGES = 40;

function tooManyRows({ operation }: Query, pages: number): MarketError | undefined {
  if (pages <= MOST_PAGES) return undefined;
  const { pageSize } = pageSizesOf(operations[operation]);
  const rows = (count: number) => (count * pageSize).toLocaleString('en-US');
  return new MarketError(
    'MARKET_ARGUMENT',
    `This table has about ${rows(pages)} rows, and a formula takes ${rows(MOST_PAGES)} at most; ask for a shorter period or for less, or pull the table from the sidebar.`,
  );
}

/** Of a table that lacks a part nothing is shown; after a cut one that has more than its first pages is taken to lack some. */
function foundTable(
  item: Query,
  owners: ReadonlyMap<Params, Query>,
  slices: readonly Slice[],
  isCut: boolean,
): Found[] {
  const isOwn = (unit: Params) => owners.get(unit) === item;
  const whole = new Set(slices.flatMap((slice) => slice.complete.map(({ params }) => params)));
  if (isCut && [...owners.keys()].some((unit) => isOwn(unit) && !whole.has(unit))) return [];
  const [refused] = slices.flatMap(({ errors, failed }) =>
    errors.filter((_, index) => isOwn(failed[index]!)),
  );
  if (refused) return [{ item, records: [], refused }];
  const pages = slices.flatMap((slice) => slice.pages).filter(({ params }) => isOwn(params));
  return [
    {
      item,
      records: trimmed(
        item,
        pages.flatMap(({ records }) => records),
      ),
    },
  ];
}

/** After a cut only what came whole is taken for an answer. */
function foundEach(items: readonly Query[], list: string, slices: readonly Slice[], isCut: boolean): Found[] {
  const [like] = items as readonly [Query];
  const records = slices.flatMap((slice) => slice.records);
  const errors = slices.flatMap((slice) => slice.errors);
  const whole = slices.flatMap((slice) => slice.complete);
  const units = isCut
    ? whole.map(({ params }) => params)
    : slices.flatMap(({ pages }) => pages.map(({ params }) => params));
  const answered = new Set(units.flatMap((unit) => namesIn(unit, list)));
  const unitRecords = new Map(whole.map((each) => [namesIn(each.params, list)[0], each.records] as const));
  const recordsOf = isAlone(like)
    ? (name: string) => unitRecords.get(name) ?? []
    : byIdentifier(like, records);
  return items.flatMap((item): Found[] => {
    const name = identifierOf(item);
    if (answered.has(name)) return [{ item, records: trimmed(item, recordsOf(name)) }];
    const refused = errors.find(({ message }) => message.startsWith(`"${name}"`)) ?? errors[0];
    return refused && !isCut ? [{ item, records: [], refused }] : [];
  });
}

function trimmed({ newest }: Query, records: readonly AnyRecord[]): readonly AnyRecord[] {
  return newest ? latestFirst(records, newest.by, newest.count) : records;
}
