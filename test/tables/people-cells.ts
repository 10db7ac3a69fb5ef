/** What a person puts into cells by hand, and on them. */
import fc from 'fast-check';
import { letterOf } from './people-formula.ts';
import { put, type Thing } from './people-model.ts';
import { cell, column, inRow, inTable, onTable, type Place, row } from './people-world.ts';

/** Changes a cell, and remembers what is on it where it is on a record. */
function change(place: Place, row: number, column: number, does: () => Thing): void {
  const things = place.things(row);
  const thing = does();
  if (things) put(things, place.sheet.columnAt(column)!, thing);
}

/** Types into a cell of the person. */
function typeIn(place: Place, row: number, column: number, text: string): void {
  change(place, row, column, () => {
    place.workbook.type(place.id, row, column, text);
    return place.content(row, column);
  });
}

/** Types into any cell but a key: ours are typed over, and rows of the person get contents. */
export function typeAt(place: Place, row: number, column: number, text: string): void {
  if (place.isOwn(column)) typeIn(place, row, column, text);
  else place.workbook.type(place.id, row, column, text);
}

export const note = onTable(
  { row, column, text: fc.constantFrom('call back', 'paid?') },
  (name, { row, column, text }) => `note "${text}" on ${name} row ${row} column ${column}`,
  inRow,
  (place, { row, column, text }) =>
    change(place, row, column, () => {
      place.workbook.fill(place.id, cell(row, column), 'notes', text);
      return { note: text };
    }),
);

export const noteBelow = onTable(
  { below: fc.integer({ min: 1, max: 4 }), column },
  (name, { below, column }) => `note "wait" on row ${below} below all of ${name}, column ${column}`,
  inTable,
  ({ workbook, id, lastRow }, { below, column }) =>
    workbook.fill(id, cell(lastRow + below, column), 'notes', 'wait'),
);

export const color = onTable(
  { row, column, color: fc.constantFrom('#ff0000', '#00ff00') },
  (name, { row, column, color }) => `colour ${name} row ${row} column ${column} ${color}`,
  inRow,
  (place, { row, column, color }) =>
    change(place, row, column, () => {
      place.workbook.fill(place.id, cell(row, column), 'backgrounds', color);
      return { color };
    }),
);

export const format = onTable(
  { row, column, format: fc.constantFrom('0.0', 'yyyy-mm-dd', '[$€]0.00', 'General', '@') },
  (name, { row, column, format }) => `format ${name} row ${row} column ${column} as ${format}`,
  inRow,
  (place, { row, column, format }) =>
    change(place, row, column, () => {
      place.workbook.fill(place.id, cell(row, column), 'numberFormats', format);
      return place.isOwn(column) ? place.content(row, column) : {};
    }),
);

const TYPED = ['mine', '12', '5/1/2025', '=1+1', '007', 'FALSE', ''];

export const type = onTable(
  { row, column, text: fc.constantFrom(...TYPED) },
  (name, { row, column, text }) => `type "${text}" into ${name} row ${row} column ${column}`,
  (place, { row, column }) =>
    column <= place.width && row <= place.lastRow + 1 && place.sheet.columnAt(column) !== 'rowKey',
  (place, { row, column, text }) => typeAt(place, row, column, text),
);

const nth = fc.constantFrom(1, 1, 2, 3);

export const typeOwn = onTable(
  { row, nth, text: fc.constantFrom(...TYPED) },
  (name, { row, nth, text }) => `type "${text}" into own column ${nth} of ${name} row ${row}`,
  (place, { row, nth }) => row <= place.lastRow && place.own(nth) > 0,
  (place, { row, nth, text }) => typeIn(place, row, place.own(nth), text),
);

export const repeat = onTable(
  { row, nth, other: column },
  (name, { row, nth, other }) =>
    `repeat column ${other} by a formula in own column ${nth} of ${name} row ${row}`,
  (place, { row, nth, other }) =>
    row <= place.lastRow && place.isUsed(row) && place.own(nth) > 0 && other <= place.width,
  (place, { row, nth, other }) => typeIn(place, row, place.own(nth), `=${letterOf(other)}${row}`),
);

/** As dragging a formula down all records does. */
export function repeatIn(place: Place, own: number, other: number): void {
  for (let row = 2; row <= place.lastRow; row++)
    if (place.key(row) !== '') typeIn(place, row, own, `=${letterOf(other)}${row}`);
}

export const repeatDown = onTable(
  { nth, other: column, format: fc.constantFrom('General', '0.00') },
  (name, { nth, other, format }) =>
    `repeat column ${other} by formulas in all rows of own column ${nth} of ${name}, as ${format}`,
  (place, { nth, other }) => place.own(nth) > 0 && other <= place.width,
  (place, { nth, other, format }) => {
    const own = place.own(nth);
    repeatIn(place, own, other);
    for (let row = 2; row <= place.lastRow; row++)
      if (place.key(row) !== '') place.workbook.fill(place.id, cell(row, own), 'numberFormats', format);
  },
);
