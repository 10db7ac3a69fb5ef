/** The Changes sheet: cells changed by runs, newest first, excluding buyer data. */
import { id, instant, instantAt, type Kind, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { clip } from '../protocol/lists.ts';
import { oncePer } from '../protocol/store.ts';
import { type Cell, DATE, DATE_TIME, textOfCell } from './cells.ts';
import { AS_OF, type Column, GONE_SINCE, sheetColumns } from './columns.ts';
import { applyEdits, type CellEdit, planEdits } from './edits.ts';
import { LAST_SEEN } from './history.ts';
import { localDate } from './local-format.ts';
import { addOnTop, oldestRows } from './on-top.ts';
import { type Opened, openTable } from './opened.ts';
import type { TablePlan } from './plan.ts';
import { cellAt, isMarked, isUnfinished, rowsWithKey } from './positions.ts';
import { rowsOf } from './rows.ts';
import type { Book } from './sheet.ts';
import { AGES, type DeclaredRecord, type Recorded } from './table.ts';
import { wallTime } from './zone.ts';

export const changes = {
  answer: {
    record: {
      runId: id('runId', 'Run ID, as shown on Log.', { long: '00000000' }),
      time: instant('time', 'When the new value was read.', { once: true }),
      sellerId: id('sellerId', 'Seller ID of the shop.'),
      table: text('table', 'The table that changed.', { long: 'Ad performance' }),
      record: id('record', 'The changed record, such as an order number.', { long: 'SSD-100, 9SIA0123456, New, USA' }),
      column: text('column', 'The column that changed. Blank for entire records.'),
      before: text('before', 'The old value.'),
      after: text('after', 'The new value. For entire records: "gone" or the number of added records.'),
    },
  },
  tables: [
    {
      name: 'Changes',
      about:
        'One row per changed cell, one per removed record, and one per run for all records added to a table. Newest first.',
      each: [],
      columns: ['*'],
      key: ['runId', 'time'],
      repeats: true,
      appendOnly: true,
      age: { days: AGES.changes, at: 'time' },
      opening: {
        frozen: [],
        first: ['runId', 'time', 'sellerId', 'table', 'record', 'column', 'before', 'after'],
        folded: [],
      },
    },
  ],
} as const satisfies Recorded;

export const [changesTable] = changes.tables;

export type Change = DeclaredRecord<typeof changes>;

/** Maximum number of rows. The oldest are removed first. */
export const MOST_CHANGES = 5000;

const MOST_TEXT = 500;

interface ChangedBy {
  readonly run: string;
  readonly at: number;
  /** The seller of rows without a seller ID. */
  readonly sellerId: string;
}

/**
 * Returns at most `most` changes: one for all added records, one per gone record, and one per changed visible cell.
 * Call after writing the rows.
 */
export function changesOf(
  plan: TablePlan,
  key: readonly string[],
  by: ChangedBy,
  book: Pick<Book, 'timeZone' | 'locale'>,
  most: number,
): readonly Change[] {
  const { columns, contents, sheet, table } = plan.opened;
  const zone = book.timeZone();
  /** Shows dates like cells. */
  const textOf = (cell: Cell, kind: Kind) =>
    cell instanceof Date
      ? localDate(wallTime(cell.getTime(), zone), kind === 'day' ? DATE : DATE_TIME, () => book.locale())
      : textOfCell(cell, kind, zone);
  const listed = columns.filter(
    (column) => !column.hidden && !column.isPrivate && !column.computed && !TIMES.has(column.id),
  );
  // Each question is a service call, so ask only about changed columns.
  const isShown = oncePer((position: number) => sheet?.isHidden(position) === false);
  const named = namingColumns(columns, key);
  const found = new Map<string, Change>();
  const additions = new Map<string, number>();
  for (const change of plan.changes) {
    if (found.size >= most) break;
    const cells = new Map(change.positions.map((position, index) => [position, change.cells[index]!]));
    const at = (id: string) => contents.positions.get(id) ?? 0;
    const isChanged = (id: string) => cells.has(at(id)) && isShown(at(id));
    const before = (id: string) => (change.isNew ? '' : cellAt(contents, change.row - 1, id));
    const after = (id: string) => cells.get(at(id)) ?? before(id);
    const about = {
      runId: by.run,
      time: instantAt(by.at),
      sellerId: String(after('sellerId')) || by.sellerId,
      table,
      record: clip(
        named
          .map(({ id, kind }) => textOf(after(id), kind))
          .filter((part) => part !== '')
          .join(', '),
        MOST_TEXT,
      ),
    };
    // List a row and the user's copies of it only once.
    const put = (column: string, was: string, is: string) => {
      found.set([change.key, column, was, is].join('\n'), {
        ...about,
        column,
        before: clip(was, MOST_TEXT),
        after: clip(is, MOST_TEXT),
      });
    };
    // New rows, and torn new rows that are being completed.
    const isAddition = change.isNew || (change.positions.length > 0 && isUnfinished(contents, change.row - 1));
    if (isAddition) additions.set(about.sellerId, (additions.get(about.sellerId) ?? 0) + 1);
    else
      for (const { id, header, kind, names } of listed) {
        if (!cells.has(at(id)) || (names && !cells.has(at(names.of)))) continue;
        const [was, is] = [textOf(before(id), kind), textOf(after(id), kind)];
        if (id === GONE_SINCE.id && is !== '') put('', '', 'gone');
        // If a code and its text changed, list only the text.
        else if (was !== is && isChanged(id) && !columns.some((each) => isTextOf(each, id) && isChanged(each.id)))
          put(header, was, is);
      }
  }
  const added = [...additions].map(
    ([sellerId, count]): Change => ({
      ...{ runId: by.run, time: instantAt(by.at), sellerId, table, record: '', column: '', before: '' },
      after: additionText(table, count),
    }),
  );
  return [...added, ...found.values()].slice(0, most);
}

function isTextOf({ id, names }: Column, code: string) {
  return names?.of === code || id === `${code}Description`;
}

const SKU = 'sellerPartNumber';

/** Columns that change on every pull. */
const TIMES: ReadonlySet<string> = new Set([AS_OF.id, LAST_SEEN.id]);

/** Returns text such as `116 orders added`. */
function additionText(table: string, count: number) {
  const many = table.endsWith('s') ? table.toLowerCase() : 'rows';
  return `${count} ${count === 1 ? many.slice(0, -1) : many} added`;
}

function additionsIn(after: string) {
  return Number(/^(\d+) .* added$/.exec(after)?.[1] ?? 0);
}

/**
 * Returns the columns that identify a record: text rather than codes, and the SKU first if it isn't in the key. Omits
 * the seller, which has a column.
 */
function namingColumns(columns: readonly Column[], key: readonly string[]): readonly Column[] {
  return [...(key.includes(SKU) ? [] : [SKU]), ...key]
    .filter((id) => id !== 'sellerId')
    .flatMap((id) => columns.find(({ names }) => names?.of === id) ?? columns.find((column) => column.id === id) ?? []);
}

/** Adds rows at the top and removes the oldest. Throws MARKET_TABLE if the sheet can't be identified. */
export function writeChanges(book: Book, added: readonly Change[]): void {
  if (added.length === 0) return;
  const columns = sheetColumns(changes, changesTable, NONE_PRIVATE);
  const opened = openTable(book, changesTable.name, columns);
  const { edits, others } = mergedAdditions(opened, added);
  applyEdits(book, planEdits(opened, edits, book.timeZone()));
  if (others.length > 0) addOnTop(book, opened, rowsOf(changesTable, columns, others), outgrown(opened, others.length));
}

/** Adds the new records to the counts in the run's existing entry. Returns these edits and all other changes. */
function mergedAdditions(opened: Opened, added: readonly Change[]) {
  const nameOf = (of: (id: 'runId' | 'sellerId' | 'table') => unknown) =>
    [of('runId'), of('sellerId'), of('table')].join('\n');
  const known = new Map<string, number>();
  for (const index of rowsWithKey(opened.contents)) {
    const cell = (id: string) => cellAt(opened.contents, index, id);
    if (cell('column') === '' && additionsIn(String(cell('after'))) > 0) known.set(nameOf(cell), index + 1);
  }
  const edits: CellEdit[] = [];
  const others = added.filter((change) => {
    const count = change.column === '' ? additionsIn(change.after ?? '') : 0;
    const row = count > 0 ? known.get(nameOf((id) => change[id])) : undefined;
    if (row === undefined) return true;
    const before = additionsIn(String(cellAt(opened.contents, row - 1, 'after')));
    edits.push({ row, column: 'after', cell: additionText(change.table ?? '', before + count) });
    return false;
  });
  return { edits, others };
}

/** Returns the 1-based rows to remove before adding `added` rows. Includes incomplete rows. */
function outgrown(opened: Opened, added: number): readonly number[] {
  const { contents } = opened;
  // If two rows have the same time, the lower one is older.
  const ours = [...rowsWithKey(contents)].reverse();
  const incomplete = ours.filter((index) => isMarked(contents, index));
  const whole = ours.filter((index) => !isMarked(contents, index));
  const old = oldestRows(opened, 'time', whole, whole.length + added - MOST_CHANGES);
  return [...incomplete.map((index) => index + 1), ...old];
}
