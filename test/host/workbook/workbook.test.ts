import { describe, expect, test } from 'vitest';
import { rect, SampleWorkbook } from './sample-workbook.ts';
import type { Change } from './surface.ts';

describe('sheets', () => {
  test('a new workbook has one sheet, Sheet1, with 1,000 rows and 26 columns', () => {
    expect(new SampleWorkbook().book.sheets()).toEqual([
      {
        sheetId: 0,
        name: 'Sheet1',
        index: 1,
        rows: 1000,
        columns: 26,
        frozenRows: 0,
        frozenColumns: 0,
        hidden: false,
        tabColor: null,
        hiddenGridlines: false,
        charts: 0,
      },
    ]);
  });

  test('can be inserted, moved, renamed, copied, and deleted by ID', async () => {
    const sample = new SampleWorkbook();
    const { book } = sample;
    await sample.type({ A1: '5', B1: '=A1*2' });
    sample.fill('A1', 'notes', 'n');
    book.addMetadata({ type: 'SHEET', sheetId: 0 }, 'table', 'orders');
    const second = book.insertSheet();
    const first = book.insertSheet({ name: 'First', index: 1 });
    const copy = book.duplicateSheet(0);
    const names = () => book.sheets().map((sheet) => sheet.name);
    expect(names()).toEqual(['First', 'Sheet1', 'Copy of Sheet1', 'Sheet2']);
    book.moveSheet(second, 1);
    book.renameSheet(first, 'Primary');
    expect(names()).toEqual(['Sheet2', 'Primary', 'Sheet1', 'Copy of Sheet1']);
    book.fill(copy, rect('A1'), 'values', 7);
    expect([book.read(copy, rect('A1:B1'), 'values'), sample.values('A1:B1')]).toEqual([[[7, 14]], [[5, 10]]]);
    expect(book.read(copy, rect('A1'), 'notes')).toEqual([['n']]);
    expect(book.findMetadata({ key: 'table' }).map((item) => item.location)).toEqual([
      { type: 'SHEET', sheetId: 0 },
      { type: 'SHEET', sheetId: copy },
    ]);
    book.activateSheet(0);
    book.deleteSheet(0);
    expect(book.activeSheetId).toBe(copy);
    expect(() => book.sheet(0)).toThrow('not found');
    expect(book.sheetByName('primary')?.sheetId).toBe(first);
  });

  test.each<[string, (sample: SampleWorkbook) => void, string]>([
    [
      'a sheet name in use',
      ({ book }) => book.insertSheet({ name: 'sheet1' }),
      'A sheet with the name "sheet1" already exists. Please enter another name.',
    ],
    ['deleting the last sheet', ({ book }) => book.deleteSheet(0), "You can't remove all the sheets in a document."],
    ['deleting all rows', ({ book }) => book.deleteRows(0, 1, 1000), "You can't delete all the rows on the sheet."],
    [
      'freezing all rows',
      ({ book }) => book.setFrozen(0, { rows: 1000 }),
      "You can't freeze all visible rows on the sheet.",
    ],
    [
      'a cell outside the grid',
      (sample) => sample.value('AA1'),
      'The coordinates of the range are outside the dimensions of the sheet.',
    ],
    [
      'too many rows of data',
      ({ book }) => book.write(0, rect('A1:A2'), 'values', [['a'], ['b'], ['c']]),
      'The number of rows in the data does not match the number of rows in the range. The data has 3 but the range has 2.',
    ],
    [
      'too few columns of notes',
      ({ book }) => book.write(0, rect('A1:B1'), 'notes', [['a']]),
      'The number of columns in the data does not match the number of columns in the range. The data has 1 but the range has 2.',
    ],
    [
      'a text of 50,001 characters',
      (sample) => sample.fill('A1', 'values', 'x'.repeat(50_001)),
      'Your input contains more than the maximum of 50000 characters in a single cell.',
    ],
    [
      'more than ten million cells',
      ({ book }) => book.insertRows(0, 1, 400_000),
      'This action would increase the number of cells in the workbook above the limit of 10000000 cells.',
    ],
    [
      'typing beyond the cell limit',
      ({ book }) => book.type(0, 400_000, 1, 'x'),
      'This action would increase the number of cells in the workbook above the limit of 10000000 cells.',
    ],
  ])("refuses %s with Google's message", (_, act, text) => {
    const sample = new SampleWorkbook();
    expect(() => act(sample)).toThrow(expect.objectContaining({ name: 'Exception', message: text }));
    expect(sample.book.lastRow(0)).toBe(0);
    expect(sample.book.sheets()).toHaveLength(1);
  });

  test('values exactly at the limits are accepted', () => {
    const { book } = new SampleWorkbook();
    book.insertSheet({ rows: 9_974_000, columns: 1 });
    book.fill(0, rect('A1'), 'values', 'x'.repeat(50_000));
    expect(() => book.insertSheet({ rows: 1, columns: 1 })).toThrow('limit of 10000000 cells');
    expect(book.sheets()).toHaveLength(2);
  });
});

describe('cells', () => {
  test('an empty sheet has no last row, and the first append goes to row 1', () => {
    const sample = new SampleWorkbook();
    expect([sample.book.lastRow(0), sample.book.lastColumn(0)]).toEqual([0, 0]);
    expect(sample.book.appendRow(0, ['s1', 's2', 's3'])).toBe(1);
    expect([sample.book.lastRow(0), sample.book.lastColumn(0)]).toEqual([1, 3]);
    expect(sample.values('A1:C1')).toEqual([['s1', 's2', 's3']]);
    sample.book.deleteRows(0, 2, 999);
    expect(sample.book.appendRow(0, ['=A1&"?"', 2])).toBe(2);
    expect(sample.values('A2:B2')).toEqual([['s1?', 2]]);
  });

  test('typing outside the grid extends it', async () => {
    const sample = new SampleWorkbook();
    await sample.type({ AB1200: 'far' });
    expect(sample.book.sheet(0)).toMatchObject({ rows: 1200, columns: 28 });
    expect(sample.value('AB1200')).toBe('far');
  });

  test('a number format reads back as set', () => {
    const sample = new SampleWorkbook();
    sample.fill('B15:C16', 'numberFormats', '0.#');
    expect(sample.read('B15:C16', 'numberFormats')).toEqual([
      ['0.#', '0.#'],
      ['0.#', '0.#'],
    ]);
  });

  test('an untouched cell has default formats', () => {
    const sample = new SampleWorkbook();
    const aspects = ['backgrounds', 'fontLines', 'fontSizes', 'fontFamilies', 'notes'] as const;
    const defaults = aspects.map((aspect) => sample.read('A1', aspect)[0]![0]);
    expect(defaults).toEqual(['#ffffff', 'none', 10, 'arial,sans,sans-serif', '']);
  });

  test.each([
    [{ contents: true }, ['', '#ff0000', 'n', 'rule']],
    [{ formats: true }, ['x', '#ffffff', 'n', 'rule']],
    [{ contents: true, formats: true }, ['', '#ffffff', 'n', 'rule']],
    [{ notes: true }, ['x', '#ff0000', '', 'rule']],
    [{ validations: true }, ['x', '#ff0000', 'n', null]],
  ])('clearing %j leaves %j', (what, left) => {
    const sample = new SampleWorkbook();
    sample.fill('A1', 'values', 'x');
    sample.fill('A1', 'backgrounds', '#ff0000');
    sample.fill('A1', 'notes', 'n');
    sample.fill('A1', 'validations', 'rule');
    expect(sample.book.isBlank(0, rect('A1:B2'))).toBe(false);
    sample.book.clear(0, rect('A1:B2'), what);
    const aspects = ['values', 'backgrounds', 'notes', 'validations'] as const;
    expect(aspects.map((aspect) => sample.read('A1', aspect)[0]![0])).toEqual(left);
    expect(sample.book.isBlank(0, rect('A1:B2'))).toBe('contents' in what);
  });

  test('clearing a formula removes its spill and updates its dependents', async () => {
    const sample = new SampleWorkbook();
    await sample.type({ A1: '={1;2}', C1: '=SUM(A1:A2)' });
    expect(sample.value('C1')).toBe(3);
    sample.book.clear(0, rect('A1'), { contents: true });
    expect([sample.value('A2'), sample.value('C1')]).toEqual(['', 0]);
  });

  test('a formula set on a range shifts its relative references', () => {
    const sample = new SampleWorkbook();
    sample.fill('B1:C2', 'formulas', '=A1+$A$1');
    expect(sample.read('B1:C2', 'formulas')).toEqual([
      ['=A1+$A$1', '=B1+$A$1'],
      ['=A2+$A$1', '=B2+$A$1'],
    ]);
  });
});

test('metadata can be found by any field', () => {
  const { book } = new SampleWorkbook();
  book.addMetadata({ type: 'SPREADSHEET' }, 'schema', '1', 'PROJECT');
  book.addMetadata({ type: 'ROW', sheetId: 0, index: 3 }, 'marker', 'a');
  const { id } = book.addMetadata({ type: 'ROW', sheetId: 0, index: 4 }, 'marker', 'b');
  expect(book.findMetadata({ key: 'marker' })).toHaveLength(2);
  expect(book.findMetadata({ type: 'ROW', index: 4 }).map((item) => item.id)).toEqual([id]);
  expect(book.findMetadata({ visibility: 'PROJECT' })[0]?.location).toEqual({ type: 'SPREADSHEET' });
  book.updateMetadata(id, { value: 'c', location: { type: 'SHEET', sheetId: 0 } });
  expect(book.findMetadata({ value: 'c', type: 'SHEET' })).toHaveLength(1);
  book.removeMetadata(id);
  expect(() => book.removeMetadata(id)).toThrow('does not exist');
});

test('a sheet has at most one filter and any number of charts', () => {
  const { book } = new SampleWorkbook();
  const filter = book.attach('filter', 0, [rect('A1:C9')], {});
  expect(() => book.attach('filter', 0, [rect('A1:C9')], {})).toThrow('already has a filter');
  book.updateAttachment(filter.id, { spec: { 2: ['hidden'] } });
  book.insertRows(0, 3, 1);
  expect(book.attachments('filter', 0)).toEqual([{ ...filter, rects: [rect('A1:C10')], spec: { 2: ['hidden'] } }]);
  book.detach(filter.id);
  const chart = { type: 'LINE', ranges: [], position: [1, 1, 0, 0], options: {}, headers: 0 };
  book.attach('chart', 0, [], chart);
  book.attach('chart', 0, [], { ...chart, ranges: [{ sheetId: 0, ...rect('A1:B2') }] });
  book.deleteRows(0, 1, 2);
  expect([book.sheet(0).charts, book.attachments('filter')]).toEqual([2, []]);
});

test('named ranges have valid names, and formulas update when a name changes', () => {
  const sample = new SampleWorkbook();
  sample.fill('A1', 'values', 1);
  sample.fill('A2', 'values', 2);
  sample.fill('B1', 'formulas', '=TICK*10');
  sample.book.setNamedRange('TICK', 0, rect('A1'));
  expect(sample.value('B1')).toBe(10);
  sample.book.setNamedRange('tick', 0, rect('A2'));
  expect(sample.value('B1')).toBe(20);
  sample.fill('A2', 'values', 3);
  expect(sample.value('B1')).toBe(30);
  sample.book.removeNamedRange('TICK');
  expect(sample.value('B1')).toBe('#NAME?');
  for (const name of ['A1', 'R1C1', 'two words', '1st', '']) {
    expect(() => sample.book.setNamedRange(name, 0, rect('A1'))).toThrow('not valid');
  }
});

test('listeners get one merged notification per turn', async () => {
  const sample = new SampleWorkbook();
  const OFTEN = { interval: 2 };
  const heard: (readonly Change[])[] = [];
  const end = sample.book.onChange((changes) => heard.push(changes));
  sample.fill('B2', 'values', 1);
  sample.fill('D5', 'values', '=B2');
  sample.book.insertSheet();
  await expect
    .poll(() => heard.flat(), OFTEN)
    .toEqual([{ kind: 'sheets' }, { kind: 'cells', sheetId: 0, rect: rect('B2:D5') }]);
  heard.length = 0;
  sample.fill('B2', 'values', 2);
  await expect.poll(() => heard.flat(), OFTEN).toEqual([{ kind: 'cells', sheetId: 0, rect: rect('B2:D5') }]);
  sample.fill('F1', 'formulas', '={1;2;3}');
  await expect.poll(() => heard.length, OFTEN).toBe(2);
  heard.length = 0;
  sample.book.clear(0, rect('F1'), { contents: true });
  // Clearing a formula clears the cells that it filled.
  await expect.poll(() => heard.flat(), OFTEN).toEqual([{ kind: 'cells', sheetId: 0, rect: rect('F1:F3') }]);
  heard.length = 0;
  end();
  sample.fill('B2', 'values', 3);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(heard).toHaveLength(0);
});

test('the snapshot contains all cells with formulas, errors, and notes, even spilled ones', async () => {
  const sample = new SampleWorkbook();
  await sample.type({ A1: '={1,"x"}', A2: '=1/0', A3: '0.5' });
  sample.fill('B9', 'notes', 'secret');
  const { cells, notes } = sample.book.snapshot();
  expect(cells).toEqual({
    'Sheet1!A1': { value: 1, formula: '={1,"x"}' },
    'Sheet1!B1': { value: 'x', spilled: true },
    'Sheet1!A2': { value: '#DIV/0!', formula: '=1/0', error: 'The divisor must be different from zero.' },
    'Sheet1!A3': { value: 0.5 },
  });
  expect(notes).toEqual({ 'Sheet1!B9': 'secret' });
});

test('a block of 3,000 rows and 30 columns reads back as written', () => {
  const { book } = new SampleWorkbook();
  const data = Array.from({ length: 3000 }, (_, r) =>
    Array.from({ length: 30 }, (_, c) => (c % 3 === 0 ? `item ${r}` : r * c)),
  );
  const sheetId = book.insertSheet({ rows: 3000, columns: 30 });
  const range = { row: 1, column: 1, rows: 3000, columns: 30 };
  book.write(sheetId, range, 'values', data);
  expect(book.read(sheetId, range, 'values')).toEqual(data);
});

test('the sum of a column includes appended rows', () => {
  const sample = new SampleWorkbook();
  const log = sample.book.insertSheet({ name: 'Log', rows: 20_000, columns: 2 });
  sample.book.fill(log, { row: 1, column: 1, rows: 20_000, columns: 1 }, 'values', 1);
  sample.fill('A1', 'formulas', '=SUM(Log!A:A)');
  for (let i = 0; i < 500; i++) sample.book.appendRow(log, [1]);
  expect(sample.value('A1')).toBe(20_500);
});
