/**
 * Order changes are detected in time, and no order is lost or duplicated, despite failing calls, shifting pages, and
 * clock changes.
 */
import { expect, test } from 'vitest';
import { type MarketplaceOptions, type RunningMarketplace, startMarketplace } from '../../marketplace/server.ts';
import { askShop } from '../shop.ts';
import { HOUR, MINUTE, ScheduledShop } from './scheduled-shop.ts';

/** Time between cycles, and the maximum age after a failed cycle and its retry. */
const CYCLE = 10 * MINUTE;
const LATE = 2 * CYCLE + MINUTE;
const DAY = 24 * HOUR;
const SWEPT_DAYS = 30;
/** Shipped, invoiced, voided. */
const CLOSED = ['2', '3', '4'];
/** Share of failing calls. Each call is tried up to three times. */
const FAULTS = [{ kind: 'internal-error', share: 0.3 } as const];

interface Case {
  readonly what: string;
  readonly clock: string;
  readonly market: MarketplaceOptions;
  /** Times that look the same in a sheet. */
  readonly twice?: readonly [string, string];
}

const NOVEMBER: Case = {
  what: 'voided orders and failing calls while clocks go back',
  clock: '2025-11-02T04:00:00Z',
  market: { scenario: 'void-storm', orders: 1000, seed: 3, faults: FAULTS },
  twice: ['2025-11-02T05:00:00Z', '2025-11-02T07:00:00Z'],
};
const CASES: readonly Case[] = [
  NOVEMBER,
  { what: 'a calm shop', clock: '2025-06-16T18:00:00Z', market: { orders: 900, seed: 4 } },
  {
    what: 'a shop with failing calls',
    clock: '2025-06-16T18:00:00Z',
    market: { orders: 2000, seed: 5, faults: FAULTS },
  },
];

interface Truth {
  readonly OrderNumber: number;
  readonly OrderDate: string;
  readonly OrderStatus: number;
  readonly RefundAmount: number;
}

interface Listing {
  readonly ResponseBody: {
    readonly PageInfo: { readonly TotalPageCount: number };
    readonly OrderInfoList: readonly Truth[];
  };
}

/** Reads all orders directly from the marketplace. */
async function truthOf(shop: RunningMarketplace): Promise<readonly Truth[]> {
  const all: Truth[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { ResponseBody } = (await askShop(shop, 'PUT', '/marketplace/b2b/ordermgmt/order/orderinfo?version=315', {
      OperationType: 'GetOrderInfoRequest',
      RequestBody: {
        PageIndex: page,
        PageSize: 100,
        RequestCriteria: { OrderDateFrom: '2025-01-01 00:00:00' },
      },
    })) as Listing;
    pages = ResponseBody.PageInfo.TotalPageCount;
    all.push(...ResponseBody.OrderInfoList);
  }
  return all;
}

/** Compares the sheet with the shop every hour. */
test.each(CASES)(
  'detects order changes in time: $what',
  async ({ what, clock, market, twice }) => {
    const shop = await ScheduledShop.open({ clock: Date.parse(clock) }, market);
    const { host } = shop;
    const now = () => host.clock.now();
    const mirror = await startMarketplace({ ...market, faults: [], caps: 'none', now });
    try {
      await shop.menu('Set up standard jobs');
      await shop.pass(50 * MINUTE);
      const wrong: string[] = [];
      const before = new Map<string, string>();
      let [changes, oldest] = [0, 0];
      for (let hour = 0; hour < 30; hour++) {
        await shop.pass(HOUR);
        const isTwice = twice?.some((at) => Math.abs(now() - Date.parse(at)) <= 2 * HOUR) ?? false;
        const truth = await truthOf(mirror);
        const rows = new Map<string, ReturnType<ScheduledShop['rows']>[number]>();
        for (const row of shop.rows('Orders')) {
          const number = String(row['Order number']);
          if (rows.has(number)) wrong.push(`hour ${hour}: ${number} is duplicated`);
          rows.set(number, row);
        }
        for (const { OrderNumber, OrderDate, OrderStatus: status, RefundAmount } of truth) {
          const number = String(OrderNumber);
          const was = before.get(number);
          const state = `${status} ${RefundAmount}`;
          if (was !== undefined && was !== state) changes++;
          before.set(number, state);
          const row = rows.get(number);
          if (!row) {
            // Backfills run week by week.
            if (hour >= 4) wrong.push(`hour ${hour}: ${number} of ${OrderDate} is missing`);
            continue;
          }
          const age = now() - (row['As of'] as Date).getTime();
          const seen = `${row['Order status']} ${row['Refund amount'] || 0}`;
          const isOpen = !CLOSED.includes(String(row['Order status']));
          const ordered = (row['Order date'] as Date).getTime();
          const isSwept = ordered > now() - SWEPT_DAYS * DAY;
          const promised = (isOpen ? LATE : DAY + LATE) + (isTwice ? HOUR : 0);
          if ((isOpen || isSwept) && age > promised)
            wrong.push(`hour ${hour}: ${number}, ${seen}, was read ${Math.round(age / MINUTE)} minutes ago`);
          if (isOpen) oldest = Math.max(oldest, age);
          if (age < 45 * MINUTE && seen !== state) wrong.push(`hour ${hour}: ${number} is ${seen}, not ${state}`);
        }
      }
      const failed = shop.market.requests.filter(({ status }) => status !== 200).length;
      console.log(
        `${what}: ${before.size} orders, ${changes} changes, ${failed} of ${shop.market.requests.length} calls failed, open ones at most ${Math.round(oldest / MINUTE)} minutes old`,
      );
      expect({ count: wrong.length, first: wrong.slice(0, 10) }).toEqual({ count: 0, first: [] });
      expect(changes).toBeGreaterThan(100);
    } finally {
      await mirror.close();
      await shop.close();
    }
  },
  HOUR,
);
