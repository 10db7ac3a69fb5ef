/** Simulates a shop with the real table code and an in-memory workbook. */
import { inventory } from '../../../src/operations/inventory.ts';
import { orders } from '../../../src/operations/orders.ts';
import { priceHistory } from '../../../src/operations/price-history.ts';
import { instantAt, NONE_PRIVATE } from '../../../src/protocol/fields.ts';
import { DAY } from '../../../src/protocol/time.ts';
import { applyAges } from '../../../src/schedule/ages.ts';
import { applyPlans, MOST_CELLS } from '../../../src/tables/apply.ts';
import { planHistory } from '../../../src/tables/history.ts';
import { type LogEntry, writeLog } from '../../../src/tables/log.ts';
import { planUpsert } from '../../../src/tables/plan.ts';
import { inMemoryPorts, START } from '../../support/in-memory-ports.ts';
import { chanceOf } from '../caps/chance.ts';

export interface Shop {
  readonly items: number;
  readonly days: number;
  /** Stock rows per item, stock pulls per day, and the share of rows that each pull changes. */
  readonly warehouses: number;
  readonly stockPullsPerDay: number;
  readonly changedShare: number;
  readonly priceChangesPerDay: number;
  readonly ordersPerDay: number;
  readonly runsPerDay: number;
  readonly seed: number;
  /**
   * Days from one simulated day to the next; 1 by default. If set, the workbook reports itself as more than half full.
   */
  readonly stretch?: number;
}

/** Total cells at the end of each day, and final cells by sheet. */
export interface Grown {
  readonly byDay: readonly number[];
  readonly bySheet: Readonly<Record<string, number>>;
}

const SELLER = 'A006';
/** The only order version with all fields. */
const VERSION = 314;

export function grow(shop: Shop): Grown {
  const chance = chanceOf(shop.seed);
  const ports = inMemoryPorts(() => {
    throw new Error('No call is made.');
  });
  const { book } = ports;
  const stock = Array.from({ length: shop.items }, () =>
    Array.from({ length: shop.warehouses }, () => chance.whole(0, 500)),
  );
  const itemOf = (index: number) => `9SI${String(index).padStart(7, '0')}`;
  const pullStock = (at: number) => {
    const records = stock.map((rows, index) => ({
      sellerId: SELLER,
      itemNumber: itemOf(index),
      sellerPartNumber: `P-${index}`,
      condition: 1,
      inventoryAllocation: rows.map((quantity, warehouse) => {
        if (chance.happens(shop.changedShare)) rows[warehouse] = Math.max(0, quantity - chance.whole(1, 3)) || 500;
        return {
          warehouseLocation: `W${warehouse}`,
          fulfillmentOption: '0',
          availableQuantity: rows[warehouse]!,
          warehouseAllocation: null,
        };
      }),
    }));
    const plans = planUpsert(book, inventory, records, NONE_PRIVATE, at);
    applyPlans(book, [...plans, ...plans.flatMap((plan) => planHistory(book, inventory, plan, at))]);
  };
  const blank = (shape: object) => Object.fromEntries(Object.keys(shape).map((name) => [name, null]));
  const prices = (at: number) => {
    const records = Array.from({ length: Math.round(shop.items * shop.priceChangesPerDay) }, () => ({
      ...blank(priceHistory.answer.record),
      marketItemNumber: itemOf(chance.whole(0, shop.items - 1)),
      targetUnitPrice: chance.whole(100, 9999) / 100,
      requestTimeStamp: instantAt(at - chance.whole(0, DAY)),
      sellerId: SELLER,
      platform: 'USA',
    }));
    applyPlans(book, planUpsert(book, priceHistory, records as never, NONE_PRIVATE, at));
  };
  let number = 0;
  const sold = (at: number) => {
    const { itemInfoList, packageInfoList, ...fields } = orders.answer.record;
    const records = Array.from({ length: shop.ordersPerDay }, () => {
      const line = { ...blank(itemInfoList.of), sellerPartNumber: `P-${chance.whole(0, shop.items - 1)}` };
      const sent = { ...blank(packageInfoList.of), trackingNumber: `1Z${++number}`, itemInfoList: [line] };
      return {
        ...blank(fields),
        sellerId: SELLER,
        orderNumber: String(number),
        orderDate: instantAt(at),
        orderStatus: 2,
        itemInfoList: [line],
        packageInfoList: [sent],
      };
    });
    applyPlans(book, planUpsert(book, orders, records as never, NONE_PRIVATE, at, VERSION));
  };
  const runs = (at: number, day: number) => {
    const entries = Array.from({ length: shop.runsPerDay }, (_, index): LogEntry => {
      const rows = { added: 1, changed: 2, unchanged: 3, gone: 0 };
      const run = `r${day}-${index}`;
      return {
        run,
        started: at,
        ended: at,
        what: 'Orders',
        state: 'done',
        why: 'schedule',
        who: 'Ann',
        calls: 1,
        rows,
      };
    });
    writeLog(book, entries);
  };
  const byDay: number[] = [];
  const { stretch = 1 } = shop;
  if (stretch > 1) book.cells = () => 0.6 * MOST_CELLS;
  for (let day = 0; day < shop.days; day++) {
    const begin = START + day * stretch * DAY;
    for (let each = 0; each < shop.stockPullsPerDay; each++) pullStock(begin + (each * DAY) / shop.stockPullsPerDay);
    prices(begin + DAY);
    sold(begin + DAY);
    runs(begin + DAY, day);
    ports.wait(begin + DAY - ports.clock.now());
    const notes = applyAges(ports, Number.POSITIVE_INFINITY);
    if (notes.length > 0) throw new Error(notes.join());
    byDay.push(Object.values(cellsOf()).reduce((sum, cells) => sum + cells, 0));
  }
  return { byDay, bySheet: cellsOf() };

  function cellsOf(): Record<string, number> {
    return Object.fromEntries(
      [...book.sheets].map(([name, { cells }]) => {
        const [header] = cells;
        // The add-on leaves three blank columns for the user.
        const columns = header!.length + (header!.includes('As of') ? 3 : 0);
        return [name, cells.length * columns];
      }),
    );
  }
}
