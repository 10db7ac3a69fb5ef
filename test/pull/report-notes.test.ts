import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { Slice } from '../../src/protocol/client.ts';
import type { Connection } from '../../src/protocol/connection.ts';
import type { Privacy } from '../../src/protocol/fields.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import type { RunContext } from '../../src/pull/context.ts';
import { CHANGES_CUT_NOTE, reportOf, UNKNOWN_NOTE } from '../../src/pull/report.ts';
import { notedAs, type Run } from '../../src/pull/run.ts';
import { writeSlice } from '../../src/pull/write-slice.ts';
import type { TabledOperation } from '../../src/tables/table.ts';
import { arrival, envelope, json, serviceError } from '../protocol/arrivals.ts';
import { shop } from '../protocol/shop.ts';
import { begun } from '../support/begun-run.ts';
import { executed } from '../support/executed.ts';
import { type InMemoryPorts, inMemoryPorts, START } from '../support/in-memory-ports.ts';

const NOBODY: ReadonlySet<Privacy> = new Set();
const { inventory, orders, keywords } = operations;
const performance = operations['ad-performance'];

function run(
  ports: InMemoryPorts,
  operation: TabledOperation,
  input: Readonly<Record<string, unknown>>,
  { withheld = NOBODY, ...connection }: Partial<Connection> & { withheld?: ReadonlySet<Privacy> } = {},
): Run {
  const own = shop(connection);
  const run = begun(operation, input, { connection: own, now: ports.clock.now() });
  return executed(ports, run, { connection: own, withheld });
}

const notesOf = (run: Run) => reportOf(run, START).notes;

/** One page with these orders. */
const ordersOf = (...list: readonly Readonly<Record<string, unknown>>[]) =>
  envelope({ PageInfo: { TotalCount: list.length, TotalPageCount: 1 }, OrderInfoList: list });

const statusRows = (ports: InMemoryPorts) => ports.book.rows('Status');

describe('item numbers that belong to no offer', () => {
  const HINT = /which begin with 9SI/;
  const none = (): HttpResult => serviceError('CT026', 400, 'No data found');

  test('case 60: a catalog number that is not found gets a hint', () => {
    const made = run(inMemoryPorts(none), inventory, { values: ['20-250-259'], type: '0' });
    expect(made.notFound).toEqual(['20-250-259']);
    expect(notesOf(made).join()).toMatch(HINT);
  });

  test('case 60: a catalog number that is refused gets the same hint', () => {
    const made = run(
      inMemoryPorts(() => serviceError('CT001')),
      inventory,
      { values: ['20-250-259'], type: '0' },
    );
    expect(notedAs(made.identifiers, 'refused')).toEqual(['20-250-259']);
    expect(notesOf(made).join()).toMatch(HINT);
  });

  test('case 60: many of them get one hint', () => {
    const values = Array.from({ length: 250 }, (_, index) => `20-250-${index}`);
    const notes = notesOf(run(inMemoryPorts(none), inventory, { values, type: '0' }));
    expect(notes.filter((note) => HINT.test(note))).toHaveLength(1);
  });

  test.each([
    ['an item number of an offer', ['9SIA1', '9SIA2'], '0'],
    ['a part number', ['20-250-259'], '1'],
    ['a UPC code', ['0012345678905'], '2'],
  ])('case 60: %s that is not found gets no hint', (_, values, type) => {
    const made = run(inMemoryPorts(none), inventory, { values, type });
    expect(made.notFound).toEqual(values);
    expect(notesOf(made).join()).not.toMatch(HINT);
  });
});

describe('UPC codes, which responses do not repeat', () => {
  test('case 68: all are reported if no item is returned', () => {
    const made = run(
      inMemoryPorts(() => serviceError('CT010')),
      inventory,
      { values: ['0012', '0034'], type: '2' },
    );
    expect(made).toMatchObject({ state: 'done', notFound: ['0012', '0034'] });
  });

  test('case 68: missing ones are counted if some are returned', () => {
    const made = run(
      inMemoryPorts(() => envelope({ ItemList: [{ ItemNumber: '9SIA1', SellerPartNumber: 'A' }], TotalCount: 1 })),
      inventory,
      { values: ['0012', '0034', '0056'], type: '2' },
    );
    expect(made.notFound).toEqual([]);
    expect(notesOf(made).join()).toContain('No data for 2 identifiers');
  });
});

describe('undocumented codes and fields', () => {
  const word = (changes: Readonly<Record<string, unknown>>) =>
    json({ rows: [{ campaignNumber: 7, keyword: 'ssd', matchType: 0, ...changes }], totalRows: 1 });

  test('case 83: a match type 7 stays 7 in its row and is listed on Status', () => {
    const ports = inMemoryPorts(() => word({ matchType: 7 }));
    const made = run(ports, keywords, { campaignNumber: 7 });
    expect(ports.book.rows('Keywords')).toMatchObject([{ 'Match type': 7 }]);
    expect(statusRows(ports)).toMatchObject([{ About: 'Keywords', Subject: 'Match type: 7', State: 'not documented' }]);
    expect(notesOf(made).join()).toContain('Status');
  });

  test('case 83: a type 9 and a string in place of a code are unchanged', () => {
    const row = { campaignNumber: 7, groupNumber: 8, status: 'Paused', activeStatus: 'Perhaps', type: 9 };
    const ports = inMemoryPorts(() => json({ rows: [row], totalRows: 1 }));
    run(ports, performance, { fromDate: '2025-06-01', toDate: '2025-06-02', by: 'range' });
    expect(ports.book.rows('Ad periods')).toMatchObject([{ Type: 9, Status: 'Paused', 'Active status': 'Perhaps' }]);
    expect(statusRows(ports).map(({ Subject }) => Subject)).toEqual(
      expect.arrayContaining(['Status: Paused', 'Active status: Perhaps']),
    );
  });

  test('case 83: each is listed once, with the time when it was first seen', () => {
    const ports = inMemoryPorts(() => word({ matchType: 7 }));
    run(ports, keywords, { campaignNumber: 7 });
    const before = statusRows(ports)[0]!['First seen'];
    ports.wait(86_400_000);
    run(ports, keywords, { campaignNumber: 7 });
    expect(statusRows(ports)).toHaveLength(1);
    expect(statusRows(ports)[0]!['First seen']).toEqual(before);
  });

  test('the report notes a new one only until Status lists it', () => {
    let codes: readonly number[] = [7];
    const ports = inMemoryPorts(() =>
      json({
        rows: codes.map((matchType) => ({ campaignNumber: 7, keyword: 'ssd', matchType })),
        totalRows: codes.length,
      }),
    );
    const says = () =>
      notesOf(run(ports, keywords, { campaignNumber: 7 }))
        .join()
        .includes('Status');
    expect([says(), says()]).toEqual([true, false]);
    codes = [7, 8];
    expect([says(), says()]).toEqual([true, false]);
    ports.book.remove('Status');
    expect(says()).toBe(true);
  });

  test('case 83: documented codes create no Status sheet and no note', () => {
    const ports = inMemoryPorts(() => word({ matchType: 6, competition: 'LOW', status: 'Out of budget' }));
    expect(notesOf(run(ports, keywords, { campaignNumber: 7 }))).toEqual([]);
    expect(ports.book.sheets.has('Status')).toBe(false);
  });

  test('case 47: an undocumented field is listed with its value', () => {
    const ports = inMemoryPorts(() => word({ quality: 'Good', matchType: 1 }));
    run(ports, keywords, { campaignNumber: 7 });
    expect(statusRows(ports)).toMatchObject([
      { Subject: 'quality', State: 'new field, not documented', Example: 'Good' },
    ]);
  });

  test('case 37: an unreadable value is kept as text and listed once per column', () => {
    const ports = inMemoryPorts(() =>
      ordersOf({ OrderNumber: 1, OrderTotalAmount: '1.234,50' }, { OrderNumber: 2, OrderTotalAmount: '2.345,60' }),
    );
    const made = run(ports, orders, {});
    expect(notesOf(made)).toContain(UNKNOWN_NOTE);
    expect(ports.book.rows('Orders').map((row) => row['Order total amount'])).toEqual(['1.234,50', '2.345,60']);
    expect(statusRows(ports)).toMatchObject([
      { Subject: 'Order total amount', State: 'unreadable, kept as text', Example: '1.234,50' },
    ]);
  });

  test('case 47: an undocumented field next to buyer data is listed without its value', () => {
    const ports = inMemoryPorts(() => ordersOf({ OrderNumber: 1, GiftMessage: 'Dear Zoe' }));
    run(ports, orders, {});
    expect(statusRows(ports)).toMatchObject([{ Subject: 'GiftMessage', State: 'new field, not documented' }]);
    expect(JSON.stringify([...ports.book.sheets.values()])).not.toContain('Zoe');
  });
});

describe('order statuses', () => {
  const three = () =>
    ordersOf(
      { OrderNumber: 1, OrderStatus: 5, OrderStatusDescription: 'Payment Pending' },
      { OrderNumber: 2, OrderStatus: 9 },
      { OrderNumber: 3, OrderStatus: '0' },
      { OrderNumber: 4, OrderStatus: 0 },
      { OrderNumber: 5 },
    );

  test('case 91: pending and unknown ones are kept as codes', () => {
    const ports = inMemoryPorts(three);
    const made = run(ports, orders, {});
    expect(made.state).toBe('done');
    expect(ports.book.rows('Orders').map((row) => row['Order status'])).toEqual([5, 9, 0, 0, '']);
    expect(statusRows(ports)).toMatchObject([{ Subject: 'Order status: 9', State: 'not documented' }]);
  });

  test('case 85, case 91: the report counts orders by status, unknown ones by code', () => {
    const note = notesOf(run(inMemoryPorts(three), orders, {})).find((each) => each.startsWith('By status'));
    expect(note).toContain('Unshipped 2');
    expect(note).toContain('Payment Pending 1');
    expect(note).toContain('9 (not documented) 1');
    expect(note).toMatch(/blank\b.* 1\./);
  });

  test('case 85: the report shows if all orders are unshipped', () => {
    const made = run(
      inMemoryPorts(() => ordersOf({ OrderNumber: 1, OrderStatus: 0 }, { OrderNumber: 2, OrderStatus: 0 })),
      orders,
      {},
    );
    expect(notesOf(made)).toContain('By status: Unshipped 2.');
  });

  test("case 85: a requested status isn't counted", () => {
    const notes = notesOf(run(inMemoryPorts(three), orders, { status: '0' }));
    expect(notes.some((note) => note.startsWith('By status'))).toBe(false);
  });

  test('case 85: a setting requests each status separately', () => {
    const statusOf = ({ body }: HttpRequest) => JSON.parse(body!).RequestBody.RequestCriteria.Status as number;
    const ports = inMemoryPorts((request) =>
      ordersOf({ OrderNumber: statusOf(request), OrderStatus: statusOf(request) }),
    );
    const made = run(ports, orders, {}, { settings: { eachStatus: true } });
    expect(ports.requests.map(statusOf)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(ports.book.rows('Orders')).toHaveLength(6);
    expect(made.calls).toBe(6);
  });
});

describe('orders that move between pages', () => {
  const pageOf = ({ body }: HttpRequest) => JSON.parse(body!).RequestBody.PageIndex as number;

  test('case 87: an order pushed to the next page is one row with its newest values', () => {
    const order = (OrderNumber: number, OrderStatus: number) => ({
      OrderNumber,
      OrderStatus,
      ItemInfoList: [{ SellerPartNumber: 'A', OrderedQty: 1 }],
    });
    const ports = inMemoryPorts((request) => {
      const list = pageOf(request) === 1 ? [order(3, 0), order(2, 0)] : [order(2, 2), order(1, 0)];
      const TotalCount = pageOf(request) === 1 ? 3 : 4;
      return envelope({ PageInfo: { TotalCount, TotalPageCount: 2, PageSize: 2 }, OrderInfoList: list });
    });
    const made = run(ports, orders, {});
    expect(made.state).toBe('done');
    const rows = ports.book.rows('Orders').map((row) => [row['Order number'], row['Order status']]);
    expect(rows.sort()).toEqual([
      ['1', 0],
      ['2', 2],
      ['3', 0],
    ]);
    expect(ports.book.rows('Order lines')).toHaveLength(3);
  });
});

describe('columns that an older order version lacks', () => {
  const one = () => ordersOf({ OrderNumber: 1, AutoVoidTime: '06/20/2025 9:00:00', CurrencyCode: 'USD' });

  test('case 98: are named in the report with their version, and not created', () => {
    const ports = inMemoryPorts(one);
    const notes = notesOf(run(ports, orders, {}, { version: '304' })).join('\n');
    for (const [header, since] of [
      ['Seller order number', 305],
      ['Recycling fee amount', 306],
      ['On time ship due date', 311],
      ['Deliver due date', 311],
      ['Auto void time', 313],
      ['Currency code', 313],
      ['Signature required', 314],
    ] as const) {
      expect(notes).toContain(`${header} (${since})`);
      expect(ports.book.sheet('Orders').cells[0]).not.toContain(header);
    }
  });

  test('case 98: include only columns newer than the chosen version', () => {
    const notes = notesOf(run(inMemoryPorts(one), orders, { version: '311' })).join('\n');
    expect(notes).toContain('Order version 311');
    expect(notes).toContain('Currency code (313)');
    expect(notes).not.toContain('Deliver due date');
  });

  test("case 98: don't exist for the newest version and other operations", () => {
    const versionNotes = (made: Run) => notesOf(made).filter((note) => note.includes('version'));
    expect(versionNotes(run(inMemoryPorts(one), orders, {}, { version: '314' }))).toEqual([]);
    expect(
      versionNotes(
        run(
          inMemoryPorts(() => json({ rows: [], totalRows: 0 })),
          keywords,
          { campaignNumber: 7 },
        ),
      ),
    ).toEqual([]);
  });

  test('case 98: keep their values from an earlier pull with a newer version', () => {
    const ports = inMemoryPorts(one);
    run(ports, orders, {}, { version: '314' });
    run(ports, orders, {}, { version: '304' });
    expect(ports.book.rows('Orders')).toMatchObject([{ 'Currency code': 'USD' }]);
  });
});

describe('a lookup row without an offer', () => {
  test('case 73: stays first and unchanged, with a blank condition', () => {
    const item = { UPC: '012345678905', WebsiteShortTitle: 'Drive' };
    const list = [
      { ...item, MarketItemNumber: 'R0J2-00JV-000C3' },
      { ...item, MarketItemNumber: '0J2-00JV-000C3', Condition: 1 },
    ];
    const ports = inMemoryPorts(() =>
      envelope({ PageInfo: { TotalCount: 2, TotalPageCount: 1, PageSize: 100 }, ItemList: list }),
    );
    run(ports, operations['lookup-report'], { requestId: 'X' });
    const rows = ports.book.rows('Lookup report');
    expect(rows.map((row) => [row.Position, row['Market item number'], row.Condition])).toEqual([
      [1, 'R0J2-00JV-000C3', ''],
      [2, '0J2-00JV-000C3', 1],
    ]);
  });
});

describe('a malfunctioning marketplace', () => {
  const good = () => ordersOf({ OrderNumber: 1, OrderStatus: 0, OrderTotalAmount: 5 });

  test.each([
    ['case 4: a web page under 200', arrival('<html><body>Maintenance</body></html>')],
    ['case 5: an empty answer', arrival('')],
    ['case 24: 502 with a web page', arrival('<html>Bad Gateway</html>', 502)],
    ['case 24: 503 without a body', arrival('', 503)],
    ['case 17: a challenge of the firewall', arrival('<html>Just a moment...</html>', 403)],
    ['case 29: success is false', json({ IsSuccess: 'False', Memo: 'No.' })],
    ['case 25: a timeout', { fault: 'timeout', message: 'Timeout' } as const],
  ])('%s leaves existing rows unchanged', (_, broken) => {
    let answer: HttpResult = good();
    const ports = inMemoryPorts(() => answer);
    run(ports, orders, {});
    const before = JSON.stringify(ports.book.sheet('Orders').cells);
    answer = broken;
    const made = run(ports, orders, {});
    expect(made.state).toBe('fault' in broken ? 'waiting' : 'failed');
    expect(JSON.stringify(ports.book.sheet('Orders').cells)).toBe(before);
    const { errors } = reportOf(made, START);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.message).not.toMatch(/[<>]/);
  });

  test('case 25, case 88: a page without a response is reported, and earlier pages are kept', () => {
    const ports = inMemoryPorts(({ body }) => {
      const page = JSON.parse(body!).RequestBody.PageIndex as number;
      return page === 2
        ? { fault: 'timeout', message: 'Timeout' }
        : envelope({
            PageInfo: { TotalCount: 3, TotalPageCount: 3, PageSize: 1 },
            OrderInfoList: [{ OrderNumber: page }],
          });
    });
    const made = run(ports, orders, {});
    expect(made.state).toBe('waiting');
    expect(ports.book.rows('Orders').map((row) => row['Order number'])).toContain('1');
    const again = executed(ports, made, { connection: shop(), withheld: NOBODY });
    expect(again.state).toBe('partial');
    expect(reportOf(again, START).errors).toMatchObject([
      { code: 'MARKET_TIMEOUT', message: expect.stringContaining('page 2') },
    ]);
  });
});

test('the report mentions if Changes has no room for every change', () => {
  const ports = inMemoryPorts(() => json({}));
  const blank = Object.fromEntries(Object.keys(keywords.answer.record).map((name) => [name, null]));
  const sliceWith = (bid: number) => {
    const records = ['ssd', 'hdd', 'usb'].map((keyword) => ({ ...blank, keyword, bid }));
    return { records, pages: [], complete: [], unknownFields: [] } as Partial<Slice> as Slice;
  };
  const context = {
    ports,
    operation: keywords,
    connection: shop(),
    seller: { sellerId: 'A006', isOnly: true },
    own: shop(),
    allowed: { withheld: new Set(['buyer', 'destination']) },
    version: Number.POSITIVE_INFINITY,
    question: { units: [{}] },
    received: new Map(),
    occurrences: new Map(),
    listed: new Set(),
    changesLeft: 3,
    startedAt: START,
  } as unknown as RunContext;
  const run = begun(keywords, { campaignNumber: 7 });
  expect(writeSlice(context, run, sliceWith(1)).notes).toEqual([]);
  const later = { ...context, occurrences: new Map() };
  const { notes } = writeSlice(later, { ...run, id: 'later' }, sliceWith(2));
  expect(notes).toEqual([CHANGES_CUT_NOTE]);
  expect(ports.book.rows('Keywords')).toHaveLength(3);
  // One line is for the added rows, and the others are for two of the three changed cells.
  expect(ports.book.rows('Changes')).toHaveLength(3);
  expect(later.changesLeft).toBe(0);
});
