/** Finds the add-on's sheets by their metadata. Caches the metadata and updates it with our own changes. */
import { tableError } from '../protocol/market-error.ts';
import { isDamaged, once } from '../protocol/store.ts';
import type { Cell } from '../tables/cells.ts';
import { ROW_KEY } from '../tables/columns.ts';
import { type Separator, separatorOf } from '../tables/formula-text.ts';
import { localFormat } from '../tables/local-format.ts';
import { readStoredPositions, type StoredPositions, storedPositionsText } from '../tables/positions.ts';
import type { Seen } from '../tables/sheet.ts';
import { isFirstToSee, isHiddenTab, isTab, JOURNAL_TAB, SENT_TAB, tabPlace } from '../tables/tabs.ts';
import { type Grid, gridOf, type KnownCells, knownCells, type Size } from './grid.ts';
import { attempt, withRetry } from './service-calls.ts';

/** Metadata key for the table name of a sheet without stored columns, such as the journal. */
const TABLE_MARK = 'market.table';
/** Marks for the journal and the list of sent rows. No table has these names. */
export const JOURNAL_MARK = 'journal';
export const SENT_MARK = 'sent';
/** Metadata key for a table's last known columns. */
const COLUMNS_MARK = 'market.columns';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;
type Metadata = GoogleAppsScript.Spreadsheet.DeveloperMetadata;

/** Maximum number of sheets for which all names are read. */
const FEW = 8;

export interface OurSheet {
  readonly sheet: GoogleSheet;
  readonly grid: Grid;
  name(): string;
  /** True if this execution created the sheet. */
  readonly isNew: boolean;
  /** Formatted cells to copy formats from. */
  readonly styles: { header?: GoogleAppsScript.Spreadsheet.Range };
  separator(): Separator;
  /** Translates number formats to the spreadsheet's locale. */
  formats(lines: readonly (readonly string[])[]): string[][];
  readonly cells: KnownCells;
  seen(): StoredPositions | undefined;
  /** Returns the header's notes. Rereads them only if the header's names changed. */
  notes(names: readonly Cell[]): readonly string[];
  remember(seen: Seen): void;
}

export interface OurSheets {
  locale(): string;
  separator(): Separator;
  damaged(): readonly string[];
  /** Returns the tables of all marked sheets, including copies. */
  tables(): readonly string[];
  /** Throws MARKET_TABLE if another sheet has the table's name. */
  find(table: string): OurSheet | undefined;
  /** Finds the journal's sheet or the sheet of sent rows. */
  marked(mark: string): OurSheet | undefined;
  tableOf(sheet: GoogleSheet): string | undefined;
  named(name: string): GoogleSheet | undefined;
  /** Inserts a blank sheet in its place among the tabs. `tab` is its name in the list of tabs, if different. */
  insert(name: string, tab?: string): GoogleSheet;
  /** Stores the table's columns on the sheet, which marks it as the table's sheet. */
  make(table: string, sheet: GoogleSheet, seen: Seen): OurSheet;
  /** Marks a sheet as a table's sheet if the table's columns are unknown. */
  mark(sheet: GoogleSheet, table: string): OurSheet;
  remove(sheet: GoogleSheet): void;
  show(sheet: GoogleSheet): void;
  /** Reactivates the user's sheet, because Google activates inserted sheets. */
  showAgain(): void;
  cells(): number;
  /** Drops cached state that others may have changed. */
  forget(): void;
  /** Turns caching of read and written cells on or off. */
  keepCells(isKept: boolean): void;
}

interface Marks {
  readonly sheet: GoogleSheet;
  table?: string | undefined;
  columns?: Metadata;
  /** The value of `columns`. It may be known before the metadata object is. */
  text?: string;
}

export function ourSheets(spreadsheet: Spreadsheet): OurSheets {
  let marks: Map<number, Marks> | undefined;
  const damaged = new Set<string>();
  const sizes = new Map<number, Size>();
  /** Last known number of cells per sheet. Accurate enough for the total. */
  const counted = new Map<number, number>();
  let list: GoogleSheet[] | undefined;
  let fresh: Size | undefined;
  const styles: OurSheet['styles'] = {};
  const locale = once(() => withRetry(() => spreadsheet.getSpreadsheetLocale()));
  const separator = once(() => separatorOf(locale()));
  /** In lowercase, because Google ignores case. */
  let names: Map<string, GoogleSheet> | undefined;
  const absent = new Set<string>();
  /** Names of sheets created by this execution, by sheet ID. */
  const given = new Map<number, string>();
  let tabs: string[] | undefined;
  /** Header notes by sheet ID, with the header's names. */
  const headers = new Map<number, { readonly names: string; readonly notes: readonly string[] }>();
  /** Cached cells by sheet ID. */
  let contents: Map<number, Cell[][]> | undefined;
  /** The sheet to reactivate, and the last inserted sheet. */
  let looked: { readonly at: GoogleSheet | null; readonly inserted: GoogleSheet } | undefined;

  const all = () => {
    marks ??= withRetry(() => marksIn(spreadsheet));
    for (const { sheet, text } of marks.values())
      if (text !== undefined && isDamaged(text)) damaged.add(sheet.getName());
    return marks;
  };
  const listed = () => {
    list ??= withRetry(() => spreadsheet.getSheets());
    return list;
  };
  const marksOf = (sheet: GoogleSheet): Marks => {
    const id = sheet.getSheetId();
    const known = all().get(id);
    if (known) return known;
    const made: Marks = { sheet };
    all().set(id, made);
    return made;
  };
  const gridFor = (sheet: GoogleSheet) => {
    const id = sheet.getSheetId();
    const size = sizes.get(id) ?? {};
    sizes.set(id, size);
    return gridOf(sheet, size);
  };
  const ourSheet = (sheet: GoogleSheet): OurSheet => ({
    sheet,
    grid: gridFor(sheet),
    name: () => given.get(sheet.getSheetId()) ?? sheet.getName(),
    isNew: given.has(sheet.getSheetId()),
    styles,
    separator,
    formats: (lines) => lines.map((line) => line.map((format) => localFormat(format, locale))),
    cells: knownCells(() => contents, sheet.getSheetId()),
    seen: () => readStoredPositions(marksOf(sheet).text),
    notes: (cells) => {
      const names = JSON.stringify(cells);
      const known = headers.get(sheet.getSheetId());
      if (known?.names === names) return known.notes;
      const notes = sheet.getRange(1, 1, 1, Math.max(cells.length, 1)).getNotes()[0]!;
      headers.set(sheet.getSheetId(), { names, notes });
      return notes;
    },
    remember: (seen) => {
      const own = marksOf(sheet);
      const text = storedPositionsText({
        ...seen,
        sheet: sheet.getSheetId(),
        ...(own.table === undefined ? {} : { table: own.table }),
      });
      if (own.text === text) return;
      if (own.text === undefined) withRetry(() => addMark(sheet, COLUMNS_MARK, text));
      else
        withRetry(() => {
          own.columns ??= sheet.getDeveloperMetadata().find((each) => each.getKey() === COLUMNS_MARK)!;
          own.columns.setValue(text);
        });
      own.text = text;
    },
  });
  /** Prefers the original to copies, whose marks contain the original's sheet ID. */
  const marked = (table: string) => {
    const found = [...all().values()].filter((each) => each.table === table);
    const isOriginal = ({ sheet, text }: Marks) => readStoredPositions(text)?.sheet === sheet.getSheetId();
    return (found.length > 1 && found.find(isOriginal)) || found[0];
  };
  const named = (name: string) => {
    if (absent.has(name)) return undefined;
    if (!names && all().size === 0 && listed().length <= FEW)
      names = new Map(listed().map((sheet) => [sheet.getName().toLowerCase(), sheet]));
    const found = names
      ? names.get(name.toLowerCase())
      : (withRetry(() => spreadsheet.getSheetByName(name)) ?? undefined);
    if (!found) absent.add(name);
    return found;
  };
  const sheets: OurSheets = {
    locale,
    separator,
    damaged: () => [...damaged],
    tables: () => [...all().values()].flatMap(({ table }) => table ?? []),
    find: (table) => {
      const own = marked(table);
      if (own) return ourSheet(own.sheet);
      const other = named(table);
      if (!other) return undefined;
      if (sheets.tableOf(other) !== undefined) throw notOurs(table);
      // Copies can lose the mark, but the hidden key column identifies them. A blank sheet may be unfinished.
      const width = other.getLastColumn();
      const header = width > 0 ? other.getRange(1, 1, 1, width).getValues()[0]! : [];
      if (width > 0 && !header.includes(ROW_KEY.header)) throw notOurs(table);
      if (width === 0) hideIfInternal(other, table);
      return sheets.mark(other, table);
    },
    marked: (mark) => {
      const own = marked(mark);
      return own && ourSheet(own.sheet);
    },
    tableOf: (sheet) => all().get(sheet.getSheetId())?.table,
    named,
    insert: (name, tab = name) => {
      tabs ??= listed().map((sheet) => tabOf(sheets.tableOf(sheet)));
      const active = looked ? looked.at : withRetry(() => spreadsheet.getActiveSheet());
      const at = tabPlace(tabs, tab);
      const isFirst = isFirstToSee(tabs, tab);
      const sheet = withRetry(() => spreadsheet.insertSheet(name, at));
      looked = { at: isFirst ? sheet : active, inserted: sheet };
      tabs.splice(at, 0, tab);
      list?.splice(at, 0, sheet);
      absent.delete(name);
      names?.set(name.toLowerCase(), sheet);
      given.set(sheet.getSheetId(), name);
      const size: Size = { ...fresh, last: 0 };
      sizes.set(sheet.getSheetId(), size);
      if (!fresh) {
        const grid = gridOf(sheet, size);
        fresh = withRetry(() => ({ rows: grid.rows(), columns: grid.columns() }));
      }
      hideIfInternal(sheet, tab);
      return sheet;
    },
    make: (table, sheet, seen) => {
      marksOf(sheet).table = table;
      const made = ourSheet(sheet);
      made.remember(seen);
      return made;
    },
    mark: (sheet, table) => {
      withRetry(() => addMark(sheet, TABLE_MARK, table));
      marksOf(sheet).table = table;
      return ourSheet(sheet);
    },
    remove: (sheet) => {
      spreadsheet.deleteSheet(sheet);
      all().delete(sheet.getSheetId());
      list = undefined;
      tabs = undefined;
      names = undefined;
    },
    show: (sheet) => {
      looked = undefined;
      spreadsheet.setActiveSheet(sheet);
    },
    showAgain: () => {
      const { at, inserted } = looked ?? {};
      looked = undefined;
      if (at && at !== inserted) attempt(() => spreadsheet.setActiveSheet(at));
    },
    cells: () =>
      listed().reduce((sum, sheet) => {
        const id = sheet.getSheetId();
        const { rows, columns } = sizes.get(id) ?? {};
        const known = rows && columns ? rows * columns : counted.get(id);
        const count = known ?? gridFor(sheet).rows() * gridFor(sheet).columns();
        counted.set(id, count);
        return sum + count;
      }, 0),
    keepCells: (isKept) => {
      contents = isKept ? new Map() : undefined;
    },
    forget: () => {
      for (const [id, { rows, columns }] of sizes) if (rows && columns) counted.set(id, rows * columns);
      sizes.clear();
      headers.clear();
      marks = undefined;
      list = undefined;
      names = undefined;
      tabs = undefined;
      absent.clear();
    },
  };
  return sheets;
}

/** Adds metadata that is visible to other scripts in the workbook. */
function addMark(sheet: GoogleSheet, key: string, value: string) {
  sheet.addDeveloperMetadata(key, value, SpreadsheetApp.DeveloperMetadataVisibility.DOCUMENT);
}

/** Searches sheet metadata only: a search of columns could return hundreds of entries. */
function marksIn(spreadsheet: Spreadsheet): Map<number, Marks> {
  const marks = new Map<number, Marks>();
  const found = spreadsheet
    .createDeveloperMetadataFinder()
    .withLocationType(SpreadsheetApp.DeveloperMetadataLocationType.SHEET)
    .find();
  for (const mark of found) {
    const key = mark.getKey();
    if (key !== TABLE_MARK && key !== COLUMNS_MARK) continue;
    const sheet = mark.getLocation().getSheet();
    if (!sheet) continue;
    const own = marks.get(sheet.getSheetId()) ?? { sheet };
    marks.set(sheet.getSheetId(), own);
    const value = mark.getValue() ?? '';
    if (key === TABLE_MARK) own.table = isTab(tabOf(value)) ? value : tableNamed(sheet.getName());
    else {
      own.columns = mark;
      own.text = value;
      own.table ??= isDamaged(value) ? sheet.getName() : readStoredPositions(value)?.table;
    }
  }
  return marks;
}

/** Returns the table for a sheet whose mark is corrupted, based on the sheet's name. */
function tableNamed(name: string) {
  return Object.keys(LINES).find((line) => LINES[line] === name) ?? name;
}

/** Names of tabs that aren't tables, by mark. */
export const LINES: Readonly<Record<string, string>> = { [JOURNAL_MARK]: JOURNAL_TAB, [SENT_MARK]: SENT_TAB };

/** Returns the name in the list of tabs, or an empty string for the user's sheets. */
function tabOf(table: string | undefined): string {
  return LINES[table ?? ''] ?? table ?? '';
}

function hideIfInternal(sheet: GoogleSheet, tab: string) {
  if (isHiddenTab(tab)) attempt(() => withRetry(() => sheet.hideSheet()));
}

function notOurs(table: string) {
  return tableError(`Another sheet is already named "${table}". Rename it, then try again.`);
}
