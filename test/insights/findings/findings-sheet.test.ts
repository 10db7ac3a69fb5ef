/** The sheet Findings over many runs: ranks, states and money, and what stays a person's. */
import { beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../../src/insights/facts/facts.ts';
import { writeFindings } from '../../../src/insights/findings/write-findings.ts';
import { bidsReport } from '../../../src/insights/reports/bids-report.ts';
import { makeReport } from '../../../src/insights/reports/refresh-reports.ts';
import type { AnyReport } from '../../../src/insights/reports/seller-report.ts';
import { inventory } from '../../../src/operations/inventory.ts';
import { keywords } from '../../../src/operations/keywords.ts';
import { orders } from '../../../src/operations/orders.ts';
import { priceHistory } from '../../../src/operations/price-history.ts';
import { catalog } from '../../../src/tables/catalog/catalog-table.ts';
import type { Cell } from '../../../src/tables/cells.ts';
import { columnLetters } from '../../../src/tables/formula-text.ts';
import { updateRules } from '../../../src/tables/rules/rules-sheet.ts';
import type { InMemoryBook } from '../../support/in-memory-book.ts';
import { inMemoryStore } from '../../support/in-memory-store.ts';
import { bookWith, day, HOUR, inHours, line, NOW, order, price, put, type Said, stock, workbookFor } from './tables.ts';

let book: InMemoryBook;
let now: number;
beforeEach(() => {
  book = bookWith({});
  now = NOW;
});

const run = () => writeFindings(book, factsOf(workbookFor(book, { now })));
const pull = (...said: readonly Said[]) => put(book, orders, said, now);
const rows = () => book.rows('Findings');
const hasKind = (kinds: Cell | undefined, kind: string) => String(kinds).split(', ').includes(kind);
const row = (kind: string) => rows().find(({ Kinds }) => hasKind(Kinds, kind));
const type = (kind: string, header: string, cell: Cell) => {
  const { cells } = book.sheet('Findings');
  const [names] = cells;
  cells.find((each) => hasKind(each[names!.indexOf('Kinds')], kind))![names!.indexOf(header)] = cell;
};
const shipped = { orderStatus: 2, packageInfoList: [{ trackingNumber: 'T1', itemInfoList: [] }] };
const soon = (said: Said = {}) => order({ autoVoidTime: inHours(30), ...said });

test('columns are in order, and a row says all that is known', () => {
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

test('the currency is shown once amounts have several', () => {
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

test('ranks do not follow the order in which people sorted a table', () => {
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

test('the sheet is there before anything is found', () => {
  run();
  expect(book.sheet('Findings').cells).toHaveLength(1);
});

test('an order has one row: the most urgent sentence, all reasons, the largest amount and the earliest deadline', () => {
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

describe('rows', () => {
  const numbers = () => rows().map((each) => each['Record ID']);
  const priced = (orderNumber: string, unitPrice: number) => soon({ orderNumber, itemInfoList: [line({ unitPrice })] });

  test('are sorted by rank after each run, those that ended last, with what people put on them', () => {
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

  test('stay where the person sorted them', () => {
    pull(priced('1', 10), priced('2', 20), priced('3', 30));
    run();
    const sheet = book.sheet('Findings');
    sheet.cells = [sheet.cells[0]!, ...sheet.cells.slice(1).reverse()];
    pull(priced('2', 50), priced('4', 40));
    run();
    expect(numbers()).toEqual(['1', '2', '3', '4']);
  });

  test('are sorted by the next run where an execution ended before', () => {
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

test('deadlines within a day come first, then amounts, then kinds; closed rows keep their rank', () => {
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

  test('is ended when the cause is gone, keeps what it said, and is open again when the cause comes back', () => {
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
  ])('"%s" is, at a price of %d, %s', (typed, unitPrice, expected) => {
    pull(soon());
    run();
    type('void-soon', 'State', typed);
    run();
    pull(soon({ itemInfoList: [line({ unitPrice })] }));
    run();
    expect(state()).toBe(expected);
  });

  test('that was explained counts from what it was worth then, however slowly it grows', () => {
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

  test('that was explained is open again once another kind is added', () => {
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

  test('of an order that was shipped ends at once, however old its data', () => {
    pull(soon());
    run();
    pull(soon(shipped));
    now += 30 * HOUR;
    run();
    expect(state()).toBe('ended');
  });

  test('is not ended while nobody has read for long: a deadline does not vanish', () => {
    pull(soon());
    run();
    now += 31 * HOUR;
    run();
    expect(row('void-soon')).toMatchObject({ State: 'open', Rank: 1 });
    pull(soon());
    run();
    expect(state()).toBe('ended');
  });

  test('of a price is not ended by its age while nobody asks for prices', () => {
    const polled = (hours: number) => put(book, catalog, [{ itemNumber: '9SI1', pricesPolled: inHours(hours) }]);
    pull(order(shipped));
    put(book, priceHistory, [price({ targetUnitPrice: 10.5 })]);
    polled(0);
    run();
    now += 8 * 24 * HOUR;
    run();
    expect(row('above-featured')).toMatchObject({ State: 'open' });
    polled(8 * 24);
    run();
    expect(row('above-featured')?.State).toBe('ended');
  });

  test('of what is out of stock is not ended while nobody has read what sells', () => {
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

  test('of late data is open', () => {
    pull(soon());
    now += 2.5 * HOUR;
    run();
    expect(row('void-soon')).toMatchObject({ State: 'open', Rank: 1, 'At risk': 20.5 });
  });
});

test('notes, own columns and the order of rows stay; an unchanged world writes nothing but As of', () => {
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

test('links and hours are formulas of the row, written once; one that is broken is mended', () => {
  pull(soon());
  run();
  const sheet = book.sheet('Findings');
  const at = (header: string) => sheet.cells[0]!.indexOf(header) + 1;
  const formula = (header: string) => sheet.formulas.get(`2 ${at(header)}`);
  expect([...sheet.formulas.values()].join('\n')).toMatch(
    /=HYPERLINK\("#gid=\d+&range=A"&IFERROR\(MATCH\(IF\(.*'Orders'!([A-Z]+):\1,0\),1\)\),[A-Z]+2\)/,
  );
  expect(formula('Hours left')).toContain('-NOW())*24');
  sheet.formulas.clear();
  run();
  expect(sheet.formulas.size).toBe(3);
});

describe('formulas of a row', () => {
  const sheet = () => book.sheet('Findings');
  const at = (id: string) => sheet().remembered!.positions[id]!;
  const formula = (id: string, line = 2) => sheet().formulas.get(`${line} ${at(id)}`);
  const cell = (id: string, line = 2) => `${columnLetters(at(id))}${line}`;

  test('tell the hours that are left, whether data are late, and where the record stands', () => {
    pull(soon());
    run();
    const [deadline, lateAt] = [cell('deadline'), cell('lateAt')];
    expect(formula('hoursLeft')).toBe(`=IF(OR(${deadline}="",${cell('state')}="ended"),"",(${deadline}-NOW())*24)`);
    expect(formula('late')).toBe(`=IF(${lateAt}="","",IF(${lateAt}<NOW(),"late",""))`);
    const keys = columnLetters(book.sheet('Orders').remembered!.positions.rowKey!);
    const [key, pattern, within] = [cell('linkKey'), cell('linkPattern'), `'Orders'!${keys}:${keys}`];
    expect(formula('record')).toBe(
      `=HYPERLINK("#gid=${book.sheet('Orders').id}&range=A"&IFERROR(MATCH(IF(${pattern}="",${key},${pattern}),${within},0),IFERROR(MATCH(${key},${within},0),1)),${cell('label')})`,
    );
  });

  test('leave out the hour by which clocks go forward until then, once the rules say when', () => {
    pull(soon());
    run();
    updateRules(book, inMemoryStore(), now);
    run();
    const { clocksChange, hoursForward } = book.sheet('Rules').remembered!.positions;
    const greatest = (position: number) => {
      const letters = columnLetters(position);
      return `MAX('Rules'!${letters}:${letters})`;
    };
    const [change, hours] = [greatest(clocksChange!), greatest(hoursForward!)];
    const deadline = cell('deadline');
    expect(formula('hoursLeft')).toBe(
      `=IF(OR(${deadline}="",${cell('state')}="ended"),"",(${deadline}-NOW())*24-IFERROR(IF(AND(${change}>NOW(),${change}<=${deadline}),${hours},0),0))`,
    );
  });

  const show = (id: string, shown: Cell) => {
    sheet().cells[1]![at(id) - 1] = shown;
  };

  test.each<[string, () => unknown]>([
    ['a link that shows an error', () => show('record', '#N/A')],
    ['hours that show an error', () => show('hoursLeft', '#REF!')],
    ['a link to what is gone', () => sheet().formulas.set(`2 ${at('record')}`, '=HYPERLINK(#REF!,1)')],
    ['hours of what is gone', () => sheet().formulas.set(`2 ${at('hoursLeft')}`, '=#REF!-NOW()')],
    ['a link that somebody typed over', () => sheet().formulas.delete(`2 ${at('record')}`)],
    [
      'a link of a former build',
      () => sheet().formulas.set(`2 ${at('record')}`, '=HYPERLINK("#gid=1&range=A"&MATCH(A1,B:B,0),C1)'),
    ],
    ['hours that somebody typed over', () => sheet().formulas.delete(`2 ${at('hoursLeft')}`)],
  ])('are mended where there is %s, and left alone once they are whole', (_, spoil) => {
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

  test('give way to the plain name where the record is gone, which is written once', () => {
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

test('what a report is about leads to its row there, and to the pulled table once the report is gone', () => {
  const keyword: Said = {
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
