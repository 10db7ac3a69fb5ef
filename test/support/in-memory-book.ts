/** An in-memory workbook: cells, formats, and a list of all writes. */
import type { Cell } from '../../src/tables/cells.ts';
import { type Column, isHiddenAtFirst } from '../../src/tables/columns.ts';
import type { Separator } from '../../src/tables/formula-text.ts';
import type {
  Block,
  Book,
  FirstRows,
  Journal,
  JournalLine,
  Seen,
  SelectedArea,
  Sheet,
} from '../../src/tables/sheet.ts';
import { instantOf, wallTime } from '../../src/tables/zone.ts';

export interface InMemorySheet extends Sheet {
  cells: Cell[][];
  formats: string[][];
  readonly writes: Block[];
  reads: number;
  /** Frozen rows below the header. */
  pinned: number;
  /** The stored columns, and each column's identity by 1-based position. */
  remembered: Seen | undefined;
  headerNotes: string[];
  /** Rows with a note. */
  readonly rowNotes: Set<number>;
  /** User-chosen row colors, by row number. */
  readonly rowLooks: Map<number, string>;
  identities: (string | undefined)[];
  /** Positions of hidden columns. */
  readonly hidden: Set<number>;
  /** User edits; columns are 1-based. */
  addColumns(column: number, columns: readonly Column[], inserted?: number): void;
  insertColumn(column: number, cells: readonly Cell[]): void;
  deleteColumn(column: number): void;
  /** The user's formulas, by 1-based row and column. */
  readonly formulas: Map<string, string>;
}

export class InMemoryBook implements Book {
  readonly sheets = new Map<string, InMemorySheet>();

  constructor(private zone = 'America/New_York') {}

  /** Cells keep their wall time, as on Google, so they have other instants. */
  changeZone(zone: string): void {
    const moved = (cell: Cell) =>
      cell instanceof Date
        ? new Date(instantOf(wallTime(cell.getTime(), this.zone), (at) => wallTime(at, zone)))
        : cell;
    for (const sheet of this.sheets.values()) sheet.cells = sheet.cells.map((line) => line.map(moved));
    this.zone = zone;
  }

  /** Number of cells in other sheets. */
  others = 0;

  cells(): number {
    return this.others;
  }

  timeZone(): string {
    return this.zone;
  }

  local = 'en_US';

  locale(): string {
    return this.local;
  }

  /** The locale's argument separator. */
  between: Separator = ',';

  separator(): Separator {
    return this.between;
  }

  kept: JournalLine[] = [];

  selection: readonly SelectedArea[] = [];

  selected(): readonly SelectedArea[] {
    return this.selection;
  }

  readonly journal: Journal = {
    labels: () => this.kept.map(({ label }) => label),
    lines: (from) => this.kept.slice(from),
    append: (lines) => {
      this.kept.push(...lines);
    },
    removeLines: (lines) => {
      this.kept = this.kept.filter((_, index) => !lines.includes(index));
    },
    remove: () => {
      this.kept = [];
    },
  };

  tables(): readonly string[] {
    return [...this.sheets.keys()];
  }

  find(table: string): Sheet | undefined {
    return this.sheets.get(table);
  }

  sheet(table: string): InMemorySheet {
    const found = this.sheets.get(table);
    if (!found) throw new Error(`There is no sheet ${table}.`);
    return found;
  }

  create(table: string, columns: readonly Column[], { block, fills = [], ordered }: FirstRows = {}): Sheet {
    const sheet = inMemorySheet(table, []);
    sheet.addColumns(1, columns);
    sheet.remembered = { ...asNew(columns), ...(ordered === undefined ? {} : { ordered }) };
    if (block) sheet.write(block);
    for (const fill of fills) sheet.fill(fill);
    columns.forEach((column, index) => {
      if (isHiddenAtFirst(column)) sheet.hidden.add(index + 1);
    });
    this.sheets.set(table, sheet);
    return sheet;
  }

  remove(table: string): void {
    this.sheets.delete(table);
  }

  readonly hiddenTables = new Set<string>();

  hide(table: string): void {
    this.hiddenTables.add(table);
  }

  show(table: string): boolean {
    return this.sheets.has(table);
  }

  /** The last selected rows and their sheet. */
  shown: { readonly table: string; readonly rows: readonly number[] } | undefined;

  select(table: string, rows: readonly number[]): void {
    this.shown = { table, rows };
  }

  activeRow(table: string): number | undefined {
    return this.shown?.table === table ? this.shown.rows[0] : undefined;
  }

  /** Rows below the header as objects by header; skips blank rows. */
  rows(table: string): Record<string, Cell>[] {
    const [header, ...rows] = this.sheet(table).cells;
    return rows
      .filter((row) => row.some((cell) => cell !== ''))
      .map((row) => Object.fromEntries(header!.map((name, index) => [String(name), row[index] ?? ''])));
  }
}

export function inMemorySheet(name: string, cells: Cell[][]): InMemorySheet {
  const sheet: InMemorySheet = {
    name,
    id: [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 100_000,
    cells,
    formats: [],
    writes: [],
    reads: 0,
    pinned: 0,
    remembered: undefined,
    headerNotes: [],
    notes: () => sheet.headerNotes,
    notedRows: (from, to) => {
      if (from < 1) throw new Error('There are no rows above the first.');
      return [...sheet.rowNotes].filter((row) => row >= from && row <= to).sort((a, b) => a - b);
    },
    rowNotes: new Set(),
    looks: ({ top, bottom, left, right }) =>
      Array.from({ length: bottom - top + 1 }, (_, down) =>
        Array.from({ length: right - left + 1 }, () => sheet.rowLooks.get(top + down) ?? ''),
      ),
    rowLooks: new Map(),
    identities: [],
    hidden: new Set(),
    isHidden: (column) => sheet.hidden.has(column),
    filtered: () => undefined,
    reveal: (column) => {
      sheet.hidden.delete(column);
    },
    insertColumn: (column, cells) => {
      moveMarks(sheet.hidden, (each) => (each < column ? each : each + 1));
      sheet.cells = sheet.cells.map((row, index) => [
        ...row.slice(0, column - 1),
        cells[index] ?? '',
        ...row.slice(column - 1),
      ]);
      sheet.formats = sheet.formats.map((row) => [...row.slice(0, column - 1), '', ...row.slice(column - 1)]);
      const formulas = [...sheet.formulas];
      sheet.formulas.clear();
      for (const [position, formula] of formulas) {
        const [row, at] = position.split(' ').map(Number);
        sheet.formulas.set(`${row} ${at! < column ? at : at! + 1}`, formula);
      }
      sheet.identities.splice(column, 0, undefined);
      sheet.headerNotes.splice(column - 1, 0, '');
    },
    deleteColumn: (column) => {
      moveMarks(sheet.hidden, (each) => (each < column ? each : each === column ? undefined : each - 1));
      sheet.cells = sheet.cells.map((row) => row.filter((_, position) => position !== column - 1));
      sheet.identities.splice(column, 1);
      sheet.headerNotes.splice(column - 1, 1);
    },
    seen: () => sheet.remembered,
    remember: (seen) => {
      sheet.remembered = seen;
    },
    formulas: new Map(),
    cellsIn: ({ top, bottom, left, right }) =>
      sheet.cells.slice(top - 1, bottom).map((line) => line.slice(left - 1, right)),
    formulasIn: (area) => sheet.details(area).formulas,
    sortRows: (from, to, column, ascending = false) => {
      const order = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      const at = (row: number) => sheet.cells[row - 1]?.[column - 1] ?? '';
      order.sort((one, other) =>
        at(one) === '' || at(other) === ''
          ? (at(one) === '' ? 1 : 0) - (at(other) === '' ? 1 : 0)
          : (Number(at(other)) - Number(at(one))) * (ascending ? -1 : 1),
      );
      arrange(sheet, from, order);
      return true;
    },
    rememberOrder: (rows) => {
      const { ordered: _, ...seen } = sheet.remembered ?? { positions: {}, headers: 0 };
      sheet.remembered = rows === undefined ? seen : { ...seen, ordered: rows };
    },
    merged: () => [],
    details: ({ top, bottom, left, right }) => {
      const formulas = sheet.cells.map((row, down) =>
        row.map((_, across) => sheet.formulas.get(`${down + 1} ${across + 1}`) ?? ''),
      );
      const formats = sheet.cells.map((row, down) =>
        row.map((_, across) => sheet.formats[down]?.[across] ?? 'General'),
      );
      const cut = (rows: string[][]) => rows.slice(top - 1, bottom).map((row) => row.slice(left - 1, right));
      return { formulas: cut(formulas), formats: cut(formats) };
    },
    fill: ({ row, column, formulas, formats }) => {
      put(sheet, { row, column, values: formulas.map((line) => line.map(() => 'computed')), formats });
      formulas.forEach((line, down) => {
        line.forEach((formula, across) => {
          sheet.formulas.set(`${row + down} ${column + across}`, formula);
        });
      });
    },
    insertRows: (before, count) => {
      const blank = () => Array.from({ length: count }, () => []);
      sheet.cells.splice(before - 1, 0, ...blank());
      sheet.formats.splice(before - 1, 0, ...blank());
      moveMarks(sheet.rowNotes, (row) => (row < before ? row : row + count));
      const formulas = [...sheet.formulas];
      sheet.formulas.clear();
      for (const [position, formula] of formulas) {
        const [row, column] = position.split(' ').map(Number);
        sheet.formulas.set(`${row! < before ? row : row! + count} ${column}`, formula);
      }
    },
    pinRows: (count) => {
      sheet.pinned = count;
    },
    removeRows: (from, count) => {
      sheet.cells.splice(from - 1, count);
      sheet.formats.splice(from - 1, count);
      moveMarks(sheet.rowNotes, (row) => (row < from ? row : row < from + count ? undefined : row - count));
    },
    read: () => {
      sheet.reads++;
      const width = sheet.cells.reduce((most, row) => Math.max(most, row.length), 0);
      return sheet.cells.map((row) => [...row, ...Array<Cell>(width - row.length).fill('')]);
    },
    known: () => sheet.read(),
    write: (block) => {
      sheet.writes.push(block);
      put(sheet, block);
    },
    nameColumns: (columns) => {
      for (const [position, column] of columns) {
        sheet.headerNotes[position - 1] = noteOf(column);
        put(sheet, { row: 1, column: position, values: [[column.header]] });
      }
    },
    addColumns: (column, columns, inserted = columns.length) => {
      if (sheet.remembered) {
        const { positions, ...others } = sheet.remembered;
        const moved = Object.entries(positions).map(([id, at]) => [id, at < column ? at : at + inserted]);
        const added = columns.map(({ id }, index) => [id, column + index]);
        sheet.remembered = { ...others, positions: Object.fromEntries([...moved, ...added]) };
      }
      if (column <= (sheet.cells[0]?.length ?? 0))
        for (let count = 0; count < inserted; count++) sheet.insertColumn(column, []);
      const header = [columns.map(({ header }) => header)];
      columns.forEach((each, index) => {
        sheet.identities[column + index] = each.id;
        sheet.headerNotes[column + index - 1] = noteOf(each);
      });
      put(sheet, { row: 1, column, values: header, formats: header.map((row) => row.map(() => '@')) });
    },
  };
  return sheet;
}

function noteOf({ meaning, header }: Column): string {
  return `${meaning}\nField: ${header}`;
}

function asNew(columns: readonly Column[]): Seen {
  const constant = columns.flatMap(({ id, opens }) => (opens?.isConstant ? [id] : []));
  return {
    positions: Object.fromEntries(columns.map(({ id }, index) => [id, index + 1])),
    headers: columns.length,
    ...(constant.length > 0 ? { constant } : {}),
  };
}

function arrange(sheet: InMemorySheet, from: number, order: readonly number[]): void {
  const moved = new Map(order.map((row, index) => [row, from + index]));
  const goes = (row: number) => moved.get(row) ?? row;
  for (const lines of [sheet.cells, sheet.formats] as unknown[][][]) {
    const old = order.map((row) => lines[row - 1] ?? []);
    old.forEach((line, index) => {
      lines[from - 1 + index] = line;
    });
  }
  moveMarks(sheet.rowNotes, goes);
  const looks = [...sheet.rowLooks];
  sheet.rowLooks.clear();
  for (const [row, look] of looks) sheet.rowLooks.set(goes(row), look);
  const formulas = [...sheet.formulas];
  sheet.formulas.clear();
  for (const [position, formula] of formulas) {
    const [row, at] = position.split(' ').map(Number);
    sheet.formulas.set(`${goes(row!)} ${at}`, formula);
  }
}

/** Moves marks with their rows or columns, and drops marks of removed rows or columns. */
function moveMarks(marked: Set<number>, moved: (line: number) => number | undefined): void {
  const found = [...marked].flatMap((line) => moved(line) ?? []);
  marked.clear();
  for (const line of found) marked.add(line);
}

function put(sheet: InMemorySheet, { row, column, values, formats }: Block): void {
  values.forEach((cells, down) => {
    cells.forEach((cell, across) => {
      sheet.formulas.delete(`${row + down} ${column + across}`);
      set(sheet.cells, row - 1 + down, column - 1 + across, cell, '' as Cell);
      if (formats) set(sheet.formats, row - 1 + down, column - 1 + across, formats[down]?.[across] ?? '', '');
    });
  });
}

function set<T>(grid: T[][], row: number, column: number, value: T, blank: T): void {
  while (grid.length <= row) grid.push([]);
  const cells = grid[row]!;
  while (cells.length <= column) cells.push(blank);
  cells[column] = value;
}
