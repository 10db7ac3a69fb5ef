/** All user edits between pulls, each with a description. */
import fc from 'fast-check';
import { color, format, note, noteBelow, repeat, repeatDown, type, typeAt, typeOwn } from './cells.ts';
import {
  addRule,
  copyRowBelow,
  copyRowBetween,
  deleteColumn,
  deleteRow,
  filter,
  freeze,
  HEADERS,
  hideColumn,
  insertColumn,
  insertFormulas,
  insertRight,
  insertRow,
  moveColumn,
  removeRules,
  resizeColumn,
  showAll,
  sort,
} from './lines.ts';
import { pull } from './pull.ts';
import { anyOrder, numberOf, TABLES } from './shop.ts';
import { always, column, Deed, inTable, onTable, row, table, type World } from './world.ts';

const NUMBERS = [1, 2, 3, 4, 5, 6];
const number = fc.constantFrom(...NUMBERS);

const rename = onTable(
  { column, header: fc.constantFrom('Renamed', '', ...HEADERS) },
  (name, { column, header }) => `rename column ${column} of ${name} to "${header}"`,
  // An add-on column without its note is recognized by its header. A blank column without a header looks unused and
  // gets a header.
  (position, { column, header }) =>
    inTable(position, { column }) &&
    position.mayBear(header) &&
    (position.isOwn(column) ||
      (position.isNoted(column) && (header !== '' || position.sheet.columnAt(column) !== 'goneSince'))),
  ({ workbook, id }, { column, header }) => workbook.type(id, 1, column, header),
);

const renameSheet = onTable(
  { to: fc.constantFrom('My orders', 'Lines', ...TABLES) },
  (name, { to }) => `rename the sheet of ${name} to "${to}"`,
  ({ workbook }, { to }) => workbook.sheetByName(to) === undefined,
  ({ workbook, id }, { to }) => workbook.renameSheet(id, to),
);

const moveSheet = onTable(
  { index: fc.integer({ min: 1, max: 3 }) },
  (name, { index }) => `move the sheet of ${name} to position ${index}`,
  ({ workbook }, { index }) => index <= workbook.sheets().length,
  ({ workbook, id }, { index }) => workbook.moveSheet(id, index),
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
  ({ workbook }) => workbook.sheets().length < 6,
  ({ world, id, sheet }) => {
    const copy = sheet.copy(world.workbook.duplicateSheet(id));
    const all = world.model.sheets;
    for (const name of TABLES) if (all[name][0] === sheet) all[name].push(copy);
  },
);

const ownSheet = table.map(
  (name) =>
    new Deed(
      `create a sheet named "${name}"`,
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

const someNumbers = fc.oneof(
  { weight: 2, arbitrary: fc.constant(NUMBERS) },
  { weight: 1, arbitrary: fc.uniqueArray(number, { maxLength: 4 }) },
);

const sight = fc.record({ version: fc.constantFrom<1 | 2>(1, 2), consent: fc.boolean() });

const pulls = fc.tuple(someNumbers, sight, fc.integer({ min: 0, max: 2 })).map(
  ([numbers, { version, consent }, minutes]) =>
    new Deed(
      `pull orders ${numbers.join(', ')} in version ${version}${consent ? ' with buyers' : ''}${minutes === 0 ? ' at once' : ''}`,
      always,
      ({ model, workbook }) => {
        model.now += minutes * 60_000;
        pull(model, workbook, numbers, { version, consent });
      },
    ),
);

const pullEnds = fc.tuple(someNumbers, sight, fc.integer({ min: 0, max: 16 }), fc.boolean()).map(
  ([numbers, { version, consent }, calls, isRepeated]) =>
    new Deed(
      `pull orders ${numbers.join(', ')} in version ${version}${consent ? ' with buyers' : ''}, killed after ${calls} changes${isRepeated ? ', and again' : ''}`,
      always,
      ({ model, workbook }) => {
        model.now += 60_000;
        pull(model, workbook, numbers, { version, consent }, calls);
        if (!isRepeated) return;
        model.now += 60_000;
        pull(model, workbook, numbers, { version, consent });
      },
    ),
);

/** Pulls all orders but one, whose row lies between rows that are written. */
const leaveOut = onTable(
  { row, column, order: anyOrder },
  (name, { row, column, order }) =>
    `type "=1+1" into ${name} row ${row} column ${column}, and pull all others, which are ${JSON.stringify(order)}`,
  (position, { row, column }) =>
    column <= position.width && position.key(row) !== '' && position.sheet.columnAt(column) !== 'rowKey',
  (position, { row, column, order }) => {
    const { model, workbook } = position.world;
    typeAt(position, row, column, '=1+1');
    const others = NUMBERS.filter((each) => !position.key(row).startsWith(numberOf(each)));
    for (const each of others) if (model.market.has(each)) model.market.set(each, order);
    model.now += 60_000;
    pull(model, workbook, others, { version: 1, consent: false });
  },
);

const looks = fc.oneof(
  ...[note, color, hideColumn, hideColumn, filter, showAll, rename],
  ...[resizeColumn, freeze, addRule, removeRules],
);
const sheets = fc.oneof(renameSheet, moveSheet, copySheet, ownSheet, deleteSheet);

/** Repeating an entry makes the edit more frequent. */
export const deeds: readonly fc.Arbitrary<fc.Command<World, World>>[] = [
  ...[pulls, pulls, pulls, pulls, pullEnds, pullEnds, pullEnds, leaveOut, leaveOut],
  ...[marketSets, marketSets, marketSets, marketForgets, looks, looks, sheets],
  ...[insertColumn, insertRight, insertFormulas, insertFormulas, moveColumn, moveColumn, deleteColumn, sort],
  ...[insertRow, deleteRow, copyRowBelow, copyRowBetween, noteBelow, format, format],
  ...[type, type, typeOwn, repeat, repeatDown],
];
