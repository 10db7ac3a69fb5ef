import { beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../../src/insights/facts/facts.ts';
import { writeFindings } from '../../../src/insights/findings/write-findings.ts';
import { bidsReport } from '../../../src/insights/reports/bids-report.ts';
import { makeReport } from '../../../src/insights/reports/refresh-reports.ts';
import type { AnyReport } from '../../../src/insights/reports/seller-report.ts';
import { adPerformance } from '../../../src/operations/ad-performance.ts';
import { inventory } from '../../../src/operations/inventory.ts';
import { keywords } from '../../../src/operations/keywords.ts';
import { orders } from '../../../src/operations/orders.ts';
import { priceHistory } from '../../../src/operations/price-history.ts';
import { catalog } from '../../../src/tables/catalog/catalog-table.ts';
import type { Cell } from '../../../src/tables/cells.ts';
import { columnLetters } from '../../../src/tables/formula-text.ts';
import type { InMemoryBook } from '../../support/in-memory-book.ts';
import {
  adDay,
  bookWith,
  day,
  type Fields,
  HOUR,
  inHours,
  line,
  NOW,
  order,
  price,
  put,
  stock,
  workbookFor,
} from './tables.ts';

let book: InMemoryBook;
let now: number;
beforeEach(() => {
  book = bookWith({});
  now = NOW;
});

const run = () => writeFindings(book, factsOf(workbookFor(book, { now })));
const pull = (...records: readonly Fields[]) => put(book, orders, records, now);
const rows = () => book.rows('Findings');
const hasKind = (kinds: Cell | undefined, kind: string) => String(kinds).split(', ').includes(kind);
const row = (kind: string) => rows().find(({ Kinds }) => hasKind(Kinds, kind));
const type = (kind: string, header: string, cell: Cell) => {
  const { cells } = book.sheet('Findings');
  const [names] = cells;
  cells.find((each) => hasKind(each[names!.indexOf('Kinds')], kind))![names!.indexOf(header)] = cell;
};
const shipped = { orderStatus: 2, packageInfoList: [{ trackingNumber: 'T1', itemInfoList: [] }] };
const soon = (fields: Fields = {}) => order({ autoVoidTime: inHours(30), ...fields });

test('has its columns in order, and fills a row completely', () => {
  pull(soon());
  run();
  expect(Object.keys(rows()[0]!).slice(0, 14)).toEqual([
    ...['Rank', 'What to do', 'Record', 'Deadline', 'Hours left', 'At risk', 'Why', 'Kinds', 'Seller ID', 'State'],
    ...['Note', 'First seen', 'Data as of', 'As of'],
  ]);
  expect(rows()).toMatchObject([
    {
      Rank: 1,
      'At risk': 20.5,
      Deadline: new Date(NOW + 30 * HOUR),
      'Data as of': new Date(NOW),
      Kinds: 'void-soon',
      Currency: 'USD',
      'Seller ID': 'A006',
      State: 'open',
      Note: '',
      'First seen': new Date(NOW),
      'As of': new Date(NOW),
      'Late at': new Date(NOW + 2 * HOUR),
    },
  ]);
});

test('shows the currency column once amounts have several currencies', () => {
  const isShown = () => {
    const { cells, hidden } = book.sheet('Findings');
    return !hidden.has(cells[0]!.indexOf('Currency') + 1);
  };
  pull(soon());
  run();
  expect(isShown()).toBe(false);
  pull(soon({ orderNumber: '2', currencyCode: 'CAD' }));
  run();
  expect(isShown()).toBe(true);
});

test("ranks don't depend on a table's sort order", () => {
  pull(soon({ orderNumber: '3' }), soon({ orderNumber: '1' }), soon({ orderNumber: '2' }));
  run();
  const ranks = () => Object.fromEntries(rows().map((each) => [each['Record ID'], each.Rank]));
  const before = ranks();
  const { cells } = book.sheet('Orders');
  cells.splice(1, cells.length - 1, ...cells.slice(1).reverse());
  run();
  expect(Object.keys(before)).toHaveLength(3);
  expect(ranks()).toEqual(before);
});

test('creates the sheet even without findings', () => {
  run();
  expect(book.sheet('Findings').cells).toHaveLength(1);
});

test('merges all findings of an order into one row with the most urgent text, all reasons, the largest amount, and the earliest deadline', () => {
  pull(soon({ onTimeShipDueDate: day('2025-06-18') }));
  put(book, inventory, [stock(1)], now);
  run();
  expect(rows()).toMatchObject([
    {
      'What to do': 'Ship today: 2 units.',
      Why: 'Auto-voids Jun 19, 2:00 PM: 2 units not shipped; Ship today: 2 units; Short on P-1: 1 of 2 units',
      Kinds: 'void-soon, due-today, cannot-ship',
      'At risk': 20.5,
      Deadline: new Date('2025-06-19T04:00:00Z'),
    },
  ]);
});

test("a late order without stock says how late it is, and has the stock's deadline", () => {
  pull(soon({ autoVoidTime: null, onTimeShipDueDate: day('2025-06-17') }));
  put(book, inventory, [stock(0)], now);
  run();
  expect(rows()[0]).toMatchObject({
    'What to do': '1 day late: 2 units not shipped.',
    Kinds: 'overdue, cannot-ship',
    Deadline: new Date('2025-06-18T04:00:00Z'),
  });
});

describe('rows', () => {
  const numbers = () => rows().map((each) => each['Record ID']);
  const priced = (orderNumber: string, unitPrice: number) => soon({ orderNumber, itemInfoList: [line({ unitPrice })] });

  test('are sorted by rank after each run, ended rows last, including user rows', () => {
    pull(priced('1', 10), priced('2', 20), priced('3', 30));
    run();
    expect(numbers()).toEqual(['3', '2', '1']);
    const { cells } = book.sheet('Findings');
    cells[1]![cells[0]!.indexOf('Note')] = 'of 3';
    now += HOUR;
    pull(priced('1', 99), { ...priced('3', 30), ...shipped }, priced('4', 40));
    run();
    expect(numbers()).toEqual(['1', '4', '2', '3']);
    expect(rows().map(({ Rank, Note }) => [Rank, Note])).toEqual([
      [1, ''],
      [2, ''],
      [3, ''],
      ['', 'of 3'],
    ]);
    expect(book.sheet('Findings').remembered!.ordered).toBeUndefined();
  });

  test("keep the user's sort order", () => {
    pull(priced('1', 10), priced('2', 20), priced('3', 30));
    run();
    const sheet = book.sheet('Findings');
    sheet.cells = [sheet.cells[0]!, ...sheet.cells.slice(1).reverse()];
    pull(priced('2', 50), priced('4', 40));
    run();
    expect(numbers()).toEqual(['1', '2', '3', '4']);
  });

  test("aren't sorted if only other cells change", () => {
    pull(priced('1', 10), priced('2', 20));
    run();
    const sheet = book.sheet('Findings');
    sheet.sortRows = () => {
      throw new Error('sorted');
    };
    pull(priced('2', 21));
    run();
    expect(rows().map((each) => [each.Rank, each['Record ID'], each['At risk']])).toEqual([
      [1, '2', 42],
      [2, '1', 20],
    ]);
  });

  test('are sorted by the next run if an execution was killed before sorting', () => {
    pull(priced('1', 10), priced('2', 20));
    run();
    const sheet = book.sheet('Findings');
    const { sortRows } = sheet;
    sheet.sortRows = () => {
      throw new Error('ended');
    };
    pull(priced('1', 50));
    expect(run).toThrow('ended');
    expect(numbers()).toEqual(['2', '1']);
    sheet.sortRows = sortRows;
    run();
    expect(numbers()).toEqual(['1', '2']);
  });
});

test('ranks deadlines within a day first, then amounts, then kinds; closed rows keep their rank', () => {
  pull(
    order({ orderNumber: '1', autoVoidTime: inHours(20), itemInfoList: [line({ unitPrice: 1 })] }),
    order({ orderNumber: '2', autoVoidTime: inHours(25) }),
    order({ orderNumber: '3', autoVoidTime: inHours(26), itemInfoList: [line({ unitPrice: 99 })] }),
    order({ orderNumber: '4', autoVoidTime: inHours(27), itemInfoList: [line({ unitPrice: null })] }),
    order({ orderNumber: '5', autoVoidTime: inHours(28) }),
  );
  run();
  const ranks = () => Object.fromEntries(rows().map((each) => [each['Record ID'], each.Rank]));
  expect(ranks()).toMatchObject({ 1: 1, 3: 2, 4: 5 });
  expect(Object.values(ranks()).sort()).toEqual([1, 2, 3, 4, 5]);
  const { cells } = book.sheet('Findings');
  cells.find((each) => each.includes('3'))![cells[0]!.indexOf('State')] = 'closed';
  run();
  expect(ranks()).toMatchObject({ 1: 1, 3: 2, 4: 5 });
});

describe('a state', () => {
  const state = () => row('void-soon')?.State;

  test('ends with its cause, keeps the text, and reopens if the cause returns', () => {
    pull(soon());
    run();
    now += HOUR;
    pull(soon(shipped));
    run();
    expect(row('void-soon')).toMatchObject({
      State: 'ended',
      Rank: '',
      'At risk': 20.5,
      'As of': new Date(now),
    });
    const ended = now;
    now += HOUR;
    run();
    expect(row('void-soon')).toMatchObject({ State: 'ended', 'As of': new Date(ended) });
    pull(soon());
    run();
    expect(row('void-soon')).toMatchObject({ State: 'open', Rank: 1, 'First seen': new Date(NOW) });
  });

  test.each([
    ['explained', 12.81, 'explained'],
    ['explained', 12.82, 'open'],
    [' Explained ', 12.81, ' Explained '],
    ['closed', 99, 'closed'],
    ['what?', 10.25, 'open'],
    ['', 10.25, 'open'],
  ])('"%s" at a price of %d becomes "%s"', (typed, unitPrice, expected) => {
    pull(soon());
    run();
    type('void-soon', 'State', typed);
    run();
    pull(soon({ itemInfoList: [line({ unitPrice })] }));
    run();
    expect(state()).toBe(expected);
  });

  test('set to explained reopens after growth since then, however slow', () => {
    pull(soon());
    run();
    type('void-soon', 'State', 'explained');
    for (const unitPrice of [11, 12, 12.8]) {
      pull(soon({ itemInfoList: [line({ unitPrice })] }));
      run();
      expect(state()).toBe('explained');
    }
    pull(soon({ itemInfoList: [line({ unitPrice: 13 })] }));
    run();
    expect(row('void-soon')).toMatchObject({ State: 'open', 'Explained at': '' });
  });

  test('set to explained reopens when another kind is added', () => {
    pull(soon());
    run();
    type('void-soon', 'State', 'explained');
    put(book, inventory, [stock(2)], now);
    run();
    expect(state()).toBe('explained');
    put(book, inventory, [stock(1)], now);
    run();
    expect(row('void-soon')).toMatchObject({ Kinds: 'void-soon, cannot-ship', State: 'open' });
  });

  test('of a shipped order ends immediately, although the data is old', () => {
    pull(soon());
    run();
    pull(soon(shipped));
    now += 30 * HOUR;
    run();
    expect(state()).toBe('ended');
  });

  test("doesn't end while data is stale, so no deadline disappears", () => {
    pull(soon());
    run();
    now += 31 * HOUR;
    run();
    expect(row('void-soon')).toMatchObject({ State: 'open', Rank: 1 });
    pull(soon());
    run();
    expect(state()).toBe('ended');
  });

  test("doesn't end, and keeps its state, while its sheet can't be read", () => {
    pull(soon());
    run();
    type('void-soon', 'State', 'closed');
    const sheet = book.sheet('Orders');
    book.sheets.delete('Orders');
    run();
    expect(state()).toBe('closed');
    book.sheets.set('Orders', sheet);
    run();
    expect(state()).toBe('closed');
  });

  test("doesn't end, and keeps its state, while another sheet that it needs can't be read", () => {
    const state = () => row('cannot-ship')?.State;
    pull(order({ orderStatus: 0 }));
    put(book, inventory, [stock(0)], now);
    run();
    expect(state()).toBe('open');
    type('cannot-ship', 'State', 'explained');
    const sheet = book.sheet('Inventory');
    book.sheets.delete('Inventory');
    run();
    expect(state()).toBe('explained');
    book.sheets.set('Inventory', sheet);
    run();
    expect(state()).toBe('explained');
    pull(order(shipped));
    book.sheets.delete('Inventory');
    run();
    expect(state()).toBe('ended');
  });

  test('of packages is not made up while their sheet is missing', () => {
    pull(order(shipped));
    book.sheets.delete('Packages');
    run();
    expect(row('mismatch')).toBeUndefined();
  });

  test("of a price doesn't end with age while prices aren't polled", () => {
    const polled = (hours: number) => put(book, catalog, [{ itemNumber: '9SI1', pricesPolled: inHours(hours) }]);
    pull(order(shipped));
    put(book, priceHistory, [price({ targetUnitPrice: 10.5 })]);
    polled(0);
    run();
    now += 8 * 24 * HOUR;
    put(book, catalog, [{ itemNumber: '9SI1', pricesPolled: inHours(0), canadianPricesPolled: inHours(8 * 24) }]);
    run();
    expect(row('above-featured')).toMatchObject({ State: 'open' });
    polled(8 * 24);
    run();
    expect(row('above-featured')?.State).toBe('ended');
  });

  test("of a price doesn't end because the item seems unsold while orders aren't read", () => {
    const look = (readHours: number) =>
      writeFindings(
        book,
        factsOf(workbookFor(book, { now, ages: [{ table: 'Orders', sellerId: 'A006', at: inHours(readHours).at }] })),
      );
    const poll = (hours: number) => {
      put(book, catalog, [{ itemNumber: '9SI1', pricesPolled: inHours(hours) }]);
      put(book, priceHistory, [price({ targetUnitPrice: 10.5, requestTimeStamp: inHours(hours) })]);
    };
    pull(order(shipped));
    poll(0);
    look(0);
    expect(row('above-featured')).toMatchObject({ State: 'open' });
    now += 40 * 24 * HOUR;
    poll(40 * 24);
    look(0);
    expect(row('above-featured')).toMatchObject({ State: 'open' });
    look(40 * 24);
    expect(row('above-featured')?.State).toBe('ended');
  });

  test("of an out-of-stock item doesn't end while orders aren't read", () => {
    const read = (table: string) => ({ table, sellerId: 'A006', at: NOW });
    const look = () =>
      writeFindings(book, factsOf(workbookFor(book, { now, ages: [read('Orders'), read('Inventory')] })));
    pull(order({ orderStatus: 2 }));
    put(book, inventory, [stock(0)], now);
    look();
    now += 40 * 24 * HOUR;
    put(book, inventory, [stock(0)], now);
    look();
    expect(row('out-of-stock')?.State).toBe('open');
    put(book, inventory, [stock(1)], now);
    look();
    expect(row('out-of-stock')?.State).toBe('ended');
  });

  test('of an item ignores when its gone stock rows were read', () => {
    const gone = {
      inventoryAllocation: [{ warehouseLocation: 'CAN', fulfillmentOption: '0', availableQuantity: 0 }],
    };
    pull(order({ orderStatus: 2 }));
    put(book, inventory, [stock(0), stock(0, gone)], now);
    const { cells } = book.sheet('Inventory');
    cells[2]![cells[0]!.indexOf('Gone since')] = new Date(now);
    const look = () =>
      writeFindings(book, factsOf(workbookFor(book, { now, ages: [{ table: 'Orders', sellerId: 'A006', at: now }] })));
    look();
    now += 10 * HOUR;
    put(book, inventory, [stock(0)], now);
    look();
    expect(row('out-of-stock')).toMatchObject({ State: 'open', 'Late at': new Date(now + 8 * HOUR) });
    put(book, inventory, [stock(9)], now);
    look();
    expect(row('out-of-stock')?.State).toBe('ended');
  });

  test('of declined keywords ends when the keyword is gone, however old its row is', () => {
    put(book, keywords, [{ campaignNumber: '77', groupNumber: '88', keyword: 'fan', declineReason: 'Word' }], now);
    run();
    expect(row('keyword-declined')?.State).toBe('open');
    now += 72 * HOUR;
    const { cells } = book.sheet('Keywords');
    cells[1]![cells[0]!.indexOf('Gone since')] = new Date(now);
    run();
    expect(row('keyword-declined')?.State).toBe('ended');
  });

  test('of an ad group ends by its newest day', () => {
    const week = (date: string, fields: Fields) =>
      put(book, adPerformance, [adDay(date, { ...fields, productList: '9SI1' })], now);
    put(book, inventory, [stock(0)], now);
    const other = { groupNumber: '99', spend: 90, sales: 100 };
    week('2025-06-17', { status: 'Out of budget', spend: 5, sales: 100 });
    week('2025-06-17', other);
    run();
    expect(rows().map((each) => each.Kinds)).toEqual(['ads-without-stock', 'out-of-stock', 'ad-budget']);
    now += 7 * 24 * HOUR;
    week('2025-06-24', { status: 'Delivering', spend: 5, sales: 100 });
    week('2025-06-24', { ...other, status: 'Ended' });
    put(book, inventory, [stock(9)], now);
    run();
    expect(rows().map((each) => each.State)).toEqual(['ended', 'ended', 'ended']);
  });

  test('stays open on late data', () => {
    pull(soon());
    now += 2.5 * HOUR;
    run();
    expect(row('void-soon')).toMatchObject({ State: 'open', Rank: 1, 'At risk': 20.5 });
  });
});

test('keeps notes, user columns, and row order; an unchanged run writes only "As of"', () => {
  pull(soon(), soon({ orderNumber: '1002' }));
  run();
  type('void-soon', 'Note', '=1+1');
  const sheet = book.sheet('Findings');
  sheet.insertColumn(3, ['Mine', 'a', 'b']);
  const [header, ...below] = sheet.cells;
  sheet.cells = [header!, ...below.reverse()];
  run();
  const before = sheet.cells.map((each) => [...each]);
  const asOf = before[0]!.indexOf('As of');
  for (let count = 0; count < 3; count++) {
    now += HOUR / 10;
    run();
    const others = (cells: Cell[][]) => cells.map((each) => each.filter((_, index) => index !== asOf));
    expect(others(sheet.cells)).toEqual(others(before));
    expect(sheet.cells[1]![asOf]).toEqual(new Date(now));
  }
  expect(rows().map(({ Mine, Note }) => [Mine, Note])).toEqual([
    ['b', ''],
    ['a', '=1+1'],
  ]);
});

test('writes links and hours as formulas once, and restores missing ones', () => {
  pull(soon());
  run();
  const sheet = book.sheet('Findings');
  const at = (header: string) => sheet.cells[0]!.indexOf(header) + 1;
  const formula = (header: string) => sheet.formulas.get(`2 ${at(header)}`);
  expect([...sheet.formulas.values()].join('\n')).toMatch(
    /=HYPERLINK\("#gid=\d+&range=A"&IFERROR\(MATCH\(IF\(.*'Orders'!([A-Z]+):\1,0\),1\)\),[A-Z]+2\)/,
  );
  expect(formula('Hours left')).toContain('-MARKET_NOW)*24');
  sheet.formulas.clear();
  run();
  expect(sheet.formulas.size).toBe(3);
});

describe('formulas of a row', () => {
  const sheet = () => book.sheet('Findings');
  const at = (id: string) => sheet().remembered!.positions[id]!;
  const formula = (id: string, line = 2) => sheet().formulas.get(`${line} ${at(id)}`);
  const cell = (id: string, line = 2) => `${columnLetters(at(id))}${line}`;

  test('show the hours left, late data, and a link to the record', () => {
    pull(soon());
    run();
    const [deadline, lateAt] = [cell('deadline'), cell('lateAt')];
    expect(formula('hoursLeft')).toBe(
      `=IF(OR(${deadline}="",${cell('state')}="ended"),"",(${deadline}-MARKET_NOW)*24)`,
    );
    expect(formula('late')).toBe(`=IF(${lateAt}="","",IF(${lateAt}<MARKET_NOW,"late",""))`);
    const keys = columnLetters(book.sheet('Orders').remembered!.positions.rowKey!);
    const [key, pattern, within] = [cell('linkKey'), cell('linkPattern'), `'Orders'!${keys}:${keys}`];
    expect(formula('record')).toBe(
      `=HYPERLINK("#gid=${book.sheet('Orders').id}&range=A"&IFERROR(MATCH(IF(${pattern}="",${key},${pattern}),${within},0),IFERROR(MATCH(${key},${within},0),1)),${cell('label')})`,
    );
  });

  const show = (id: string, shown: Cell) => {
    sheet().cells[1]![at(id) - 1] = shown;
  };

  test.each<[string, () => unknown]>([
    ['a link that shows an error', () => show('record', '#N/A')],
    ['hours that show an error', () => show('hoursLeft', '#REF!')],
    ['a link to a deleted sheet', () => sheet().formulas.set(`2 ${at('record')}`, '=HYPERLINK(#REF!,1)')],
    ['hours from a deleted cell', () => sheet().formulas.set(`2 ${at('hoursLeft')}`, '=#REF!-MARKET_NOW')],
    ['an overwritten link', () => sheet().formulas.delete(`2 ${at('record')}`)],
    [
      'a link from an earlier build',
      () => sheet().formulas.set(`2 ${at('record')}`, '=HYPERLINK("#gid=1&range=A"&MATCH(A1,B:B,0),C1)'),
    ],
    ['overwritten hours', () => sheet().formulas.delete(`2 ${at('hoursLeft')}`)],
  ])('are repaired after %s, and not rewritten while intact', (_, spoil) => {
    pull(soon(), soon({ orderNumber: '1002' }));
    run();
    const whole = [...sheet().formulas].sort();
    spoil();
    let fills = 0;
    const { fill } = sheet();
    sheet().fill = (given) => {
      fills++;
      fill(given);
    };
    run();
    expect([...sheet().formulas].sort()).toEqual(whole);
    expect(fills).toBe(3);
    show('record', 'Order 1001');
    show('hoursLeft', 30);
    fills = 0;
    run();
    expect(fills).toBe(0);
  });

  test('become plain text, written once, when the record is gone', () => {
    pull(soon());
    run();
    show('record', 'Order 1001');
    book.sheet('Orders').cells.length = 1;
    run();
    expect(row('void-soon')).toMatchObject({ State: 'ended', Record: 'Order 1001' });
    let writes = 0;
    const { write } = sheet();
    sheet().write = (given) => {
      writes++;
      write(given);
    };
    sheet().formulas.delete(`2 ${at('record')}`);
    show('record', 'Order 1001');
    run();
    expect(writes).toBe(0);
    show('record', 'typed');
    run();
    expect([writes, row('void-soon')!.Record]).toEqual([1, 'Order 1001']);
  });
});

test('a finding about a report links to the report row, and to the pulled table after the report is deleted', () => {
  const keyword: Fields = {
    ...{ campaignNumber: '7', groupNumber: '71', keyword: 'AB*1', matchType: 0, status: 'Delivering' },
    ...{ activeStatus: 'Active', bid: 9, suggBidLowest: 1, suggBidMost: 2 },
  };
  put(book, keywords, [keyword], now);
  const facts = () => factsOf(workbookFor(book, { now }));
  makeReport(book, facts(), bidsReport as AnyReport);
  const link = () => {
    run();
    const { formulas, remembered } = book.sheet('Findings');
    return formulas.get(`2 ${remembered!.positions.record}`) ?? '';
  };
  const keysOf = (name: string, id: string) => {
    const letters = columnLetters(book.sheet(name).remembered!.positions[id]!);
    return `'${name}'!${letters}:${letters}`;
  };
  expect(link()).toContain(`#gid=${book.sheet('Bids').id}&`);
  expect(link()).toContain(keysOf('Bids', 'linkKey'));
  expect(row('bid-outside')).toMatchObject({
    'Link table': 'Keywords',
    'Link key': 'A006|7|71|AB*1|0',
    'Link pattern': 'A006|7|71|AB~*1|0',
  });
  book.remove('Bids');
  expect(link()).toContain(keysOf('Keywords', 'rowKey'));
  expect(row('bid-outside')!.State).toBe('ended');
});
