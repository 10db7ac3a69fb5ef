/** The Changes sheet: cells changed by runs, newest first, excluding buyer data. */
import { id, instant, instantAt, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { clip } from '../protocol/lists.ts';
import { textOfCell } from './cells.ts';
import { AS_OF, type Column, GONE_SINCE, isHiddenAtFirst, sheetColumns } from './columns.ts';
import { applyEdits, type CellEdit, planEdits } from './edits.ts';
import { LAST_SEEN } from './history.ts';
import { addOnTop, oldestRows } from './on-top.ts';
import { type Opened, openTable } from './opened.ts';
import type { TablePlan } from './plan.ts';
import { cellAt, isMarked, isUnfinished, rowsWithKey } from './positions.ts';
import { rowsOf } from './rows.ts';
import type { Book } from './sheet.ts';
import { AGES, type DeclaredRecord, type Recorded } from './table.ts';

export const changes = {
  answer: {
    record: {
      runId: id('runId', 'Run ID, as shown on Log.', { long: '00000000' }),
      time: instant('time', 'When the new value was read.', { once: true }),
      sellerId: id('sellerId', 'Seller ID of the shop.'),
      table: text('table', 'The table that changed.', { long: 'Ad performance' }),
      record: id('record', 'The changed record, such as an order number.', { long: '9SIA0123456, 2026-01-31 00:00' }),
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
  /** Epoch milliseconds. */
  readonly at: number;
  /** The seller of rows without a seller ID. */
  readonly sellerId: string;
}

/** Returns at most `most` changes: one for all added records, one per gone record, and one per changed visible cell. */
export function changesOf(
  plan: TablePlan,
  key: readonly string[],
  by: ChangedBy,
  zone: string,
  most: number,
): readonly Change[] {
  const { columns, contents, table } = plan.opened;
  const listed = columns.filter(
    (column) => !isHiddenAtFirst(column) && !column.isPrivate && !column.computed && !TIMES.has(column.id),
  );
  /** The column with the text for a code. */
  const textOf = new Map(
    columns.map(({ id }) => [id, columns.find((each) => each.names?.of === id || each.id === `${id}Description`)?.id]),
  );
  const named = namingColumns(columns, key);
  const found = new Map<string, Change>();
  const additions = new Map<string, number>();
  for (const change of plan.changes) {
    if (found.size >= most) break;
    const cells = new Map(change.positions.map((position, index) => [position, change.cells[index]!]));
    const before = (id: string) => (change.isNew ? '' : cellAt(contents, change.row - 1, id));
    const after = (id: string) => cells.get(contents.positions.get(id) ?? 0) ?? before(id);
    const about = {
      runId: by.run,
      time: instantAt(by.at),
      sellerId: textOfCell(after('sellerId'), 'id', zone) || by.sellerId,
      table,
      record: clip(
        named
          .map(({ id, kind }) => textOfCell(after(id), kind, zone))
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
        if (!cells.has(contents.positions.get(id)!)) continue;
        if (names && !cells.has(contents.positions.get(names.of) ?? 0)) continue;
        // If a code and its text changed, list only the text.
        if (cells.has(contents.positions.get(textOf.get(id) ?? '') ?? 0)) continue;
        const [was, is] = [textOfCell(before(id), kind, zone), textOfCell(after(id), kind, zone)];
        if (id === GONE_SINCE.id && is !== '') put('', '', 'gone');
        else put(header, was, is);
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

/** Returns the columns that identify a record: text rather than codes. Omits the seller, which has its own column. */
function namingColumns(columns: readonly Column[], key: readonly string[]): readonly Column[] {
  return key
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
