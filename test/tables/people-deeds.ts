/** What a person does to sheets by hand, and pulls in between, each as a sentence. */
import fc from 'fast-check';
import type { CellValue } from '../host/workbook/surface.ts';
import { Workbook } from '../host/workbook/workbook.ts';
import { Model, type TableModel, type Thing } from './people-model.ts';
import { letterOf, pull } from './people-pull.ts';
import { anyOrder, TABLES, type TableName } from './people-shop.ts';
import { upTo } from './people-sight.ts';

export interface World {
  readonly model: Model;
  readonly workbook: Workbook;
}

/** A workbook into which the first orders were pulled. */
export function openWorld(): World {
  const model = new Model();
  const workbook = new Workbook({
    name: 'Shop',
    locale: 'en_US',
    timeZone: 'America/New_York',
    now: () => model.now,
    callFunction: async () => ({ ok: true, value: '' }),
  });
  pull(model, workbook, [1, 2, 3], { version: 1, consent: false });
  return { model, workbook };
}

class Deed implements fc.Command<World, World> {
  constructor(
    private readonly sentence: string,
    private readonly can: (world: World) => boolean,
    private readonly does: (world: World) => void,
  ) {}

  check(world: Readonly<World>): boolean {
    return this.can(world);
  }

  run(world: World): void {
    this.does(world);
  }

  toString(): string {
    return this.sentence;
  }
}

/** The sheet of a table, with what is often asked of it. */
class Place {
  readonly sheet: TableModel;
  readonly id: number;

  constructor(
    readonly world: World,
    table: TableName,
  ) {
    this.sheet = world.model.table(table)!;
    this.id = this.sheet.sheetId;
  }

  get lastRow(): number {
    return this.world.workbook.lastRow(this.id);
  }

  get width(): number {
    return this.sheet.columns.length;
  }

  value(row: number, column: number): CellValue {
    return this.world.workbook.read(this.id, cell(row, column), 'values')[0]![0]!;
  }

  /** The key of the record in a row, `''` in rows of the person. */
  key(row: number): string {
    return row === 1 ? '' : String(this.value(row, this.sheet.place('rowKey')));
  }

  /** Whether anything stands in the row: a blank row at the end is no row. */
  isUsed(row: number): boolean {
    return upTo(this.width).some((column) => this.value(row, column) !== '');
  }

  isOwn(column: number): boolean {
    return this.sheet.columnAt(column)?.startsWith('own') ?? false;
  }

  /** Where the person's first, second, ... column stands; 0 where there are not so many. */
  own(nth: number): number {
    return upTo(this.width).filter((column) => this.isOwn(column))[nth - 1] ?? 0;
  }

  put(row: number, column: number, thing: Thing): void {
    const key = this.key(row);
    if (key !== '') this.sheet.put(key, this.sheet.columnAt(column)!, thing);
  }
}

function cell(row: number, column: number) {
  return { row, column, rows: 1, columns: 1 };
}

const table = fc.constantFrom<TableName>('Orders', 'Orders', 'Order lines');
const column = fc.integer({ min: 1, max: 14 });
const row = fc.integer({ min: 2, max: 9 });
const number = fc.integer({ min: 1, max: 6 });

/** A deed on the sheet of a table, as long as that has one. */
function onTable<T>(
  args: { [K in keyof T]: fc.Arbitrary<T[K]> },
  sentence: (table: TableName, args: NoInfer<T>) => string,
  can: (place: Place, args: NoInfer<T>) => boolean,
  does: (place: Place, args: NoInfer<T>) => void,
): fc.Arbitrary<fc.Command<World, World>> {
  return fc.tuple(table, fc.record(args) as unknown as fc.Arbitrary<T>).map(
    ([name, given]) =>
      new Deed(
        sentence(name, given),
        (world) => world.model.table(name) !== undefined && can(new Place(world, name), given),
        (world) => does(new Place(world, name), given),
      ),
  );
}

const always = () => true;
const inTable = (place: Place, { column }: { column: number }) => column <= place.width;
/** A cell of a record or of a row of the person that holds something. */
const inRow = (place: Place, { row, column }: { row: number; column: number }) =>
  column <= place.width && row <= place.lastRow && place.isUsed(row);

const sort = onTable(
  { column, ascending: fc.boolean() },
  (name, { column, ascending }) => `sort ${name} by column ${column}${ascending ? '' : ' downwards'}`,
  inTable,
  ({ world, id }, key) => world.workbook.sortSheet(id, key),
);

const filter = onTable(
  { row, count: fc.integer({ min: 1, max: 2 }) },
  (name, { row, count }) => `filter ${name}, which hides ${count} rows from row ${row} on`,
  always,
  ({ world, id, lastRow, width }, { row, count }) => {
    for (const { id: old } of world.workbook.attachments('filter', id)) world.workbook.detach(old);
    const rect = { row: 1, column: 1, rows: Math.max(lastRow, 1), columns: width };
    world.workbook.attach('filter', id, [rect], { hidden: ['x'] });
    world.workbook.setRowsHidden(id, row, count, true);
  },
);

const showAll = onTable(
  {},
  (name) => `end the filter of ${name}`,
  ({ world, id }) => world.workbook.attachments('filter', id).length > 0,
  ({ world, id }) => {
    for (const { id: old } of world.workbook.attachments('filter', id)) world.workbook.detach(old);
    world.workbook.setRowsHidden(id, 1, 60, false);
  },
);

const moveColumn = onTable(
  { from: column, to: column },
  (name, { from, to }) => `move column ${from} of ${name} to ${to}`,
  ({ width }, { from, to }) => from <= width && to <= width && from !== to,
  ({ world, id, sheet }, { from, to }) => {
    world.workbook.moveColumns(id, from, 1, to > from ? to + 1 : to);
    sheet.columns.splice(to - 1, 0, ...sheet.columns.splice(from - 1, 1));
  },
);

const HEADERS = ['Mine', 'Memo', 'Status', 'Order number', 'Part', 'Row key', 'As of', 'Currency', 'Remark'];

const insertColumn = onTable(
  { before: column, header: fc.constantFrom(...HEADERS) },
  (name, { before, header }) => `insert a column "${header}" before column ${before} of ${name}`,
  ({ width }, { before }) => before <= width + 1 && width < 20,
  ({ world, id, sheet }, { before, header }) => {
    world.workbook.insertColumns(id, before, 1);
    world.workbook.type(id, 1, before, header);
    sheet.columns.splice(before - 1, 0, `own ${++world.model.names}`);
  },
);

const deleteColumn = onTable(
  { column },
  (name, { column }) => `delete column ${column} of ${name}`,
  ({ sheet, width }, { column }) => column <= width && sheet.columnAt(column) !== 'rowKey',
  ({ world, id, sheet }, { column }) => {
    world.workbook.deleteColumns(id, column, 1);
    sheet.deleteColumn(column);
  },
);

const hideColumn = onTable(
  { column, hidden: fc.boolean() },
  (name, { column, hidden }) => `${hidden ? 'hide' : 'show'} column ${column} of ${name}`,
  inTable,
  ({ world, id }, { column, hidden }) => world.workbook.setColumnsHidden(id, column, 1, hidden),
);

const insertRow = onTable(
  { before: row },
  (name, { before }) => `insert a row before row ${before} of ${name}`,
  ({ lastRow }, { before }) => before <= lastRow + 1,
  ({ world, id }, { before }) => world.workbook.insertRows(id, before, 1),
);

const deleteRow = onTable(
  { row },
  (name, { row }) => `delete row ${row} of ${name}`,
  ({ lastRow }, { row }) => row <= lastRow,
  (place, { row }) => {
    place.sheet.things.delete(place.key(row));
    place.world.workbook.deleteRows(place.id, row, 1);
  },
);

const note = onTable(
  { row, column, text: fc.constantFrom('call back', 'paid?') },
  (name, { row, column, text }) => `note "${text}" on ${name} row ${row} column ${column}`,
  inRow,
  (place, { row, column, text }) => {
    place.world.workbook.fill(place.id, cell(row, column), 'notes', text);
    place.put(row, column, { note: text });
  },
);

const color = onTable(
  { row, column, color: fc.constantFrom('#ff0000', '#00ff00') },
  (name, { row, column, color }) => `colour ${name} row ${row} column ${column} ${color}`,
  inRow,
  (place, { row, column, color }) => {
    place.world.workbook.fill(place.id, cell(row, column), 'backgrounds', color);
    place.put(row, column, { color });
  },
);

const format = onTable(
  { row, column, format: fc.constantFrom('0.0', 'yyyy-mm-dd', 'General') },
  (name, { row, column, format }) => `format ${name} row ${row} column ${column} as ${format}`,
  (place, at) => inRow(place, at) && !place.isOwn(at.column),
  ({ world, id }, { row, column, format }) =>
    world.workbook.fill(id, cell(row, column), 'numberFormats', format),
);

const TYPED = ['mine', '12', '5/1/2025', '=1+1', '007', 'FALSE', ''];

/** Into any cell but a key: ours are typed over, and rows of the person get contents. */
const type = onTable(
  { row, column, text: fc.constantFrom(...TYPED) },
  (name, { row, column, text }) => `type "${text}" into ${name} row ${row} column ${column}`,
  (place, { row, column }) =>
    column <= place.width && row <= place.lastRow + 1 && place.sheet.columnAt(column) !== 'rowKey',
  (place, { row, column, text }) => {
    place.world.workbook.type(place.id, row, column, text);
    if (place.isOwn(column)) place.put(row, column, { value: place.value(row, column) });
  },
);

const nth = fc.constantFrom(1, 1, 2, 3);

const typeOwn = onTable(
  { row, nth, text: fc.constantFrom(...TYPED) },
  (name, { row, nth, text }) => `type "${text}" into own column ${nth} of ${name} row ${row}`,
  (place, { row, nth }) => row <= place.lastRow && place.own(nth) > 0,
  (place, { row, nth, text }) => {
    const column = place.own(nth);
    place.world.workbook.type(place.id, row, column, text);
    place.put(row, column, { value: place.value(row, column) });
  },
);

const repeat = onTable(
  { row, nth, other: column },
  (name, { row, nth, other }) =>
    `repeat column ${other} by a formula in own column ${nth} of ${name} row ${row}`,
  (place, { row, nth, other }) =>
    row <= place.lastRow && place.isUsed(row) && place.own(nth) > 0 && other <= place.width,
  (place, { row, nth, other }) => {
    const column = place.own(nth);
    place.world.workbook.type(place.id, row, column, `=${letterOf(other)}${row}`);
    place.put(row, column, { repeats: place.sheet.columnAt(other)! });
  },
);

const rename = onTable(
  { column, header: fc.constantFrom('Renamed', '', ...HEADERS) },
  (name, { column, header }) => `rename column ${column} of ${name} to "${header}"`,
  inTable,
  ({ world, id }, { column, header }) => world.workbook.type(id, 1, column, header),
);

const renameSheet = onTable(
  { to: fc.constantFrom('My orders', 'Lines', ...TABLES) },
  (name, { to }) => `rename the sheet of ${name} to "${to}"`,
  ({ world }, { to }) => world.workbook.sheetByName(to) === undefined,
  ({ world, id }, { to }) => world.workbook.renameSheet(id, to),
);

const moveSheet = onTable(
  { index: fc.integer({ min: 1, max: 3 }) },
  (name, { index }) => `move the sheet of ${name} to place ${index}`,
  ({ world }, { index }) => index <= world.workbook.sheets().length,
  ({ world, id }, { index }) => world.workbook.moveSheet(id, index),
);

const deleteSheet = table.map(
  (name) =>
    new Deed(
      `delete the sheet of ${name}`,
      ({ model }) => model.table(name) !== undefined,
      ({ model, workbook }) => workbook.deleteSheet(model.sheets[name].shift()!.sheetId),
    ),
);

const copySheet = onTable(
  {},
  (name) => `copy the sheet of ${name}`,
  ({ world }) => world.workbook.sheets().length < 6,
  ({ world, id, sheet }) => {
    const copy = sheet.copy(world.workbook.duplicateSheet(id));
    const all = world.model.sheets;
    for (const name of TABLES) if (all[name][0] === sheet) all[name].push(copy);
  },
);

const ownSheet = table.map(
  (name) =>
    new Deed(
      `make a sheet "${name}" of one's own`,
      ({ workbook }) => workbook.sheetByName(name) === undefined,
      ({ workbook }) => workbook.type(workbook.insertSheet({ name }), 1, 1, 'Order number'),
    ),
);

const marketSets = fc.tuple(number, anyOrder).map(
  ([each, order]) =>
    new Deed(`the marketplace has order ${each} as ${JSON.stringify(order)}`, always, ({ model }) => {
      model.market.set(each, order);
    }),
);

const marketForgets = number.map(
  (each) =>
    new Deed(
      `the marketplace forgets order ${each}`,
      ({ model }) => model.market.has(each),
      ({ model }) => void model.market.delete(each),
    ),
);

const pulls = fc
  .tuple(
    fc.oneof(
      { weight: 2, arbitrary: fc.constant([1, 2, 3, 4, 5, 6]) },
      { weight: 1, arbitrary: fc.uniqueArray(number, { maxLength: 4 }) },
    ),
    fc.constantFrom<1 | 2>(1, 2),
    fc.boolean(),
    fc.integer({ min: 0, max: 2 }),
  )
  .map(
    ([numbers, version, consent, minutes]) =>
      new Deed(
        `pull orders ${numbers.join(', ')} in version ${version}${consent ? ' with buyers' : ''}${minutes === 0 ? ' at once' : ''}`,
        always,
        ({ model, workbook }) => {
          model.now += minutes * 60_000;
          pull(model, workbook, numbers, { version, consent });
        },
      ),
  );

/** Pulls come often, sheets are deleted rarely. */
export const deeds: readonly fc.Arbitrary<fc.Command<World, World>>[] = [
  ...[pulls, pulls, pulls, pulls, marketSets, marketSets, marketSets, marketForgets],
  ...[sort, sort, moveColumn, moveColumn, insertColumn, insertColumn, deleteColumn, hideColumn],
  ...[insertRow, deleteRow, note, note, color, type, typeOwn, repeat, repeat, format],
  ...[rename, rename, filter, showAll, renameSheet, moveSheet, deleteSheet, copySheet, ownSheet],
];
