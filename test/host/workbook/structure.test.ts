import { expect, test } from 'vitest';
import { rect, SampleWorkbook } from './sample-workbook.ts';
import type { Workbook } from './workbook.ts';

type Change = (book: Workbook) => void;
const insertRow: Change = (book) => book.insertRows(0, 2, 2);
const deleteRow: Change = (book) => book.deleteRows(0, 2, 1);
const moveRow: Change = (book) => book.moveRows(0, 2, 1, 6);
const insertColumn: Change = (book) => book.insertColumns(0, 2, 1);
const deleteColumn: Change = (book) => book.deleteColumns(0, 2, 1);
const moveColumn: Change = (book) => book.moveColumns(0, 2, 1, 1);

test.each<[string, Change, string, string]>([
  ['=A1+A2+$A$3', insertRow, 'Z30', '=A1+A4+$A$5'],
  ['=SUM(A1:A5)', insertRow, 'Z30', '=SUM(A1:A7)'],
  ['=SUM(A2:A5)', insertRow, 'Z30', '=SUM(A4:A7)'],
  ['=SUM(A:A)+SUM(1:3)', insertRow, 'Z30', '=SUM(A:A)+SUM(1:5)'],
  ['=SUM(A3:A)', insertRow, 'Z30', '=SUM(A5:A)'],
  ['="A2"&LOG10(A1)&\'Sheet1\'!A2', insertRow, 'Z30', '="A2"&LOG10(A1)&Sheet1!A4'],
  ['=Other!A2', insertRow, 'Z30', '=Other!A2'],
  ['=A2+A3', deleteRow, 'Z27', '=#REF!+A2'],
  ['=SUM(A1:A3)', deleteRow, 'Z27', '=SUM(A1:A2)'],
  ['=SUM(A2:A3)', deleteRow, 'Z27', '=SUM(A2:A2)'],
  ['=SUM(2:2)', deleteRow, 'Z27', '=SUM(#REF!)'],
  ['=A2+A3+A5+A6', moveRow, 'Z28', '=A5+A2+A4+A6'],
  ['=SUM(A1:A6)', moveRow, 'Z28', '=SUM(A1:A6)'],
  ['=SUM(A2:A4)', moveRow, 'Z28', '=SUM(A2:A3)'],
  ['=A1+B1+$C$1+SUM(A1:C1)', insertColumn, 'AA28', '=A1+C1+$D$1+SUM(A1:D1)'],
  ['=SUM(B:D)', insertColumn, 'AA28', '=SUM(C:E)'],
  ['=SUM(B:D)', deleteColumn, 'Y28', '=SUM(B:C)'],
  ['=A1+B1+C1', moveColumn, 'Z28', '=B1+A1+C1'],
])('%s is adjusted after %s', (before, change, cell, after) => {
  const sample = new SampleWorkbook();
  sample.book.insertSheet({ name: 'Other' });
  sample.fill('Z28', 'formulas', before);
  change(sample.book);
  expect(sample.formula(cell)).toBe(after);
});

test('formulas on other sheets are adjusted and recalculated', () => {
  const sample = new SampleWorkbook();
  const other = sample.book.insertSheet({ name: 'My sheet' });
  sample.book.fill(other, rect('B2'), 'formulas', '=Sheet1!A2*2+A2');
  sample.book.fill(0, rect('A2'), 'values', 21);
  sample.book.insertRows(0, 1, 3);
  expect(sample.book.read(other, rect('B2'), 'formulas')).toEqual([['=Sheet1!A5*2+A2']]);
  expect(sample.book.read(other, rect('B2'), 'values')).toEqual([[42]]);
  sample.book.renameSheet(0, 'New name');
  expect(sample.book.read(other, rect('B2'), 'formulas')).toEqual([["='New name'!A5*2+A2"]]);
  sample.book.deleteSheet(0);
  expect(sample.book.read(other, rect('B2'), 'formulas')).toEqual([['=#REF!*2+A2']]);
  expect(sample.book.read(other, rect('B2'), 'values')).toEqual([['#REF!']]);
});

test('everything attached to a column moves with it', () => {
  const { book, ...sample } = new SampleWorkbook();
  const read = (range: string, aspect: 'values' | 'notes' | 'backgrounds' | 'numberFormats' | 'validations') =>
    book.read(0, rect(range), aspect);
  book.fill(0, rect('B2'), 'values', 'mine');
  book.fill(0, rect('B2'), 'notes', 'a note');
  book.fill(0, rect('B2'), 'backgrounds', '#FF0000');
  book.fill(0, rect('B2'), 'numberFormats', '@');
  book.fill(0, rect('B2'), 'validations', { list: ['mine'] });
  book.setColumnWidths(0, 2, 1, 250);
  book.setColumnsHidden(0, 2, 1, true);
  const id = book.addMetadata({ type: 'COLUMN', sheetId: 0, index: 2 }, 'key', 'value').id;
  book.setNamedRange('Mine', 0, rect('B1:B5'));
  book.attach('protection', 0, [rect('B1:B9')], { warningOnly: true });
  const found = (column: number, letter: string) => {
    const cell = `${letter}2`;
    expect(read(cell, 'values')).toEqual([['mine']]);
    expect(read(cell, 'notes')).toEqual([['a note']]);
    expect(read(cell, 'backgrounds')).toEqual([['#ff0000']]);
    expect(read(cell, 'numberFormats')).toEqual([['@']]);
    expect(read(cell, 'validations')).toEqual([[{ list: ['mine'] }]]);
    expect([book.columnWidth(0, column), book.isColumnHidden(0, column)]).toEqual([250, true]);
    expect(book.findMetadata({ key: 'key' })).toMatchObject([{ id, location: { index: column } }]);
    expect(book.namedRange('mine')?.rect.column).toBe(column);
    expect(book.attachments('protection')[0]?.rects[0]?.column).toBe(column);
  };
  found(2, 'B');
  book.moveColumns(0, 2, 1, 6);
  found(5, 'E');
  book.insertColumns(0, 1, 1);
  found(6, 'F');
  book.moveColumns(0, 6, 1, 2);
  found(2, 'B');
  expect([book.columnWidth(0, 3), book.isColumnHidden(0, 3)]).toEqual([100, false]);
  book.deleteColumns(0, 2, 1);
  expect(read('B2', 'values')).toEqual([['']]);
  expect([book.findMetadata(), book.namedRanges(), book.attachments('protection')]).toEqual([[], [], []]);
  expect(sample.calls).toEqual([]);
});

const everyRow = 'A2:D9';
test.each<[string, string, Change, string[], string]>([
  // The rule still applies to the same rows.
  [everyRow, '=$B2="x"', insertRow, ['A4:D11'], '=$B4="x"'],
  [everyRow, '=$B2="x"', (book) => book.insertRows(0, 1, 1), ['A3:D10'], '=$B3="x"'],
  [everyRow, '=$B2="x"', (book) => book.insertRows(0, 3, 1), ['A2:D10'], '=$B2="x"'],
  [everyRow, '=$B2="x"', deleteRow, ['A2:D8'], '=$B2="x"'],
  [everyRow, '=$B2="x"', (book) => book.deleteRows(0, 1, 3), ['A1:D6'], '=$B1="x"'],
  [everyRow, '=$B2="x"', moveRow, ['A2:D9'], '=$B2="x"'],
  [everyRow, '=$B2="x"', (book) => book.moveRows(0, 2, 1, 21), ['A2:D8', 'A20:D20'], '=$B2="x"'],
  [everyRow, '=$B2="x"', (book) => book.moveRows(0, 2, 8, 21), ['A13:D20'], '=$B13="x"'],
  [everyRow, '=$B2="x"', insertColumn, ['A2:E9'], '=$C2="x"'],
  [everyRow, '=$B2="x"', moveColumn, ['A2:D9'], '=$A2="x"'],
  [everyRow, '=$B2="x"', (book) => book.moveColumns(0, 2, 1, 10), ['A2:C9', 'I2:I9'], '=$I2="x"'],
  [everyRow, '=$B2="x"', (book) => book.moveColumns(0, 1, 1, 10), ['A2:C9', 'I2:I9'], '=$A2="x"'],
  [everyRow, '=$B2="x"', deleteColumn, ['A2:C9'], '=#REF!="x"'],
  ['B2:B9', '=B2>C2', moveColumn, ['A2:A9'], '=A2>C2'],
])('a conditional format of %s with %s follows its cells', (area, formula, change, areas, after) => {
  const { book } = new SampleWorkbook();
  const other = book.insertSheet({ name: 'Other' });
  const spec = [
    ['setBackground', ['#ffff00']],
    ['whenFormulaSatisfied', [formula]],
  ];
  for (const sheet of [0, other]) book.attach('conditionalFormat', sheet, [rect(area)], spec);
  change(book);
  expect(book.attachments('conditionalFormat')).toMatchObject([
    { rects: areas.map(rect), spec: [spec[0], ['whenFormulaSatisfied', [after]]] },
    { rects: [rect(area)], spec },
  ]);
});

test('a conditional format of 200,000 rows follows an inserted row', () => {
  const { book } = new SampleWorkbook();
  book.insertRows(0, 1, 200_000);
  const spec = [['whenFormulaSatisfied', ['=$B2="x"']]];
  book.attach('conditionalFormat', 0, [rect('A2:A200001')], spec);
  book.insertRows(0, 2, 1);
  const [rule] = book.attachments('conditionalFormat');
  expect(rule).toMatchObject({ rects: [rect('A3:A200002')], spec: [['whenFormulaSatisfied', ['=$B3="x"']]] });
});

test('a chart follows its anchor cell and its ranges', () => {
  const { book } = new SampleWorkbook();
  const data = book.insertSheet({ name: 'Data' });
  const spec = {
    type: 'COMBO',
    ranges: [
      { sheetId: 0, ...rect('A1:B9') },
      { sheetId: data, ...rect('C1:C9') },
    ],
    position: [5, 4, 10, 20],
    options: {},
    headers: 1,
  };
  book.attach('chart', 0, [], spec);
  const now = () => book.attachments('chart')[0]!.spec;
  book.moveColumns(data, 3, 1, 1);
  insertRow(book);
  deleteColumn(book);
  const moved = {
    ...spec,
    ranges: [
      { sheetId: 0, ...rect('A1:A11') },
      { sheetId: data, ...rect('A1:A9') },
    ],
    position: [7, 3, 10, 20],
  };
  expect(now()).toEqual(moved);
  book.deleteRows(0, 6, 5);
  const copy = book.duplicateSheet(0);
  const shrunk = {
    ...moved,
    ranges: [{ sheetId: 0, ...rect('A1:A6') }, moved.ranges[1]],
    position: [6, 3, 10, 20],
  };
  expect(now()).toEqual(shrunk);
  expect(book.attachments('chart', copy)[0]!.spec).toMatchObject({
    ranges: [{ sheetId: copy }, { sheetId: data }],
  });
  book.deleteSheet(data);
  expect(now()).toMatchObject({ ranges: [{ sheetId: 0 }] });
});

test('hiding or deleting the active sheet activates its neighbor, and the last visible sheet cannot be hidden', () => {
  const { book } = new SampleWorkbook();
  const [second, third] = [book.insertSheet(), book.insertSheet()];
  book.activateSheet(second);
  book.setSheetHidden(second, true);
  expect(book.activeSheetId).toBe(third);
  book.setSheetHidden(third, true);
  expect(book.activeSheetId).toBe(0);
  expect(() => book.setSheetHidden(0, true)).toThrow("You can't hide all the sheets in a document.");
  book.setSheetHidden(second, false);
  book.activateSheet(0);
  book.deleteSheet(0);
  expect(book.activeSheetId).toBe(second);
});

test('a HYPERLINK shows its label, or its address if it has no label', async () => {
  const sample = new SampleWorkbook();
  await sample.type({
    A1: '6',
    B1: '=HYPERLINK("#gid=0&range=A"&A1,"Row "&A1)',
    B2: '=HYPERLINK("https://a.test")',
  });
  expect(sample.values('B1:B2')).toEqual([['Row 6'], ['https://a.test']]);
});

test('a spill is restored after its sheet changed', async () => {
  const sample = new SampleWorkbook();
  await sample.type({ A1: '={1;2;3}' });
  sample.book.insertRows(0, 1, 1);
  expect(sample.values('A1:A4')).toEqual([[''], [1], [2], [3]]);
  sample.book.insertRows(0, 3, 1);
  expect(sample.values('A1:A4')).toEqual([[''], [1], [2], [3]]);
  sample.book.deleteRows(0, 2, 1);
  expect([sample.values('A1:A4'), sample.book.lastRow(0)]).toEqual([[[''], [''], [''], ['']], 0]);
});

test('sorting moves notes, formats, and formulas with their rows, and skips frozen rows', async () => {
  const sample = new SampleWorkbook();
  const { book } = sample;
  await sample.type({
    A1: 'Name',
    A2: 'b',
    A3: '',
    A4: 'a',
    A5: 'C',
    B2: '=A2&"!"',
    B3: 'blank',
    B4: '=A4&$A$1',
    B5: '3',
  });
  book.fill(0, rect('A4'), 'notes', 'note of a');
  book.fill(0, rect('B5'), 'backgrounds', '#00ff00');
  book.setFrozen(0, { rows: 1 });
  book.sortSheet(0, { column: 1, ascending: true });
  expect(sample.values('A1:B5')).toEqual([
    ['Name', ''],
    ['a', 'aName'],
    ['b', 'b!'],
    ['C', 3],
    ['', 'blank'],
  ]);
  expect(sample.read('A1:A3', 'notes')).toEqual([[''], ['note of a'], ['']]);
  expect(sample.read('B4', 'backgrounds')).toEqual([['#00ff00']]);
  expect([sample.formula('B2'), sample.formula('B3')]).toEqual(['=A2&$A$1', '=A3&"!"']);
  book.sortSheet(0, { column: 1, ascending: false });
  expect(sample.values('A2:A5')).toEqual([['C'], ['b'], ['a'], ['']]);
});

test('sorting is stable, supports several keys, and orders numbers before strings before booleans', () => {
  const sample = new SampleWorkbook();
  const rows = [
    [true, 1],
    ['x', 2],
    [10, 3],
    [9, 4],
    ['X', 5],
    ['', 6],
    [9, 7],
  ];
  sample.book.write(0, rect('A1:B7'), 'values', rows);
  sample.book.sort(0, rect('A1:B7'), [
    { column: 1, ascending: true },
    { column: 2, ascending: false },
  ]);
  expect(sample.values('B1:B7').flat()).toEqual([7, 4, 3, 5, 2, 1, 6]);
  expect(() => sample.book.sort(0, rect('A1:B7'), [{ column: 3, ascending: true }])).toThrow('out of bounds');
});

test('copying shifts relative references, even between overlapping ranges', () => {
  const sample = new SampleWorkbook();
  sample.book.write(0, rect('A1:C1'), 'values', [[1, '=A1+1', '=$A$1+B1']]);
  const from = { sheetId: 0, rect: rect('B1:C1') };
  sample.book.copy(from, { sheetId: 0, row: 1, column: 3 });
  expect(sample.read('C1:D1', 'formulas')).toEqual([['=B1+1', '=$A$1+C1']]);
  expect(sample.values('A1:D1')).toEqual([[1, 2, 3, 4]]);
});
