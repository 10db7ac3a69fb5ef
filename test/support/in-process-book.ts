/** Connects the add-on's Google Sheets adapter to a workbook of the test host, in one process. */
import { storedText } from '../../src/protocol/store.ts';
import type { Book, Sheet } from '../../src/tables/sheet.ts';
import { decode, encode } from '../host/codec.ts';
import type { Hook, Lacks } from '../host/execution/task.ts';
import type { Method } from '../host/services/service.ts';
import type { Rect } from '../host/workbook/surface.ts';
import type { Workbook } from '../host/workbook/workbook.ts';

interface Scope {
  __hook?: Hook;
  SpreadsheetApp?: unknown;
  PropertiesService?: unknown;
}

/** A written range and the ID of its sheet. */
export interface Written extends Rect {
  readonly sheetId: number;
  /** Whether the sheet's rows were sorted before this write. */
  readonly isSorted: boolean;
}

export interface Outcome {
  readonly written: readonly Written[];
  /** IDs of sheets whose rows were sorted. */
  readonly sorted: ReadonlySet<number>;
  /** Whether Google killed the work. */
  readonly isEnded: boolean;
}

let workbook: Workbook | undefined;
let writes: Written[] = [];
let sorts = new Set<number>();
/** Changes left before Google kills the work. */
let left = Number.POSITIVE_INFINITY;
let isEnded = false;
let isWriting = false;

const { services } = await import('../host/services/registry.ts');
const scope = globalThis as unknown as Scope;
const lacks: Lacks = { members: [], zones: [] };
scope.__hook = { call: answer, clock: new Float64Array(1), lacks: JSON.stringify(lacks) };
// The emulated classes remove the hook from the scope when they load.
const { spreadsheetApp } = await import('../host/inside/spreadsheet-app.ts');
scope.SpreadsheetApp = spreadsheetApp;
// With a stored result, the adapter skips its plain text check, which would write a cell.
const plainText = storedText('format', 1);
scope.PropertiesService = {
  getDocumentProperties: () => ({ getProperties: () => ({ 'market.plainText': plainText }) }),
};

function answer(request: string): string {
  const [name, args] = decode(request) as [string, unknown[]];
  const [className, member] = name.split('.') as [string, string];
  const method = services[className]?.methods[member] as ((...given: unknown[]) => unknown) | undefined;
  try {
    if (!method) throw new Error(`not emulated: ${name}`);
    if (name.startsWith('Range.set')) {
      if (isWriting) spend();
      const range = args[0] as Rect & { readonly sheetId: number };
      writes.push({ ...range, isSorted: sorts.has(range.sheetId) });
    }
    if (name === 'Range.sort') {
      spend();
      sorts.add((args[0] as Written).sheetId);
    }
    const execution = {
      // The language of the emulated classes' errors.
      host: { workbook, language: 'en' },
      kind: 'menu',
      hasDocument: true,
    } as unknown as Parameters<Method>[0];
    return encode({ value: method(execution, ...args) });
  } catch (error) {
    const { name: kind, message } = error as Error;
    return encode({ error: { name: kind, message } });
  }
}

function spend(): void {
  if (left === 0) {
    isEnded = true;
    throw new Error('The execution is over.');
  }
  left--;
}

// The adapter's types depend on Apps Script types, so only its port is typed here.
const adapter = new URL('../../src/google/book.ts', import.meta.url).href;
const { activeBook } = (await import(/* @vite-ignore */ adapter)) as {
  activeBook(): Book & { readonly sheets: { showAgain(): void } };
};

/** Counts writes of cells. Creating a sheet or adding columns counts as one write, including the headers. */
function spending(book: Book): Book {
  const sheetOf = (sheet: Sheet): Sheet => {
    const writing = <T>(write: (what: T) => void) => {
      return (what: T) => {
        isWriting = true;
        try {
          write(what);
        } finally {
          isWriting = false;
        }
      };
    };
    return {
      ...sheet,
      write: writing(sheet.write),
      fill: writing(sheet.fill),
      rememberOrder: (rows) => {
        spend();
        sheet.rememberOrder(rows);
      },
      addColumns: (column, columns, inserted) => {
        spend();
        sheet.addColumns(column, columns, inserted);
      },
    };
  };
  return {
    ...book,
    find: (table) => {
      const found = book.find(table);
      return found && sheetOf(found);
    },
    create: (table, columns, first) => {
      spend();
      return sheetOf(book.create(table, columns, first));
    },
  };
}

/** Runs the work on the active spreadsheet; Google kills it after `calls` changes. */
export function withBook(active: Workbook, work: (book: Book) => void, calls = Number.POSITIVE_INFINITY): Outcome {
  workbook = active;
  writes = [];
  sorts = new Set();
  left = calls;
  isEnded = false;
  try {
    const book = activeBook();
    work(spending(book));
    book.sheets.showAgain();
  } catch (error) {
    if (!isEnded) throw error;
  }
  return { written: writes, sorted: sorts, isEnded };
}
