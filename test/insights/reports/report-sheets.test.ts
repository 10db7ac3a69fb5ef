/** Reports are created on request, with links to records, totals at the top, and the data's age. */
import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../src/insights/facts/facts.ts';
import { bidsReport } from '../../../src/insights/reports/bids-report.ts';
import { itemsReport } from '../../../src/insights/reports/items-report.ts';
import { makeReport, refreshReports, reports } from '../../../src/insights/reports/refresh-reports.ts';
import { type AnyReport, lateAfter, readAt } from '../../../src/insights/reports/seller-report.ts';
import { keywords } from '../../../src/operations/keywords.ts';
import { orders } from '../../../src/operations/orders.ts';
import type { InMemoryBook } from '../../support/in-memory-book.ts';
import { bookWith, type Fields, HOUR, NOW, put, workbookFor } from '../findings/tables.ts';

const keyword = (text: string, others: Fields = {}): Fields => ({
  ...{ campaignNumber: '7', campaignName: 'Summer', groupNumber: '71', groupName: 'First', keyword: text },
  ...{ matchType: 0, status: 'Delivering', activeStatus: 'Active' },
  ...{ bid: 1, suggBidLowest: 0.5, suggBid: 1.2, suggBidMost: 2 },
  ...others,
});

const facts = (book: InMemoryBook) => factsOf(workbookFor(book, { now: NOW + HOUR }));
const make = (book: InMemoryBook) => makeReport(book, facts(book), bidsReport as AnyReport);

describe('Bids', () => {
  const links = (book: InMemoryBook) => {
    const sheet = book.sheet('Bids');
    const at = sheet.remembered!.positions.record!;
    return sheet.cells.slice(1).map((_, index) => sheet.formulas.get(`${index + 2} ${at}`) ?? '');
  };

  test('lists keywords, those farthest outside their suggested range first, with the age of the data', () => {
    const book = bookWith({
      keywords: [keyword('ssd', { declineReason: 'Trademark' }), keyword('hub', { bid: 2.5 }), keyword('fan')],
    });
    make(book);
    const rows = book.rows('Bids');
    expect(rows.map(({ Keyword, Verdict, State }) => [Keyword, Verdict, State])).toEqual([
      ['hub', 'above most', 'delivering'],
      ['fan', 'within', 'delivering'],
      ['ssd', 'within', 'declined'],
    ]);
    const values = Object.entries(rows[0]!).map(([header, cell]) => [header, cell] as const);
    const of = Object.fromEntries(values);
    expect(of).toMatchObject({
      ...{ 'Campaign number': '7', 'Campaign name': 'Summer', 'Group number': '71', 'Group name': 'First' },
      ...{ Bid: 2.5, 'Outside by': 0.5, 'As of': new Date(NOW), 'Seller ID': 'A006' },
    });
    expect(Object.values(of)).toEqual(expect.arrayContaining([0.5, 1.2, 2, 36, 'A006|7|71|hub|0']));
  });

  test('links each row to its keyword, and writes a link once', () => {
    const book = bookWith({ keywords: [keyword('ssd'), keyword('hub')] });
    make(book);
    const before = links(book);
    expect(before).toHaveLength(2);
    for (const [index, link] of before.entries())
      expect(link).toMatch(
        new RegExp(
          `^=IF\\([A-Z]+${index + 2}="","",HYPERLINK\\("#gid=\\d+&range=A"&IFERROR\\(MATCH\\(IF\\(.*'Keywords'!([A-Z]+):\\1,0\\),1\\)\\),[A-Z]+${index + 2}\\)\\)$`,
        ),
      );
    const fills: unknown[] = [];
    const sheet = book.sheet('Bids');
    const { fill } = sheet;
    sheet.fill = (given) => {
      fills.push(given.row);
      fill(given);
    };
    make(book);
    expect(fills).toEqual([]);
    // Restores a broken link, and adds a link to a new row.
    sheet.formulas.delete(`2 ${sheet.remembered!.positions.record!}`);
    put(book, keywords, [keyword('fan')]);
    make(book);
    expect(links(book)).toHaveLength(3);
    expect(links(book).every((link) => link.startsWith('=IF('))).toBe(true);
  });

  test('escapes wildcards in the key that a link looks up', () => {
    const book = bookWith({ keywords: [keyword('5*? ~')] });
    make(book);
    expect(book.rows('Bids')[0]).toMatchObject({
      'Link key': 'A006|7|71|5*? ~|0',
      'Link pattern': 'A006|7|71|5~*~? ~~|0',
    });
  });

  test('writes to the right rows if the user sorts the sheet meanwhile', () => {
    const book = bookWith({ keywords: [keyword('ssd'), keyword('hub'), keyword('fan')] });
    make(book);
    put(book, keywords, [keyword('ssd', { bid: 7 }), keyword('hub', { bid: 8 }), keyword('fan', { bid: 9 })]);
    const sheet = book.sheet('Bids');
    const { details } = sheet;
    let isSorted = false;
    sheet.details = (area) => {
      const found = details(area);
      // Sorts the sheet between planning and writing.
      if (!isSorted) sheet.cells.splice(1, 3, ...sheet.cells.slice(1).reverse());
      isSorted = true;
      return found;
    };
    make(book);
    expect(isSorted).toBe(true);
    const bids = book.rows('Bids').map(({ Keyword, Bid }) => `${Keyword} ${Bid}`);
    expect(bids.sort()).toEqual(['fan 9', 'hub 8', 'ssd 7']);
  });

  test('separates keywords whose campaign, group, case, or match type differ', () => {
    const several = [
      keyword('ssd'),
      keyword('SSD'),
      keyword('ssd', { matchType: 1 }),
      keyword('ssd', { groupNumber: '72' }),
      keyword('ssd', { campaignNumber: '8' }),
      keyword('ssd', { sellerId: 'B1' }),
    ];
    const book = bookWith({ keywords: several });
    make(book);
    expect(book.rows('Bids')).toHaveLength(6);
    const { cells } = book.sheet('Keywords');
    cells[1]![cells[0]!.indexOf('Gone since')] = new Date(NOW);
    make(book);
    expect(book.rows('Bids').filter(({ State }) => State === 'gone')).toHaveLength(1);
  });

  test('is updated while it exists, and not created automatically', () => {
    const book = bookWith({ keywords: [keyword('ssd')] });
    refreshReports(book, facts(book));
    expect(book.tables()).toEqual(['Keywords']);
    make(book);
    put(book, keywords, [keyword('ssd', { bid: 9 })]);
    refreshReports(book, facts(book));
    expect(book.rows('Bids').map(({ Bid }) => Bid)).toEqual([9]);
    expect(book.tables()).toEqual(['Keywords', 'Bids']);
  });
});

test.each<[string, readonly [string | null, number | null][], number | undefined]>([
  ['unknown without rows', [], undefined],
  ['unknown if never read', [['A', null]], undefined],
  [
    'the newest read of a shop',
    [
      ['A', 5],
      ['A', 9],
      ['A', 7],
    ],
    9,
  ],
  [
    'the oldest of several shops',
    [
      ['A', 9],
      ['B', 5],
      ['B', 6],
      [null, 8],
    ],
    6,
  ],
])('age of a report: %s', (_, rows, expected) => {
  const found = readAt({ ages: [] }, 'Orders', () => rows.map(([sellerId, asOf]) => ({ sellerId, asOf })));
  expect(found).toBe(expected);
});

test('a report is as old as the last run that read its table for the shops that are read', () => {
  const ages = [
    { table: 'Orders', sellerId: 'A', at: 9 },
    { table: 'Orders', sellerId: 'B', at: 7 },
    { table: 'Inventory', sellerId: 'A', at: 2 },
  ];
  expect(readAt({ ages }, 'Orders', () => [{ sellerId: 'former', asOf: 1 }])).toBe(7);
});

test('a formula marks old data as late, unless no age limit is set', () => {
  expect(lateAfter('read')).toBe(
    '=IF(OR({read}="",{hoursAllowed}=""),"",IF((MARKET_NOW-{read})*24>{hoursAllowed},"late",""))',
  );
});

describe('a report whose creation was interrupted', () => {
  const sold = (currencyCode: string, orderNumber: string): Fields => ({
    ...{ orderNumber, orderStatus: 2, currencyCode, orderDate: null, packageInfoList: [] },
    itemInfoList: [{ marketItemNumber: '9SI1', sellerPartNumber: 'P-1', orderedQty: 1, unitPrice: 5, status: 2 }],
  });

  test('is completed by the next run, wherever it stopped', () => {
    for (let calls = 1; ; calls++) {
      const book = bookWith({ keywords: [], orders: [sold('USD', '1')] });
      const { create } = book;
      let left = calls;
      const counting = <T>(work: T): T => {
        if (left-- === 0) throw new Error('ended');
        return work;
      };
      book.create = (...given) => {
        const sheet = counting(create.apply(book, given));
        const { write, fill } = sheet;
        sheet.write = (block) => counting(write(block));
        sheet.fill = (given) => counting(fill(given));
        return sheet;
      };
      let hasEnded = false;
      try {
        for (const report of reports) makeReport(book, facts(book), report);
      } catch {
        hasEnded = true;
      }
      book.create = create;
      if (!hasEnded) return;
      left = Number.POSITIVE_INFINITY;
      for (const { name } of reports) refreshReports(book, facts(book), name);
      for (const { declared } of reports) for (const { name } of declared.tables) expect(book.tables()).toContain(name);
      expect(book.rows('Items').map((row) => row['Seller part number'])).toEqual(['Total', 'P-1']);
      expect(book.sheet('Items').pinned).toBe(1);
    }
  });

  test('keeps totals of a new currency below the header', () => {
    const book = bookWith({ orders: [sold('USD', '1')] });
    makeReport(book, facts(book), itemsReport as unknown as AnyReport);
    put(book, orders, [sold('CAD', '2')]);
    refreshReports(book, facts(book));
    const rows = book.rows('Items').map((row) => `${row['Seller part number']} ${row.Currency}`);
    expect(rows.slice(0, 2).sort()).toEqual(['Total CAD', 'Total USD']);
    expect(rows.slice(2).sort()).toEqual(['P-1 CAD', 'P-1 USD']);
    expect(book.sheet('Items').pinned).toBe(2);
  });
});
