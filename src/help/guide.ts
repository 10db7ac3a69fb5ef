/** Keeps the sheet Guide as this build would write it: hidden when it is made, and from then on as people leave it. */
import { asciiJson, type Store } from '../protocol/store.ts';
import { removeRows } from '../tables/apply.ts';
import { applyEdits, type Cells, editsOf, planEdits } from '../tables/edits.ts';
import { fingerprint, shortKey } from '../tables/fingerprint.ts';
import { type GuideColumn, guideColumns, guideTable } from '../tables/guide-table.ts';
import { openTable } from '../tables/opened.ts';
import { cellAt, isUnfinished, keyAt } from '../tables/positions.ts';
import type { Separator } from '../tables/separator.ts';
import type { Book } from '../tables/sheet.ts';
import { type Reference, reference } from './reference.ts';

export interface GuidePorts {
  readonly book: Book;
  readonly document: Store;
  /** Nobody else writes meanwhile. */
  exclusively<T>(work: () => T): T;
}

type Row = Readonly<Record<GuideColumn, string>>;

/** Made where there is none. Says whether it was. */
export function makeGuide(ports: GuidePorts): boolean {
  return ports.exclusively(() => {
    const isNew = ports.book.find(guideTable.name) === undefined;
    writeGuide(ports);
    return isNew;
  });
}

/** Where there is one that another build wrote; nothing is read of the sheet else. */
export function renewGuide(ports: GuidePorts): void {
  const written = readVersion(ports.document);
  if (written === undefined || written === versionOf(guideRows(ports.book.separator()))) return;
  ports.exclusively(() => {
    if (ports.book.find(guideTable.name)) writeGuide(ports);
    else ports.document.remove(VERSION);
  });
}

/** Rows by key: a note or a cell that a person put on one stays with it. */
function writeGuide({ book, document }: GuidePorts): void {
  const rows = guideRows(book.separator());
  removeFormer(book, new Set(rows.map(keyOf)));
  const opened = openTable(book, guideTable.name, guideColumns());
  const { contents } = opened;
  const known = new Map(contents.cells.flatMap((_, index) => (index > 0 ? [[keyAt(contents, index), index]] : [])));
  const isThere = (row: Row) => known.has(keyOf(row));
  const edits = rows.filter(isThere).flatMap((row) => {
    const index = known.get(keyOf(row))!;
    const isWhole = !isUnfinished(contents, index);
    const cells = Object.entries(row).filter(([id, cell]) => !isWhole || cellAt(contents, index, id) !== cell);
    return editsOf(index + 1, Object.fromEntries(cells));
  });
  const added = rows.filter((row) => !isThere(row)).map((row) => [keyOf(row), row as Cells] as const);
  applyEdits(book, planEdits(opened, edits, new Map(), added, book.timeZone()));
  document.set(VERSION, asciiJson({ version: 1, of: versionOf(rows) }));
}

/** Rows about what this build does not have. */
function removeFormer(book: Book, current: ReadonlySet<string>): void {
  const sheet = book.find(guideTable.name);
  if (!sheet) return;
  const { contents } = openTable(book, guideTable.name, guideColumns());
  const former = contents.cells.flatMap((_, index) => {
    const key = index > 0 ? keyAt(contents, index) : '';
    return key === '' || current.has(key) ? [] : [index + 1];
  });
  removeRows(sheet, former);
}

function keyOf({ about, of, name }: Row): string {
  return shortKey([about, of, name].join('|'));
}

/** What the sheet was last written from. */
const VERSION = 'guide';

/** Version 1. */
function readVersion(document: Store): string | undefined {
  const text = document.get(VERSION);
  return text === null ? undefined : (JSON.parse(text) as { readonly of: string }).of;
}

function versionOf(rows: readonly Row[]): string {
  return fingerprint(JSON.stringify(rows));
}

const BLANK: Row = { about: '', of: '', name: '', meaning: '', unit: '', age: '', use: '' };

/** Each table with its columns, each formula with its arguments, then the errors. */
export function guideRows(separator: Separator, { tables, formulas, errors }: Reference = reference()): readonly Row[] {
  return [
    ...tables.flatMap(({ name, about, from, key, valueAge, stay, columns }) => [
      {
        ...BLANK,
        about: 'Table',
        name,
        meaning: about,
        unit: `A row is known by ${key}.`,
        age: stay === '' ? valueAge : `${valueAge} ${stay}`,
        use: from === '' ? '' : `Pull ${from}.`,
      },
      ...columns.map(({ header, meaning, unit, hidden }) => ({
        ...BLANK,
        about: 'Column',
        of: name,
        name: header,
        meaning,
        unit,
        age: valueAge,
        use: hidden ? 'Hidden: leave it to the add-on.' : '',
      })),
    ]),
    ...formulas.flatMap(({ name, call, summary, example, arguments: taken, age }) => [
      {
        ...BLANK,
        about: 'Formula',
        name,
        meaning: summary,
        unit: call.join(separator),
        age: age === '' ? 'as it is now' : `an answer serves for ${age}`,
        use: example.join(separator),
      },
      ...taken.map(([argument, help]) => ({
        ...BLANK,
        about: 'Argument',
        of: name,
        name: argument,
        meaning: help,
      })),
    ]),
    ...errors.map(({ code, means, todo }) => ({
      ...BLANK,
      about: 'Error',
      name: code,
      meaning: means,
      use: todo,
    })),
  ];
}
