/** What Today shows, computed: the sheet, the one behind it and Findings stand in a workbook of the local grid. */
import { expect, test } from 'vitest';
import { TODAY, TODAY_DATA } from '../../../src/insights/today/data-columns.ts';
import type { TodayFacts } from '../../../src/insights/today/today-facts.ts';
import { makeToday } from '../../../src/insights/today/update-today.ts';
import type { Cell } from '../../../src/tables/cells.ts';
import { ConditionalFormats } from '../../host/workbook/conditional-formats.ts';
import { SampleWorkbook } from '../../host/workbook/sample-workbook.ts';
import { inMemoryLaidSheets } from '../../support/in-memory-laid-sheets.ts';
import { inMemoryStore } from '../../support/in-memory-store.ts';

const NOW = Date.parse('2025-03-10T12:00:00Z');
const HOUR = 3_600_000;

const COLUMNS = ['rank', 'atRisk', 'counted', 'label', 'what', 'hoursLeft', 'kind', 'state', 'late'];
const KINDS = [
  ...['void-soon', 'no-hours', 'cannot-ship', 'mismatch', 'out-of-stock', 'ads-without-stock'],
  'late-data',
];

/** By columns; findings stand in no order. */
const FINDINGS: readonly (readonly Cell[])[] = [
  [3, 50.25, 0, 'Order 3', 'Too few.', '', 'cannot-ship', 'open', ''],
  [1, 20.5, 20.5, 'Order 1', 'Voids.', 5, 'void-soon', 'open', ''],
  [2, 100, 100, 'Order 2', 'Voids.', 30, 'void-soon', 'open', ''],
  ['', 7, '', 'Order 9', 'Voids.', 3, 'void-soon', 'explained', ''],
  [4, 2, 2, 'Order 4', 'Differs.', '', 'mismatch', 'open', ''],
  [5, '', '', 'Orders', 'Is late.', '', 'late-data', 'open', ''],
  [6, '', '', 'Item 6', 'Is out.', '', 'out-of-stock', 'open', 'late'],
  [7, 10, 10, 'Order 7', 'Voids.', 60, 'void-soon', 'open', ''],
];

const FACTS: TodayFacts = {
  findings: {
    name: "Bob's findings",
    id: 7,
    positions: new Map(COLUMNS.map((id, index) => [id, index + 2])),
  },
  kinds: KINDS,
  tables: [
    { label: 'Orders', asOf: NOW - HOUR, allowed: 2 },
    { label: 'Stock', asOf: NOW - 9 * HOUR, allowed: 8 },
    { label: 'Prices', asOf: undefined, allowed: 36 },
    { label: 'Ads', asOf: NOW - 99 * HOUR, allowed: undefined },
  ],
  orders: [{ day: '2025-03-10', orders: 3, value: 12.5 }],
  ads: [{ day: '2025-03-09', spend: 4, acos: 0.25 }],
  voidsAt: [-1, 3, 6.5, 30, 100].map((hours) => NOW + hours * HOUR),
  clocks: undefined,
  newsSince: () => ({ newOrders: 1, changedOrders: 2, stockToZero: 0, pricesMoved: 1 }),
};

function computed(facts: Partial<TodayFacts> = {}, findings = FINDINGS) {
  const laid = inMemoryLaidSheets();
  const given = { ...FACTS, ...facts };
  makeToday({ laid, document: inMemoryStore(), now: NOW, zone: 'UTC' }, given);
  const sample = new SampleWorkbook({ timeZone: 'UTC' });
  sample.now = NOW;
  const { book } = sample;
  const sheets = new Map<string, number>();
  const add = (name: string, cells: readonly (readonly Cell[])[], formats: readonly (readonly string[])[]) => {
    const width = cells[0]!.length;
    const id = book.insertSheet({ name, rows: cells.length, columns: width });
    sheets.set(name, id);
    const area = { row: 1, column: 1, rows: cells.length, columns: width };
    book.write(id, area, 'numberFormats', formats);
    return () => book.write(id, area, 'values', cells);
  };
  const lines = [['', ...COLUMNS], ...findings.map((row) => ['', ...row])];
  const plain = lines.map((line) => line.map(() => 'General'));
  const laidCells = (tab: string) => laid.layouts.get(tab)!.cells;
  const adds = [add(given.findings.name, lines, plain)];
  for (const tab of [TODAY, TODAY_DATA]) {
    const formats = laidCells(tab).map((line) => line.map(({ format }) => format));
    adds.push(add(tab, laid.cells.get(tab)!, formats));
  }
  for (const write of adds) write();
  const read = (tab: string, left: number, columns: number, rows: number) =>
    book
      .read(sheets.get(tab)!, { row: 1, column: left, rows, columns }, 'displayValues')
      .map((line) => line.join(' | '));
  const marked = () => {
    const id = sheets.get(TODAY)!;
    for (const { area, when, tone } of laid.layouts.get(TODAY)!.rules ?? []) {
      const { top, left, bottom, right } = area;
      const rect = { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 };
      book.attach(
        'conditionalFormat',
        id,
        [rect],
        [
          ['whenFormulaSatisfied', [when]],
          ['setBackground', [tone]],
        ],
      );
    }
    const formats = new ConditionalFormats(book.book, book.book.sheet(id));
    return laidCells(TODAY).flatMap((_, row) => {
      const tones = [1, 2, 3].map((column) => formats.at(row + 1, column)?.background ?? '');
      return tones.some((tone) => tone !== '') ? [`${row + 1}: ${tones.join(' | ')}`] : [];
    });
  };
  const layout = laid.layouts.get(TODAY)!;
  return {
    layout,
    marked,
    today: () => read(TODAY, 1, 3, layout.cells.length),
    behind: (left: number, columns: number, rows: number) => read(TODAY_DATA, left, columns, rows),
    formula: (row: number, column: number) => laid.formulaOf(TODAY, row, column),
  };
}

test('on Today each figure is what Findings has of it', () => {
  const { today, marked, formula } = computed();
  const shown = today();
  expect(shown.slice(0, 22)).toEqual([
    'Today |  | 2025-03-10',
    'Orders | 2025-03-10 11:00 | ',
    'Stock | 2025-03-10 03:00 | late',
    'Prices | not read yet | ',
    'Ads | 2025-03-06 09:00 | ',
    '1 | Orders void within 24 hours | 20.50',
    '2 | Orders void within 48 hours | 120.50',
    '1 | Short to ship | 50.25',
    '0 | Out of stock | ',
    '0 | Ads without stock | ',
    '1 | Mismatches | 2.00',
    '2 | Everything else | 10.00',
    '6 | In all, counted once | 132.50',
    'FALSE | 1 new order, 2 orders changed, 1 price moved since 2025-03-10 12:00. Tick when seen. | ',
    'Left | What needs you first | At risk',
    '5.0 h | Order 1: Voids. | 20.50',
    '30.0 h | Order 2: Voids. | 100.00',
    ' | Order 3: Too few. | 50.25',
    ' | Order 4: Differs. | 2.00',
    ' | Orders: Is late. | ',
    ' | Item 6: Is out. (late data) | ',
    '60.0 h | Order 7: Voids. | 10.00',
  ]);
  expect(new Set(shown.slice(22, -2))).toEqual(new Set([' |  | ']));
  expect(shown.slice(-2)).toEqual([' | All of Findings | ', ' | 1 on late data, listed and not counted | ']);
  expect(marked()).toEqual([
    '3: open | open | open',
    '6: bad | bad | bad',
    '7: bad | bad | bad',
    '16: bad |  | ',
    '17: open |  | ',
  ]);
  expect(formula(7, 2)).toBe(`=HYPERLINK('Today data'!$AG$2&'Today data'!$W$3,"Orders void within 48 hours")`);
});

test('what stands behind it is in order, each block below its header', () => {
  const { behind } = computed();
  expect(behind(1, 13, 11)).toEqual([
    'Table | As of | Hours allowed | Kind | Fact | Amount | Day | Orders | Value | Day | Spend | ACoS | Voids at',
    'Orders | 2025-03-10 11:00 | 2 | void-soon | Seen | 2025-03-10 12:00 | 10 | 3 | 12.50 | 9 | 4.00 | 25.0% | 2025-03-10 11:00',
    'Stock | 2025-03-10 03:00 | 8 | no-hours | Orders new | 1 |  |  |  |  |  |  | 2025-03-10 15:00',
    'Prices |  | 36 | cannot-ship | Orders changed | 2 |  |  |  |  |  |  | 2025-03-10 18:30',
    'Ads | 2025-03-06 09:00 |  | mismatch | Stock to zero | 0 |  |  |  |  |  |  | 2025-03-11 18:00',
    ' |  |  | out-of-stock | Prices moved | 1 |  |  |  |  |  |  | 2025-03-14 16:00',
    ' |  |  | ads-without-stock | Open orders that void | 5 |  |  |  |  |  |  | ',
    ' |  |  | late-data | Clocks change |  |  |  |  |  |  |  | ',
    ' |  |  |  | Hours that they go forward |  |  |  |  |  |  |  | ',
    " |  |  |  | Findings stand | 3 Bob's findings 7 2 3 4 5 6 7 8 9 10 |  |  |  |  |  |  | ",
    ' |  |  |  |  |  |  |  |  |  |  |  | ',
  ]);
  expect(behind(15, 9, 9)).toEqual([
    'Late | Open | At risk | Counted | Worst rank | Tile | Findings | At risk | Row of the worst',
    ' | 3 | 130.50 | 130.50 | 1 | Orders void within 24 hours | 1 | 20.50 | 3',
    'late | 0 | 0.00 | 0.00 | 0 | Orders void within 48 hours | 2 | 120.50 | 3',
    ' | 1 | 50.25 | 0.00 | 3 | Short to ship | 1 | 50.25 | 2',
    ' | 1 | 2.00 | 2.00 | 4 | Out of stock | 0 | 0.00 | 1',
    ' | 0 | 0.00 | 0.00 | 0 | Ads without stock | 0 | 0.00 | 1',
    ' | 0 | 0.00 | 0.00 | 0 | Mismatches | 1 | 2.00 | 6',
    ' | 1 | 0.00 | 0.00 | 5 | Everything else | 2 | 10.00 | 7',
    ' |  |  |  |  |  |  |  | ',
  ]);
  expect(behind(24, 6, 4)).toEqual([
    'Rank | Row | Late | Hours left | What | At risk',
    '1 | 3 |  | 5.0 | Order 1: Voids. | 20.50',
    '2 | 4 |  | 30.0 | Order 2: Voids. | 100.00',
    '3 | 2 |  |  | Order 3: Too few. | 50.25',
  ]);
  expect(behind(24, 3, 9).slice(6)).toEqual(['6 | 8 | late', '7 | 9 | ', '0 | 0 | ']);
  expect(behind(33, 3, 3)).toEqual(['Link | All open | Seen', '#gid=7&range=A | 7 | FALSE', ' |  | ']);
});

test.each<[string, TodayFacts['clocks'], readonly string[]]>([
  ['while clocks stay', undefined, ['12:00 | passed | 1', '18:00 | 0 to 6 | 1', '00:00 | 6 to 12 | 1']],
  [
    'where an hour is left out',
    { at: NOW + 5 * HOUR, hours: 1 },
    ['12:00 | passed | 1', '19:00 | 0 to 6 | 2', '01:00 | 6 to 12 | 0'],
  ],
  [
    'where an hour comes twice',
    { at: NOW + 5 * HOUR, hours: -1 },
    ['12:00 | passed | 1', '17:00 | 0 to 6 | 1', '23:00 | 6 to 12 | 1'],
  ],
  [
    'once that is over',
    { at: NOW - HOUR, hours: 1 },
    ['12:00 | passed | 1', '18:00 | 0 to 6 | 1', '00:00 | 6 to 12 | 1'],
  ],
])('open orders are counted by the hours that are left, %s', (_, clocks, expected) => {
  const bands = computed({ clocks }).behind(30, 3, 9);
  expect(bands[0]).toBe('Until | Hours left | Open orders');
  expect(bands.slice(1, 4).map((line) => line.slice(11))).toEqual(expected);
  expect(bands.slice(4).map((line) => line.replace(/^.* \| (?=[a-z0-9]+ [a-z0-9])/, ''))).toEqual([
    ...['12 to 24 | 0', '24 to 48 | 1', 'over 48 | 1', ' |  | ', ' |  | '],
  ]);
});

test('nothing to do is said in words, and more than the list has room for by its number', () => {
  const none = computed({ newsSince: () => ({ newOrders: 0, changedOrders: 0, stockToZero: 0, pricesMoved: 0 }) }, []);
  const nothing = none.today();
  expect(nothing[13]).toBe('FALSE | Nothing new since 2025-03-10 12:00. Tick when seen. | ');
  expect(nothing[15]).toBe(' | Nothing needs you now. | ');
  expect(nothing.slice(-2)).toEqual([' | All of Findings | ', ' |  | ']);
  const many = Array.from({ length: 28 }, (_, index): readonly Cell[] => {
    const rank = index + 1;
    return [rank, 1, 1, `Order ${rank}`, 'Voids.', 5, 'void-soon', 'open', ''];
  });
  const news = { newOrders: 2, changedOrders: 1, stockToZero: 1, pricesMoved: 3 };
  const crowded = computed({ newsSince: () => news }, many).today();
  expect(crowded[13]).toContain('| 2 new orders, 1 order changed, 1 stock fell to zero, 3 prices moved since');
  expect(crowded.slice(-3)).toEqual(['5.0 h | Order 25: Voids. | 1.00', ' | and 3 more in Findings | ', ' |  | ']);
  const stocks = computed({ newsSince: () => ({ ...news, stockToZero: 2 }) }, []).today();
  expect(stocks[13]).toContain(', 2 stocks fell to zero, ');
});

test('charts stand beside the list, one below the other, over the blocks behind', () => {
  const { layout } = computed();
  const size = { of: TODAY_DATA, width: 640, height: 186 };
  expect(layout.charts).toEqual([
    {
      ...size,
      areas: [{ top: 1, bottom: 31, left: 7, right: 9 }],
      title: 'Orders and their value a day',
      isTwofold: true,
      colors: ['#4285f4', '#e8710a'],
      axes: ['Orders', 'Value'],
      at: { row: 1, column: 4 },
    },
    {
      ...size,
      areas: [{ top: 1, bottom: 31, left: 10, right: 12 }],
      title: 'Ad spend and ACoS a day',
      isTwofold: true,
      colors: ['#34a853', '#c5221f'],
      axes: ['Spend', 'ACoS'],
      at: { row: 9, column: 4 },
    },
    {
      ...size,
      areas: [{ top: 1, bottom: 7, left: 31, right: 32 }],
      title: 'Open orders by hours left',
      colors: ['#4285f4'],
      axes: ['Orders'],
      at: { row: 15, column: 4 },
    },
  ]);
  expect(layout.heights?.slice(0, 15)).toEqual([36, ...Array(4).fill(21), ...Array(8).fill(30), 64, undefined]);
  expect([layout.widths, layout.checkbox]).toEqual([[60, 188, 78], { row: 14, column: 1 }]);
});

test('where nobody tells when orders void there is a question mark, and no 0', () => {
  const untold: readonly Cell[] = [8, '', '', 'Orders', 'Nobody knows.', '', 'no-hours', 'open', ''];
  const { today, marked } = computed({}, [untold]);
  expect(today().slice(5, 8)).toEqual([
    '? | Void times need version 313 | ',
    '? | Orders void within 48 hours | ',
    '0 | Short to ship | ',
  ]);
  expect(today()[11]).toBe('1 | Everything else | ');
  expect(marked()).toEqual(['3: open | open | open']);
  expect(
    computed({}, [...FINDINGS, untold])
      .today()
      .slice(5, 7),
  ).toEqual(['1 | Void times need version 313 | 20.50', '2 | Orders void within 48 hours | 120.50']);
});
