/** Two shops with overlapping numbers get the same rows in one workbook as in separate workbooks. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import { type AnyRecord, NONE_PRIVATE } from '../../src/protocol/fields.ts';
import { holds, type Params } from '../../src/protocol/params.ts';
import { applyPlans } from '../../src/tables/apply.ts';
import { factsOf } from '../../src/tables/catalog/items.ts';
import { planGone } from '../../src/tables/gone.ts';
import { planHistory } from '../../src/tables/history.ts';
import { planUpsert } from '../../src/tables/plan.ts';
import type { Table, TabledOperation } from '../../src/tables/table.ts';
import { runs } from '../effort.ts';
import { everyExample } from '../operations/registry.ts';
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

const pulls = fc.array(
  fc
    .constantFrom(...everyExample)
    .chain(({ id, shops }) =>
      fc.record({ sellerId: fc.constantFrom('ONE', 'TWO'), id: fc.constant(id), asked: shops }),
    ),
  { minLength: 2, maxLength: 14 },
);

/** Writes a slice and returns its conflicts. */
function keep(book: InMemoryBook, { sellerId, id, params, records: bare }: Pull, asOf: number): readonly unknown[] {
  const operation: TabledOperation = operations[id];
  const records = bare.map((record): AnyRecord => ({ ...record, sellerId }));
  const filled = {
    ...operation,
    tables: (operation.tables as readonly Table[]).filter(({ when }) => holds(when, params)),
  };
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

test('two shops in one workbook get the same rows as each shop alone', () => {
  fc.assert(
    fc.property(pulls, (asked) => {
      const both = new InMemoryBook();
      const alone = new Map(['ONE', 'TWO'].map((sellerId) => [sellerId, new InMemoryBook()]));
      asked.forEach(({ sellerId, id, asked: { params, records } }, index) => {
        const pull = { sellerId, id, params, records } as Pull;
        const asOf = START + index * MINUTE;
        expect(keep(both, pull, asOf)).toEqual(keep(alone.get(sellerId)!, pull, asOf));
      });
      for (const [sellerId, book] of alone) expect(rowsOf(both, sellerId)).toEqual(rowsOf(book, sellerId));
      const all = [...both.sheets.keys()].flatMap((table) => both.rows(table));
      expect(all.filter((row) => !['ONE', 'TWO'].includes(String(row['Seller ID'])))).toEqual([]);
    }),
    { numRuns: runs(6, 1000) },
  );
}, 600_000);
