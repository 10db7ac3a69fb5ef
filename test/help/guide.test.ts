/** The sheet Guide: hidden when it is made, renewed when the build has another one, and else as people left it. */
import { expect, test } from 'vitest';
import { insertExample, makeGuide, showGuide } from '../../src/app/help-actions.ts';
import { guideRows, renewGuide } from '../../src/help/guide.ts';
import { questions } from '../../src/help/questions.ts';
import { reference } from '../../src/help/reference.ts';
import { columnsOf } from '../../src/operations/tables.ts';
import { tabKind } from '../../src/tables/tabs.ts';
import { faultOf } from '../protocol/fault.ts';
import { inMemoryPorts } from '../support/in-memory-ports.ts';

const portsOf = () => inMemoryPorts(() => ({ status: 500, headers: {}, text: '' }));

test('it is made once, among the sheets that nobody sees', () => {
  const ports = portsOf();
  expect(makeGuide(ports).message).toMatch(/^The sheet "Guide" is there, hidden/);
  expect(tabKind('Guide')).toBe('hidden');
  const rows = ports.book.rows('Guide');
  expect(rows.map(({ About: about, Of: of, Name: name }) => [about, of, name])).toEqual(
    guideRows(',').map(({ about, of, name }) => [about, of, name]),
  );
  showGuide(ports);
  expect(makeGuide(ports).message).toBe('The sheet "Guide" is up to date.');
  expect(ports.book.rows('Guide')).toEqual(rows);
});

test('another build renews it, with what people put on its rows, and leaves a deleted one away', () => {
  const ports = portsOf();
  renewGuide(ports);
  expect(ports.book.tables()).toEqual([]);
  makeGuide(ports);
  const sheet = ports.book.sheet('Guide');
  const whole = ports.book.rows('Guide');
  const cells = sheet.cells as unknown[][];
  // As if the build before had one row more, one less, and other words.
  cells[1]![3] = 'Other words.';
  cells[2]![cells[0]!.indexOf('Row key')] = 'Column|Orders|Former';
  cells[3]!.push('mine');
  const inFormer = JSON.stringify(cells);
  renewGuide(ports);
  expect(JSON.stringify(cells)).toBe(inFormer);
  ports.document.set('guide', '{"version":1,"of":"other"}');
  renewGuide(ports);
  const names = (rows: readonly Record<string, unknown>[]) => rows.map((row) => `${row.Of} ${row.Name}`).sort();
  const renewed = ports.book.rows('Guide');
  expect(names(renewed)).toEqual(names(whole));
  expect(renewed[0]!.Meaning).toBe(whole[0]!.Meaning);
  expect(JSON.stringify(sheet.cells)).toContain('mine');
  ports.book.remove('Guide');
  ports.document.set('guide', '{"version":1,"of":"other"}');
  renewGuide(ports);
  expect([ports.book.tables(), ports.document.get('guide')]).toEqual([[], null]);
});

test('an example is written as the workbook has its tables, and says what it lacks', () => {
  const ports = portsOf();
  expect(insertExample(ports, 'MARKET_QUOTA')).toEqual({
    formula: '=MARKET_QUOTA("Price history", "next")',
    cell: 'Sheet1!A1',
  });
  expect(faultOf(() => insertExample(ports, 'MARKET_ORDER')).message).toBe(
    'This example asks for what stands in the sheet Orders, which is not there yet: pull it first.',
  );
  const columns = columnsOf('Orders')!;
  ports.book.create('Orders', [...columns].reverse());
  const letter = columns.length - columns.findIndex(({ id }) => id === 'orderNumber');
  const { formula } = insertExample(ports, 'MARKET_ORDER');
  expect(formula).toMatch(/^=MARKET_ORDER\(Orders![A-Z]+2, "Order status description"\)$/);
  expect(letter).toBeGreaterThan(26);
  expect(ports.written).toEqual(['=MARKET_QUOTA("Price history", "next")', formula]);
});

test('the formula of a question names the columns where they stand, and each sheet is read once', () => {
  const ports = portsOf();
  expect(faultOf(() => insertExample(ports, 'ad-acos')).message).toMatch(/in the sheet Ad performance/);
  expect(() => insertExample(ports, 'margin')).toThrow('There is no formula "margin"');
  const columns = columnsOf('Order lines')!;
  const shown = ['orderDate', 'extendUnitPrice', 'sellerPartNumber'];
  ports.book.create(
    'Order lines',
    columns.toSorted((one, other) => shown.indexOf(other.id) - shown.indexOf(one.id)),
  );
  expect(insertExample(ports, 'sales-by-month').formula).toBe(
    `=SUMIFS('Order lines'!$B:$B,'Order lines'!$A:$A,'Order lines'!$A$2,'Order lines'!$C:$C,">="&EDATE(TODAY()-DAY(TODAY())+1,1-ROW()),'Order lines'!$C:$C,"<"&EDATE(TODAY()-DAY(TODAY())+1,2-ROW()))`,
  );
});

test('every formula of a question is there for the page, and names columns that there are', () => {
  for (const { name, formula } of reference().questions) {
    expect(questions.find((each) => each.name === name)?.formula === undefined).toBe(formula === undefined);
    expect((formula ?? []).join('')).not.toMatch(/[{}]|\$@/);
  }
});

test('formulas are written with what parts arguments in the spreadsheet, and again once that is something else', () => {
  const ports = portsOf();
  ports.book.between = ';';
  expect(insertExample(ports, 'MARKET_QUOTA').formula).toBe('=MARKET_QUOTA("Price history"; "next")');
  makeGuide(ports);
  const useOf = (name: string) => ports.book.rows('Guide').find((row) => row.Name === name)?.Use;
  expect(useOf('MARKET_QUOTA')).toBe('=MARKET_QUOTA("Price history"; "next")');
  ports.book.between = ',';
  renewGuide(ports);
  expect(useOf('MARKET_QUOTA')).toBe('=MARKET_QUOTA("Price history", "next")');
});
