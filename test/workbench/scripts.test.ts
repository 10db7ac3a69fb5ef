import { afterAll, expect, test } from 'vitest';
import { sampleHost } from '../host/sample-host.ts';
import { Scripts } from './scripts.ts';
import { UserQueue } from './user-queue.ts';

const code = `
function look() { return SpreadsheetApp.getActiveRange().getA1Notation() }
function show() { SpreadsheetApp.getActive().getSheetByName('Orders').getRangeList(['A2:C2', 'A5:C6']).activate() }
`;
const { host, close } = sampleHost(code);
afterAll(close);

test("a script can read and change the user's sheet and selection", async () => {
  const scripts = new Scripts(host, new UserQueue(host));
  const orders = host.workbook.insertSheet({ name: 'Orders' });
  const rect = (row: number, rows: number) => ({ row, column: 1, rows, columns: 3 });
  const seat = { user: 'a@x', sheet: 0, selected: { rects: [rect(4, 1)], cell: { row: 4, column: 2 } } };
  expect(await scripts.call(seat, 'look', [])).toEqual({ ok: true, value: 'A4:C4', sheet: 0 });
  expect(await scripts.call(seat, 'show', [])).toEqual({
    ok: true,
    value: null,
    sheet: orders,
    selected: { rects: [rect(2, 1), rect(5, 2)], cell: { row: 5, column: 1 } },
  });
});

test("parallel scripts do not change the user's selection", async () => {
  const scripts = new Scripts(host, new UserQueue(host));
  const seat = (row: number) => {
    const rects = [{ row, column: 1, rows: 1, columns: 1 }];
    return { user: 'a@x', sheet: 0, selected: { rects, cell: { row, column: 1 } } };
  };
  const led = await Promise.all([7, 8].map((row) => scripts.call(seat(row), 'look', [])));
  expect(led.map(({ sheet, selected }) => ({ sheet, selected }))).toEqual([{ sheet: 0 }, { sheet: 0 }]);
});
