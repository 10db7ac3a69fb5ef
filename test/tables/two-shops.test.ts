/** Two shops whose numbers overlap in one workbook: its rows are those that each shop alone would give. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import { type AnyRecord, NONE_PRIVATE } from '../../src/protocol/fields.ts';
import type { Params } from '../../src/protocol/params.ts';
import { applyPlans } from '../../src/tables/apply.ts';
import { factsOf } from '../../src/tables/catalog/items.ts';
import { planGone } from '../../src/tables/gone.ts';
import { planHistory } from '../../src/tables/history.ts';
import { planUpsert } from '../../src/tables/plan.ts';
import { type Table, type TabledOperation, tablesFor } from '../../src/tables/table.ts';
import { runs } from '../effort.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { keepItems } from '../support/kept-items.ts';

const START = Date.UTC(2025, 5, 16, 12);
const MINUTE = 60_000;

interface Pull {
  readonly sellerId: string;
  readonly id: OperationId;
  readonly params: Params;
  readonly records: readonly AnyRecord[];
}

/** Few, so that both shops have the same. */
const one = (...texts: string[]) => fc.constantFrom(...texts);
const part = one('A', 'a', 'B', '007');
const count = fc.integer({ min: 0, max: 3 });
const at = fc.integer({ min: 0, max: 3 }).map((minute) => ({ at: START - minute * MINUTE, text: '' }));
const day = one('2025-06-01', '2025-06-02').map((text) => ({ day: text, text }));
const some = (record: fc.Arbitrary<AnyRecord>) => fc.array(record, { maxLength: 4 });
const recordOf = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(fields) as unknown as fc.Arbitrary<AnyRecord>;

const line = recordOf({
  sellerPartNumber: part,
  marketItemNumber: one('9SI1', '9SI2'),
  orderedQty: count,
  upcCode: one('1', '01'),
});
const parcel = recordOf({
  trackingNumber: one('T1', 'T2'),
  itemInfoList: some(recordOf({ sellerPartNumber: part, shippedQty: count })),
});

const ASKED: Readonly<Record<OperationId, fc.Arbitrary<Pick<Pull, 'params' | 'records'>>>> = {
  orders: fc.record({
    params: fc.constant({}),
    records: some(
      recordOf({
        orderNumber: one('1', '2'),
        orderQty: count,
        itemInfoList: some(line),
        packageInfoList: some(parcel),
      }),
    ),
  }),
  inventory: fc.record({
    params: fc.constant({ values: ['A', 'B', '007'], type: '1' }),
    records: some(
      recordOf({
        itemNumber: one('9SI1', '9SI2'),
        sellerPartNumber: part,
        condition: fc.constant(1),
        inventoryAllocation: some(recordOf({ warehouseLocation: one('USA', 'CAN'), availableQuantity: count })),
      }),
    ),
  }),
  'price-history': fc.record({
    params: fc.constant({ itemNumbers: ['9SI1', '9SI2'] }),
    records: some(
      recordOf({
        marketItemNumber: one('9SI1', '9SI2'),
        requestTimeStamp: at,
        targetUnitPrice: count,
        platform: fc.constant('USA'),
      }),
    ),
  }),
  'ad-performance': fc.record({
    params: fc.record({ by: one('day', 'range') }),
    records: some(
      recordOf({
        campaignNumber: one('1', '2'),
        groupNumber: one('3'),
        fromDate: day,
        toDate: day,
        spend: count,
        productList: one('9SI1', '9SI2 9SI1'),
      }),
    ),
  }),
  keywords: fc.record({
    params: fc.record({ campaignNumber: one('1', '2') }),
    records: some(
      recordOf({
        campaignNumber: one('1', '2'),
        groupNumber: one('3'),
        keyword: one('k', 'l'),
        matchType: count,
        bid: count,
      }),
    ),
  }),
  'lookup-report': fc.record({
    params: fc.record({ requestId: one('Q', 'R') }),
    records: some(
      recordOf({
        requestId: one('Q', 'R'),
        position: count,
        marketItemNumber: one('9SI1', 'R2'),
        upc: one('1', '2'),
      }),
    ),
  }),
};

const pulls = fc.array(
  fc
    .constantFrom(...(Object.keys(ASKED) as OperationId[]))
    .chain((id) => fc.record({ sellerId: one('ONE', 'TWO'), id: fc.constant(id), asked: ASKED[id] })),
  { minLength: 2, maxLength: 14 },
);

/** Everything that a slice writes, and what contradicts itself. */
function keep(book: InMemoryBook, { sellerId, id, params, records: bare }: Pull, asOf: number): readonly unknown[] {
  const operation: TabledOperation = operations[id];
  const records = bare.map((record): AnyRecord => ({ ...record, sellerId }));
  const filled = { ...operation, tables: tablesFor<Table>(operation.tables, params) };
  const plans = planUpsert(book, filled, records as never[], NONE_PRIVATE, asOf);
  const past = plans.flatMap((plan) => planHistory(book, operation, plan, asOf));
  const facts = factsOf(operation, { records, complete: [{ params, records }] });
  applyPlans(book, [...plans, ...past]);
  const { conflicts } = keepItems(book, operation, facts, asOf, { sellerId, isOnly: false });
  const keys = new Map(plans.map(({ opened, rows }) => [opened.table, new Set(rows.map(({ key }) => key))] as const));
  applyPlans(book, planGone(book, operation, [params], sellerId, { keys }, asOf));
  return conflicts;
}

function rowsOf(book: InMemoryBook, sellerId: string) {
  return [...book.sheets.keys()].sort().flatMap((table) => {
    const rows = book.rows(table).filter((row) => row['Seller ID'] === sellerId);
    return rows.length === 0 ? [] : [[table, rows] as const];
  });
}

test('the rows of two shops are those of each alone', () => {
  fc.assert(
    fc.property(pulls, (asked) => {
      const both = new InMemoryBook();
      const alone = new Map(['ONE', 'TWO'].map((sellerId) => [sellerId, new InMemoryBook()]));
      asked.forEach(({ sellerId, id, asked: { params, records } }, index) => {
        const pull = { sellerId, id, params, records };
        const asOf = START + index * MINUTE;
        expect(keep(both, pull, asOf)).toEqual(keep(alone.get(sellerId)!, pull, asOf));
      });
      for (const [sellerId, book] of alone) expect(rowsOf(both, sellerId)).toEqual(rowsOf(book, sellerId));
      const all = [...both.sheets.keys()].flatMap((table) => both.rows(table));
      expect(all.filter((row) => !['ONE', 'TWO'].includes(String(row['Seller ID'])))).toEqual([]);
    }),
    { numRuns: runs(12, 1000) },
  );
}, 600_000);
