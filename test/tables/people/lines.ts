/** User edits to whole columns and rows. */
import fc from 'fast-check';
import { repeatIn } from './cells.ts';
import { always, column, inTable, onTable, type Position, row } from './world.ts';

export const sort = onTable(
  { column, ascending: fc.boolean() },
  (name, { column, ascending }) => `sort ${name} by column ${column}${ascending ? '' : ', descending'}`,
  inTable,
  ({ workbook, id }, key) => workbook.sortSheet(id, key),
);

export const filter = onTable(
  { row, count: fc.integer({ min: 1, max: 2 }) },
  (name, { row, count }) => `filter ${name}, which hides ${count} rows from row ${row} on`,
  always,
  ({ workbook, id, lastRow, width }, { row, count }) => {
    for (const { id: old } of workbook.attachments('filter', id)) workbook.detach(old);
    const rect = { row: 1, column: 1, rows: Math.max(lastRow, 1), columns: width };
    workbook.attach('filter', id, [rect], { hidden: ['x'] });
    workbook.setRowsHidden(id, row, count, true);
  },
);

export const showAll = onTable(
  {},
  (name) => `end the filter of ${name}`,
  ({ workbook, id }) => workbook.attachments('filter', id).length > 0,
  ({ workbook, id }) => {
    for (const { id: old } of workbook.attachments('filter', id)) workbook.detach(old);
    workbook.setRowsHidden(id, 1, 60, false);
  },
);

export const moveColumn = onTable(
  { from: column, to: column },
  (name, { from, to }) => `move column ${from} of ${name} to ${to}`,
  ({ width }, { from, to }) => from <= width && to <= width && from !== to,
  ({ workbook, id, sheet }, { from, to }) => {
    workbook.moveColumns(id, from, 1, to > from ? to + 1 : to);
    sheet.columns.splice(to - 1, 0, ...sheet.columns.splice(from - 1, 1));
  },
);

export const HEADERS = ['Mine', 'Memo', 'Status', 'Order number', 'Part', 'Row key', 'As of', 'Currency', 'Remark'];

const canInsert = ({ width }: Position, { before }: { before: number }) => before <= width + 1 && width < 20;

/** Inserts a user column. */
function putColumn({ world, workbook, id, sheet }: Position, before: number, header: string): void {
  workbook.insertColumns(id, before, 1);
  workbook.type(id, 1, before, header);
  sheet.columns.splice(before - 1, 0, `own ${++world.model.names}`);
}

export const insertColumn = onTable(
  { before: column, header: fc.constantFrom(...HEADERS) },
  (name, { before, header }) => `insert a column "${header}" before column ${before} of ${name}`,
  (position, args) => canInsert(position, args) && position.mayBear(args.header),
  (position, { before, header }) => putColumn(position, before, header),
);

export const insertRight = onTable(
  { header: fc.constantFrom(...HEADERS) },
  (name, { header }) => `insert a column "${header}" right of all of ${name}`,
  (position, { header }) => position.width < 20 && position.mayBear(header),
  (position, { header }) => putColumn(position, position.width + 1, header),
);

export const insertFormulas = onTable(
  { before: column, other: column },
  (name, { before, other }) =>
    `insert a column before column ${before} of ${name} that repeats column ${other} by formulas`,
  (position, args) => canInsert(position, args) && args.other <= position.width,
  (position, { before, other }) => {
    putColumn(position, before, 'Again');
    repeatIn(position, before, other);
  },
);

export const deleteColumn = onTable(
  { column },
  (name, { column }) => `delete column ${column} of ${name}`,
  ({ sheet, width }, { column }) => column <= width && sheet.columnAt(column) !== 'rowKey',
  ({ workbook, id, sheet }, { column }) => {
    workbook.deleteColumns(id, column, 1);
    sheet.deleteColumn(column);
  },
);

export const hideColumn = onTable(
  { column, hidden: fc.boolean() },
  (name, { column, hidden }) => `${hidden ? 'hide' : 'show'} column ${column} of ${name}`,
  inTable,
  ({ workbook, id }, { column, hidden }) => workbook.setColumnsHidden(id, column, 1, hidden),
);

export const resizeColumn = onTable(
  { column, width: fc.constantFrom(40, 333) },
  (name, { column, width }) => `make column ${column} of ${name} ${width} pixels wide`,
  inTable,
  ({ workbook, id }, { column, width }) => workbook.setColumnWidths(id, column, 1, width),
);

export const freeze = onTable(
  { columns: fc.integer({ min: 0, max: 3 }) },
  (name, { columns }) => `freeze ${columns} columns of ${name}`,
  always,
  ({ workbook, id }, { columns }) => workbook.setFrozen(id, { columns }),
);

export const addRule = onTable(
  { column, count: fc.integer({ min: 1, max: 2 }) },
  (name, { column, count }) => `add a formatting rule for ${count} columns from ${column} of ${name}`,
  ({ workbook, id, width }, { column, count }) => column <= width && column + count - 1 <= workbook.sheet(id).columns,
  ({ workbook, id }, { column, count }) => {
    const rect = { row: 2, column, rows: 20, columns: count };
    workbook.attach('conditionalFormat', id, [rect], [['whenTextContains', ['x']]]);
  },
);

export const removeRules = onTable(
  {},
  (name) => `remove all rules of ${name}`,
  ({ workbook, id }) => workbook.attachments('conditionalFormat', id).length > 0,
  ({ workbook, id }) => {
    for (const { id: rule } of workbook.attachments('conditionalFormat', id)) workbook.detach(rule);
  },
);

export const insertRow = onTable(
  { before: row },
  (name, { before }) => `insert a row before row ${before} of ${name}`,
  ({ lastRow }, { before }) => before <= lastRow + 1,
  ({ workbook, id }, { before }) => workbook.insertRows(id, before, 1),
);

export const deleteRow = onTable(
  { row },
  (name, { row }) => `delete row ${row} of ${name}`,
  ({ lastRow }, { row }) => row <= lastRow,
  (position, { row }) => {
    const [key, ownCells] = [position.key(row), position.ownCells(row)];
    position.workbook.deleteRows(position.id, row, 1);
    if (!ownCells) return;
    const others = position.sheet.rows.get(key)!.filter((each) => each !== ownCells);
    if (others.length > 0) position.sheet.rows.set(key, others);
    else position.sheet.rows.delete(key);
  },
);

/** Any add-on row can be copied, up to 30 rows per sheet. */
const canCopy = (position: Position, { row }: { row: number }) => position.key(row) !== '' && position.lastRow < 30;

/** Copies a row with its notes and colors; the copy then belongs to the user. */
function copyRow(position: Position, from: number, to: number): void {
  const [key, ownCells] = [position.key(from), position.ownCells(from)!];
  const rect = { row: from, column: 1, rows: 1, columns: position.width };
  position.workbook.copy({ sheetId: position.id, rect }, { sheetId: position.id, row: to, column: 1 });
  position.sheet.rows.get(key)!.push(new Map(ownCells));
}

export const copyRowBelow = onTable(
  { row, below: fc.integer({ min: 1, max: 3 }) },
  (name, { row, below }) => `copy row ${row} of ${name} into row ${below} below all others`,
  canCopy,
  (position, { row, below }) => copyRow(position, row, position.lastRow + below),
);

export const copyRowBetween = onTable(
  { row, before: row },
  (name, { row, before }) => `copy row ${row} of ${name} into a row inserted before row ${before}`,
  (position, at) => canCopy(position, at) && at.before <= position.lastRow,
  (position, { row, before }) => {
    position.workbook.insertRows(position.id, before, 1);
    copyRow(position, row >= before ? row + 1 : row, before);
  },
);
