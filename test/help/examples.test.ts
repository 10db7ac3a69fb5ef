/** The Help tab's examples and questions use the workbook's own sheets. */
import { expect, test } from 'vitest';
import { questions } from '../../sidebar/help/questions.ts';
import { insertExample } from '../../src/app/help-actions.ts';
import { reference } from '../../src/help/reference.ts';
import { columnsOf } from '../../src/operations/tables.ts';
import { faultOf } from '../protocol/fault.ts';
import { inMemoryPorts } from '../support/in-memory-ports.ts';

const portsOf = () => inMemoryPorts(() => ({ status: 500, headers: {}, text: '' }));

test("an example refers to the workbook's columns, or says that a sheet is missing", () => {
  const ports = portsOf();
  expect(insertExample(ports, 'MARKET_QUOTA')).toEqual({
    formula: '=MARKET_QUOTA("Price history", "next")',
    cell: 'Sheet1!A1',
  });
  expect(faultOf(() => insertExample(ports, 'MARKET_ORDER')).message).toBe(
    'This example uses values from Orders, which has no sheet yet. Pull it first.',
  );
  const columns = columnsOf('Orders')!;
  ports.book.create('Orders', [...columns].reverse());
  const letter = columns.length - columns.findIndex(({ id }) => id === 'orderNumber');
  const { formula } = insertExample(ports, 'MARKET_ORDER');
  expect(formula).toMatch(/^=MARKET_ORDER\(Orders![A-Z]+2:[A-Z]+10, "Order status description"\)$/);
  expect(letter).toBeGreaterThan(26);
  expect(ports.written).toEqual(['=MARKET_QUOTA("Price history", "next")', formula]);
});

test("a question's formula refers to the columns' positions, and each sheet is read once", () => {
  const ports = portsOf();
  expect(faultOf(() => insertExample(ports, 'ad-acos')).message).toMatch(/values from Ad performance/);
  expect(() => insertExample(ports, 'margin')).toThrow('There is no formula named "margin"');
  const columns = columnsOf('Order lines')!;
  const shown = ['statusDescription', 'orderStatusDescription', 'orderDate', 'extendUnitPrice', 'sellerPartNumber'];
  ports.book.create(
    'Order lines',
    columns.toSorted((one, other) => shown.indexOf(other.id) - shown.indexOf(one.id)),
  );
  expect(insertExample(ports, 'sales-by-month').formula).toBe(
    `=SUMIFS('Order lines'!$B:$B,'Order lines'!$A:$A,'Order lines'!$A$2,'Order lines'!$C:$C,">="&EDATE(TODAY()-DAY(TODAY())+1,1-ROW()),'Order lines'!$C:$C,"<"&EDATE(TODAY()-DAY(TODAY())+1,2-ROW()),'Order lines'!$D:$D,"<>Void*",'Order lines'!$E:$E,"<>Cancel*")`,
  );
});

test('every example answers a question, is ready for the page, and names existing columns', () => {
  const names = questions.map(({ name }) => name);
  for (const [name, formula] of Object.entries(reference().examples)) {
    expect(names).toContain(name);
    expect(formula.join('')).not.toMatch(/[{}]|\$@/);
  }
});

test('formulas use the argument separator of the spreadsheet', () => {
  const ports = portsOf();
  ports.book.between = ';';
  expect(insertExample(ports, 'MARKET_QUOTA').formula).toBe('=MARKET_QUOTA("Price history"; "next")');
});
