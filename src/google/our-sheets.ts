/** The sheets of the add-on by the marks on them: all of them are looked up at once, and kept in step with our own changes. */
import { type MarketError, tableError } from '../protocol/market-error.ts';
import { isDamaged, once } from '../protocol/store.ts';
import type { Cell } from '../tables/cells.ts';
import { ROW_KEY } from '../tables/columns.ts';
import { type Separator, separatorOf } from '../tables/formula-text.ts';
import { localFormat } from '../tables/local-format.ts';
import { readStoredPositions, type StoredPositions, storedPositionsText } from '../tables/positions.ts';
import type { Seen } from '../tables/sheet.ts';
import { isFirstToSee, isHiddenTab, isTab, JOURNAL_TAB, SENT_TAB, tabPlace } from '../tables/tabs.ts';
import { type Grid, gridOf, type KnownCells, knownCells, type Size } from './grid.ts';
import { attempt, onceMore } from './service-calls.ts';

/** A sheet by the name of its table, where no columns of it are remembered, such as the journal's. */
export const TABLE_MARK = 'market.table';
/** The journal's mark among those of tables, none of which has this name. */
export const JOURNAL_MARK = 'journal';
/** The mark of the sheet that says what was sent to the warehouse. */
export const SENT_MARK = 'sent';
/** The sheet of a table, which is known after it was renamed or moved: its columns as they were last seen. */
export const COLUMNS_MARK = 'market.columns';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;
type Metadata = GoogleAppsScript.Spreadsheet.DeveloperMetadata;

/** Of so many sheets at most all names are asked for at once. */
const FEW = 8;

/** A sheet of the add-on, and what is known of it. */
export interface OurSheet {
  readonly sheet: GoogleSheet;
  readonly grid: Grid;
  /** As it is called now; one that this execution made is called as it was then. */
  name(): string;
  readonly isNew: boolean;
  /** What this execution has dressed, to be copied. */
  readonly styles: Styles;
  /** What parts the arguments of formulas in the spreadsheet. */
  separator(): Separator;
  /** Number formats as they look in the locale of the spreadsheet. */
  formats(lines: readonly (readonly string[])[]): string[][];
  /** What stands in it, as far as that is kept. */
  readonly cells: KnownCells;
  seen(): StoredPositions | undefined;
  /** Notes on the first row, in which these names stand; asked for once while they do. */
  notes(names: readonly Cell[]): readonly string[];
  remember(seen: Seen): void;
}

interface Styles {
  header?: GoogleAppsScript.Spreadsheet.Range;
}

export interface OurSheets {
  /** What parts the arguments of formulas in the spreadsheet. */
  separator(): Separator;
  /** Names of sheets whose columns were stored and could not be read. */
  damaged(): readonly string[];
  /** What the marks say, those of copies that somebody made of a sheet too. */
  tables(): readonly string[];
  /** Throws MARKET_TABLE where another sheet has the name of the table. */
  find(table: string): OurSheet | undefined;
  /** That of the journal or of what was sent, whatever it is called. */
  marked(mark: string): OurSheet | undefined;
  tableOf(sheet: GoogleSheet): string | undefined;
  named(name: string): GoogleSheet | undefined;
  grid(sheet: GoogleSheet): Grid;
  /** A blank sheet at its place among the tabs; `tab` is the name in their list, where it has to bear another one. */
  insert(name: string, tab?: string): GoogleSheet;
  /**
   * What is remembered of its columns makes a sheet the table's: an execution that ended before left a blank one, which is
   * taken again.
   */
  make(table: string, sheet: GoogleSheet, seen: Seen): OurSheet;
  /** The same for a sheet of which no columns are known. */
  mark(sheet: GoogleSheet, table: string): OurSheet;
  remove(sheet: GoogleSheet): void;
  show(sheet: GoogleSheet): void;
  /** Google shows a sheet that is inserted: back to what the person looks at, once for all of them. */
  showAgain(): void;
  /** Of all sheets, blank ones too. */
  cells(): number;
  /** What others may have changed is looked up again. */
  forget(): void;
  /** Whether what is read and written is kept, for who only reads it again. */
  keepCells(isKept: boolean): void;
}

interface Marks {
  readonly sheet: GoogleSheet;
  table?: string | undefined;
  columns?: Metadata;
  /** What `columns` says, also while its handle is not known: Google gives none for a mark that is made. */
  text?: string;
}

export function ourSheets(spreadsheet: Spreadsheet): OurSheets {
  let marks: Map<number, Marks> | undefined;
  const damaged = new Set<string>();
  const sizes = new Map<number, Size>();
  /** Cells of each when it was last looked at, which is near enough to count them all. */
  const counted = new Map<number, number>();
  let list: GoogleSheet[] | undefined;
  /** Of a sheet as Google makes it. */
  let fresh: Size | undefined;
  const styles: Styles = {};
  const locale = once(() => onceMore(() => spreadsheet.getSpreadsheetLocale()));
  const separator = once(() => separatorOf(locale()));
  let names: Map<string, GoogleSheet> | undefined;
  const absent = new Set<string>();
  /** Of sheets that this execution made, by number. */
  const given = new Map<number, string>();
  let tabs: string[] | undefined;
  /** By number of the sheet, with the names above which they stood. */
  const headers = new Map<number, { readonly names: string; readonly notes: readonly string[] }>();
  /** While they are kept. */
  let contents: Map<number, Cell[][]> | undefined;
  /** What the person is to see again, and what was inserted last. */
  let looked: { readonly at: GoogleSheet | null; readonly inserted: GoogleSheet } | undefined;

  const all = () => {
    marks ??= onceMore(() => marksIn(spreadsheet));
    for (const { sheet, text } of marks.values())
      if (text !== undefined && isDamaged(text)) damaged.add(sheet.getName());
    return marks;
  };
  const listed = () => {
    list ??= onceMore(() => spreadsheet.getSheets());
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
      if (own.text === undefined) onceMore(() => addMark(sheet, COLUMNS_MARK, text));
      else
        onceMore(() => {
          own.columns ??= sheet.getDeveloperMetadata().find((each) => each.getKey() === COLUMNS_MARK)!;
          own.columns.setValue(text);
        });
      own.text = text;
    },
  });
  /** A copy that somebody made of the sheet has the marks too, with the number of the original. */
  const marked = (table: string) => {
    const found = [...all().values()].filter((each) => each.table === table);
    const isOriginal = ({ sheet, text }: Marks) => readStoredPositions(text)?.sheet === sheet.getSheetId();
    return (found.length > 1 && found.find(isOriginal)) || found[0];
  };
  const named = (name: string) => {
    if (absent.has(name)) return undefined;
    if (names === undefined && all().size === 0) {
      if (listed().length <= FEW) names = new Map(listed().map((sheet) => [sheet.getName(), sheet]));
    }
    const found = names ? names.get(name) : (onceMore(() => spreadsheet.getSheetByName(name)) ?? undefined);
    if (!found) absent.add(name);
    return found;
  };
  const sheets: OurSheets = {
    separator,
    damaged: () => [...damaged],
    tables: () => [...all().values()].flatMap(({ table }) => table ?? []),
    find: (table) => {
      const own = marked(table);
      if (own) return ourSheet(own.sheet);
      const other = named(table);
      if (!other) return undefined;
      if (sheets.tableOf(other) !== undefined) throw notOurs(table);
      // A copy made by other means may have lost the mark; the hidden key column identifies a sheet of ours.
      // A blank sheet of that name is nobody's: perhaps one that an execution did not get to mark.
      const width = other.getLastColumn();
      const header = width > 0 ? other.getRange(1, 1, 1, width).getValues()[0]! : [];
      if (width > 0 && !header.includes(ROW_KEY.header)) throw notOurs(table);
      if (width === 0) dressTab(other, table);
      return sheets.mark(other, table);
    },
    marked: (mark) => {
      const own = marked(mark);
      return own && ourSheet(own.sheet);
    },
    tableOf: (sheet) => all().get(sheet.getSheetId())?.table,
    named,
    grid: gridFor,
    insert: (name, tab = name) => {
      tabs ??= listed().map((sheet) => tabOf(sheets.tableOf(sheet)));
      const active = looked ? looked.at : onceMore(() => spreadsheet.getActiveSheet());
      const at = tabPlace(tabs, tab);
      const isFirst = isFirstToSee(tabs, tab);
      const sheet = onceMore(() => spreadsheet.insertSheet(name, at));
      looked = { at: isFirst ? sheet : active, inserted: sheet };
      tabs.splice(at, 0, tab);
      list?.splice(at, 0, sheet);
      absent.delete(name);
      names?.set(name, sheet);
      given.set(sheet.getSheetId(), name);
      const size: Size = { ...fresh, last: 0 };
      sizes.set(sheet.getSheetId(), size);
      if (!fresh) {
        const grid = gridOf(sheet, size);
        fresh = onceMore(() => ({ rows: grid.rows(), columns: grid.columns() }));
      }
      dressTab(sheet, tab);
      return sheet;
    },
    make: (table, sheet, seen) => {
      marksOf(sheet).table = table;
      const made = ourSheet(sheet);
      made.remember(seen);
      return made;
    },
    mark: (sheet, table) => {
      onceMore(() => addMark(sheet, TABLE_MARK, table));
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

/** For everybody who may edit, whatever Google's default is: another script of the workbook is to find the sheet too. */
function addMark(sheet: GoogleSheet, key: string, value: string): void {
  sheet.addDeveloperMetadata(key, value, SpreadsheetApp.DeveloperMetadataVisibility.DOCUMENT);
}

/** Columns do not bear any: they would be hundreds. */
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

/** The table of a sheet whose mark is damaged. */
function tableNamed(name: string): string {
  return Object.keys(LINES).find((line) => LINES[line] === name) ?? name;
}

/** Sheets of lines, which are no tables, by their marks. */
const LINES: Readonly<Record<string, string>> = { [JOURNAL_MARK]: JOURNAL_TAB, [SENT_MARK]: SENT_TAB };

/** The name in the list of tabs, whatever the sheet is called now; blank for those of the person. */
function tabOf(table: string | undefined): string {
  return LINES[table ?? ''] ?? table ?? '';
}

/** Of a sheet that is new, or that an execution made before it was ended; a tab that stays in sight costs nobody a row. */
function dressTab(sheet: GoogleSheet, tab: string): void {
  if (isHiddenTab(tab)) attempt(() => onceMore(() => sheet.hideSheet()));
}

/** The sheet of another table may have been given that name. */
function notOurs(table: string): MarketError {
  return tableError(`Another sheet is already named "${table}". Rename it so that the table can have its own sheet.`);
}
