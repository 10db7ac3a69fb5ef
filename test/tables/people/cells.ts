/** User edits to cells: values, notes, colors, and formats. */
import fc from 'fast-check';
import { letterOf } from './formula.ts';
import { type OwnCell, put } from './model.ts';
import { cell, column, inRow, inTable, onTable, type Position, row } from './world.ts';

/** Changes a cell and, in an add-on row, records the change in the model. */
function change(position: Position, row: number, column: number, does: () => OwnCell): void {
  const ownCells = position.ownCells(row);
  const ownCell = does();
  if (ownCells) put(ownCells, position.sheet.columnAt(column)!, ownCell);
}

/** Types into one of the user's columns. */
function typeIn(position: Position, row: number, column: number, text: string): void {
  change(position, row, column, () => {
    position.workbook.type(position.id, row, column, text);
    return position.content(row, column);
  });
}

/** Types into any cell except a key. */
export function typeAt(position: Position, row: number, column: number, text: string): void {
  if (position.isOwn(column)) typeIn(position, row, column, text);
  else position.workbook.type(position.id, row, column, text);
}

export const note = onTable(
  { row, column, text: fc.constantFrom('call back', 'paid?') },
  (name, { row, column, text }) => `note "${text}" on ${name} row ${row} column ${column}`,
  inRow,
  (position, { row, column, text }) =>
    change(position, row, column, () => {
      position.workbook.fill(position.id, cell(row, column), 'notes', text);
      return { note: text };
    }),
);

export const noteBelow = onTable(
  { below: fc.integer({ min: 1, max: 4 }), column },
  (name, { below, column }) => `note "wait" on row ${below} below all of ${name}, column ${column}`,
  inTable,
  ({ workbook, id, lastRow }, { below, column }) => workbook.fill(id, cell(lastRow + below, column), 'notes', 'wait'),
);

export const color = onTable(
  { row, column, color: fc.constantFrom('#ff0000', '#00ff00') },
  (name, { row, column, color }) => `color ${name} row ${row} column ${column} ${color}`,
  inRow,
  (position, { row, column, color }) =>
    change(position, row, column, () => {
      position.workbook.fill(position.id, cell(row, column), 'backgrounds', color);
      return { color };
    }),
);

export const format = onTable(
  { row, column, format: fc.constantFrom('0.0', 'yyyy-mm-dd', '[$€]0.00', 'General', '@') },
  (name, { row, column, format }) => `format ${name} row ${row} column ${column} as ${format}`,
  inRow,
  (position, { row, column, format }) =>
    change(position, row, column, () => {
      position.workbook.fill(position.id, cell(row, column), 'numberFormats', format);
      return position.isOwn(column) ? position.content(row, column) : {};
    }),
);

const TYPED = ['mine', '12', '5/1/2025', '=1+1', '007', 'FALSE', ''];

export const type = onTable(
  { row, column, text: fc.constantFrom(...TYPED) },
  (name, { row, column, text }) => `type "${text}" into ${name} row ${row} column ${column}`,
  (position, { row, column }) =>
    column <= position.width && row <= position.lastRow + 1 && position.sheet.columnAt(column) !== 'rowKey',
  (position, { row, column, text }) => typeAt(position, row, column, text),
);

const nth = fc.constantFrom(1, 1, 2, 3);

export const typeOwn = onTable(
  { row, nth, text: fc.constantFrom(...TYPED) },
  (name, { row, nth, text }) => `type "${text}" into own column ${nth} of ${name} row ${row}`,
  (position, { row, nth }) => row <= position.lastRow && position.own(nth) > 0,
  (position, { row, nth, text }) => typeIn(position, row, position.own(nth), text),
);

export const repeat = onTable(
  { row, nth, other: column },
  (name, { row, nth, other }) => `repeat column ${other} by a formula in own column ${nth} of ${name} row ${row}`,
  (position, { row, nth, other }) =>
    row <= position.lastRow && position.isUsed(row) && position.own(nth) > 0 && other <= position.width,
  (position, { row, nth, other }) => typeIn(position, row, position.own(nth), `=${letterOf(other)}${row}`),
);

/** Fills a formula down through all add-on rows. */
export function repeatIn(position: Position, own: number, other: number): void {
  for (let row = 2; row <= position.lastRow; row++)
    if (position.key(row) !== '') typeIn(position, row, own, `=${letterOf(other)}${row}`);
}

export const repeatDown = onTable(
  { nth, other: column, format: fc.constantFrom('General', '0.00') },
  (name, { nth, other, format }) =>
    `repeat column ${other} by formulas in all rows of own column ${nth} of ${name}, as ${format}`,
  (position, { nth, other }) => position.own(nth) > 0 && other <= position.width,
  (position, { nth, other, format }) => {
    const own = position.own(nth);
    repeatIn(position, own, other);
    for (let row = 2; row <= position.lastRow; row++)
      if (position.key(row) !== '') position.workbook.fill(position.id, cell(row, own), 'numberFormats', format);
  },
);
