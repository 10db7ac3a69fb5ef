/** Evaluates Today's formulas in a local workbook. */
import { expect, test } from 'vitest';
import { dataColumn, TODAY, TODAY_DATA } from '../../../src/insights/today/today-data.ts';
import { makeToday } from '../../../src/insights/today/update-today.ts';
import type { Cell } from '../../../src/tables/cells.ts';
import { ConditionalFormats } from '../../host/workbook/conditional-formats.ts';
import { SampleWorkbook } from '../../host/workbook/sample-workbook.ts';
import { inMemoryLaidSheets } from '../../support/in-memory-laid-sheets.ts';
import { inMemoryStore } from '../../support/in-memory-store.ts';
import { COLUMNS, content, HOUR, KEPT, NOW, row } from './content.ts';

type ContentOptions = NonNullable<Parameters<typeof content>[0]>;

/** Calculates the Today sheet `later` milliseconds after the run. */
function computed({ rows = [], ...options }: ContentOptions & { readonly rows?: ReturnType<typeof row>[] }, later = 0) {
  const laid = inMemoryLaidSheets();
  makeToday({ laid, document: inMemoryStore() }, content({ ...options, rows }));
  const sample = new SampleWorkbook({ timeZone: 'UTC' });
  sample.now = NOW + later;
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
  const late = ({ lateAt }: (typeof rows)[number]) => (lateAt !== null && lateAt < NOW + later ? 'late' : '');
  const lines = [
    ['', ...COLUMNS],
    ...rows.map((each) => [
      '',
      ...COLUMNS.map((column) => (column === 'late' ? late(each) : ((each as never)[column] ?? ''))),
    ]),
  ];
  const adds = [
    add(
      "Bob's findings",
      lines,
      lines.map((line) => line.map(() => 'General')),
    ),
  ];
  for (const table of ['Orders', 'Inventory'])
    adds.push(
      add(
        table,
        [
          ['', '', 'Row key'],
          ['', '', 'x'],
          ['', '', 'O*1'],
        ],
        [
          ['@', '@', '@'],
          ['@', '@', '@'],
          ['@', '@', '@'],
        ],
      ),
    );
  for (const tab of [TODAY, TODAY_DATA]) {
    const formats = laid.layouts.get(tab)!.cells.map((line) => line.map(({ format }) => format));
    adds.push(add(tab, laid.cells.get(tab)!, formats));
  }
  for (const write of adds) write();
  const id = sheets.get(TODAY)!;
  const { cells, rules = [] } = laid.layouts.get(TODAY)!;
  const shown = book
    .read(id, { row: 1, column: 1, rows: cells.length, columns: 8 }, 'displayValues')
    .map((line) => line.join(' | '));
  const toned = () => {
    for (const { area, when, tone } of rules) {
      const { top, left, bottom, right } = area;
      const rect = { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 };
      const steps = [
        ['whenFormulaSatisfied', [when]],
        ['setBackground', [tone]],
      ] as const;
      book.attach('conditionalFormat', id, [rect], steps as never);
    }
    const formats = new ConditionalFormats(book.book, book.book.sheet(id));
    return cells.flatMap((_, index) => {
      const tones = [1, 4].map((column) => formats.at(index + 1, column)?.background ?? '');
      return tones.some((tone) => tone !== '') ? [`${index + 1}: ${tones.join(' | ')}`] : [];
    });
  };
  const links = () =>
    book
      .read(sheets.get(TODAY_DATA)!, { row: 2, column: dataColumn('tileLink'), rows: 8, columns: 3 }, 'displayValues')
      .map((line) => line.filter((cell) => String(cell).startsWith('#gid')).join(' '));
  return { shown, toned, links };
}

const open = () => [
  row('void-soon', { rank: 2, atRisk: 20.5, currency: 'USD', deadline: NOW + 5 * HOUR, whatToDo: 'Voids.' }),
  row('overdue, cannot-ship', { rank: 3, atRisk: 100, currency: 'USD', lateAt: NOW + HOUR }),
  row('out-of-stock', { rank: 4, linkTable: 'Inventory', linkKey: 'O*1', linkPattern: 'O~*1', label: 'SKU' }),
  row('void-soon', { rank: 1, state: 'explained', atRisk: 7, currency: 'USD' }),
];

test('shows freshness, sales, tiles, and the list', () => {
  const { shown, toned, links } = computed({ rows: open() });
  expect(shown.slice(0, 19).map((line) => line.replace(/K\d+/g, 'K').replace(/Order \d+/g, 'Order'))).toEqual([
    'Today |  |  |  |  |  |  | ',
    'Updated Mar 10, 12:00 PM. Orders 1 h ago. Stock 20 of 275 items, 9 h ago (late). Prices not pulled yet. Ads not pulled yet. |  |  |  |  |  |  | ',
    'Sales in USD |  | Today | Yesterday | Last 7 days | change | Last 30 days | change',
    'Sales |  | 12.50 | – | 80.00 | +25% | – | ',
    'Orders |  | 3 | – | – |  | – | ',
    'Units |  | – | – | – |  | – | ',
    'Refunds |  | – | – | – |  | – | ',
    'Ad spend |  | – | – | – |  | – | ',
    'ACoS |  | – | – | – |  | – | ',
    ' |  |  |  |  |  |  | ',
    '0 | Ship today |  | 1 | Overdue |  | 100.00 | ',
    "1 | Auto-void within 48 h | 20.50 | 1 | Can't ship: low stock |  | 100.00 | ",
    '1 | Out of stock |  | – | Ads on out-of-stock items |  |  | ',
    '– | Prices above featured |  | 0 | Data problems |  |  | ',
    'Left | Do first | At risk, USD |  |  |  |  | ',
    '5.0 h | Voids.\nOrder | 20.50 |  |  |  |  | ',
    ' | Do it.\nOrder | 100.00 |  |  |  |  | ',
    ' | Do it.\nSKU |  |  |  |  |  | ',
    ' |  |  |  |  |  |  | ',
  ]);
  expect(shown.slice(30, 33)).toEqual([
    ' | All findings |  |  |  |  |  | ',
    ' |  |  |  |  |  |  | ',
    'FALSE | No new findings since Mar 10, 12:00 PM. Check to mark as seen. |  |  |  |  |  | ',
  ]);
  expect(toned()).toEqual(['11: over | ', '13:  | over', '14: over | over', '16: bad | ']);
  // Each tile links to its first row in Findings, and each line of the list links to its record.
  expect(links().slice(0, 5)).toEqual([
    '#gid=7&range=A1 #gid=6&range=A1 #gid=7&range=A1',
    '#gid=7&range=A3 #gid=6&range=A1',
    '#gid=7&range=A2 #gid=9&range=A3',
    '#gid=7&range=A3',
    '#gid=7&range=A4',
  ]);
});

test('shows counts without decimals, amounts with cents, and shares as percentages', () => {
  const { USD } = KEPT.sales as Required<typeof KEPT.sales>;
  const today = { ...USD!.today, units: 4, refunds: 2, adSpend: 1.5, acos: 0.12 };
  const { shown } = computed({ kept: { sales: { USD: { ...USD!, today } } } });
  expect(shown.slice(3, 9).map((line) => line.split(' | ')[2])).toEqual(['12.50', '3', '4', '2.00', '1.50', '12.0%']);
});

test('updates hours, ages, and late data without a run, and removes late rows from the tiles', () => {
  const { shown } = computed({ rows: open() }, 3 * HOUR);
  expect(shown[1]).toContain('Orders 4 h ago (late). Stock 20 of 275 items, 12 h ago (late).');
  expect(shown[10]).toBe('0 | Ship today |  | 0 | Overdue |  |  | ');
  expect(shown[15]).toMatch(/^2\.0 h \| Voids\.\nOrder \d+ \|/);
  expect(shown[16]).toMatch(/Do it\.\nOrder \d+ \(late data\) \|/);
});

test('separates amounts by currency', () => {
  const rows = [
    row('overdue', { rank: 1, atRisk: 12.5, currency: 'CAD' }),
    row('overdue', { rank: 2, atRisk: 1000, currency: 'USD' }),
  ];
  const { USD } = KEPT.sales;
  const { shown } = computed({ rows, kept: { sales: { USD: USD!, CAD: USD! } } });
  expect(shown[10]).toBe('0 | Ship today |  | 2 | Overdue |  | CA$12.50 + $1,000.00 | ');
  expect(shown.slice(15, 17).map((line) => line.split(' | ')[2])).toEqual(['CA$12.50', '1,000.00']);
  expect(shown.slice(34, 36)).toEqual([
    'Sales in CAD |  | Today | Yesterday | Last 7 days | change | Last 30 days | change',
    'Sales |  | 12.50 | – | 80.00 | +25% | – | ',
  ]);
});

test('shows "all clear" after all data was read, and counts findings below the list', () => {
  const read = { Orders: 1, Inventory: 1, 'Price log': 1, 'Ad performance': 1 };
  expect(computed({}).shown[15]).toBe(' | No findings so far; some data is missing. |  |  |  |  |  | ');
  expect(computed({ ages: read, kept: { coverage: {} } }).shown[15]).toContain('| All clear. Mar 10, 12:00 PM |');
  const many = Array.from({ length: 18 }, () => row('overdue'));
  expect(computed({ rows: many }).shown[30]).toBe(' | and 3 more |  |  |  |  |  | ');
  const old = computed({ rows: [row('overdue', { lateAt: NOW - 1 })], kept: { hasVoidTimes: false } });
  expect(old.shown[31]).toBe(
    ' | 1 finding uses old data and is not counted. Due dates require order version 311, and auto-void times 313. |  |  |  |  |  | ',
  );
  expect(computed({ findings: undefined }).shown[15]).toContain('The Findings sheet was deleted.');
});

test('the sales chart shows each day in dollars', () => {
  const laid = inMemoryLaidSheets();
  makeToday({ laid, document: inMemoryStore() }, content({}));
  const sales = laid.cells.get(TODAY_DATA)!.map((line) => line[dataColumn('sales') - 1]);
  expect(sales.slice(1).filter((each) => each !== 0 && each !== '')).toEqual([12.5]);
});
