/** The Log sheet: one row per run. */
import { id, instant, instantAt, integer, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { clip, plural } from '../protocol/lists.ts';
import { applyPlans } from './apply.ts';
import { sheetColumns } from './columns.ts';
import { type Counts, NO_ROWS, rowsByKey } from './diff.ts';
import { applyEdits, editsOf, planEdits } from './edits.ts';
import { addOnTop, oldestRows } from './on-top.ts';
import { type Opened, openExisting, openTable } from './opened.ts';
import { planRows } from './plan.ts';
import { cellAt, keyAt, rowsWithKey } from './positions.ts';
import { newestFirst } from './row-order.ts';
import { rowsOf } from './rows.ts';
import type { Book } from './sheet.ts';
import { AGES, type DeclaredRecord, type Recorded } from './table.ts';

export const log = {
  answer: {
    record: {
      started: instant('started', 'When the run started.', { once: true }),
      what: text('what', 'Data pulled.', { long: 'Ad performance' }),
      state: text(
        'state',
        'done, partial (some calls failed), waiting, canceled, failed, killed, or undone. To undo a run, select its row and choose Undo last run in the menu.',
        { long: 'undone' },
      ),
      calls: integer('calls', 'Calls made.'),
      added: integer('added', 'New rows.'),
      changed: integer('changed', 'Rows with changed cells.'),
      unchanged: integer('unchanged', 'Rows without changes.'),
      gone: integer('gone', 'Rows marked as gone.'),
      seconds: integer('seconds', 'Duration in seconds.'),
      error: text('error', 'Error code; see Help.'),
      whatToDo: text('whatToDo', 'The error and what to do.'),
      why: text('why', 'schedule, sidebar, menu, or demo.'),
      who: text('who', 'User whose account ran it.'),
      jobId: id('jobId', 'Job ID.'),
      runId: id('runId', 'Run ID.', { long: '00000000' }),
    },
  },
  tables: [
    {
      name: 'Log',
      about: 'One row per run that changed something or failed, with its error and what to do.',
      each: [],
      columns: ['*'],
      key: ['runId'],
      appendOnly: true,
      age: { days: AGES.log, at: 'started' },
    },
  ],
} as const satisfies Recorded;

type LogRecord = DeclaredRecord<typeof log>;

/** Must not contain buyer data or credentials. */
export interface LogEntry {
  readonly run: string;
  readonly started: number;
  readonly ended: number;
  /** The operation's title. */
  readonly what: string;
  readonly state: 'done' | 'partial' | 'waiting' | 'canceled' | 'failed' | 'killed';
  readonly why: 'schedule' | 'sidebar' | 'menu' | 'demo';
  readonly who: string;
  readonly calls: number;
  readonly rows: Counts;
  readonly error?: { readonly code: string; readonly message: string };
  readonly job?: string;
}

const [table] = log.tables;
const logColumns = () => sheetColumns(log, table, NONE_PRIVATE);
const openLog = (book: Book) => openExisting(book, table.name, logColumns());

/** When the log exceeds MOST_ENTRIES, the oldest rows are removed until KEPT_ENTRIES are left. */
export const MOST_ENTRIES = 1000;
const KEPT_ENTRIES = 900;

const MOST_TEXT = 500;

/** Creates the entry for a run that Google ended, with its last reported `calls` and `rows`. */
export function killedEntry(
  run: Pick<LogEntry, 'run' | 'started' | 'what' | 'why' | 'who' | 'job'>,
  calls = 0,
  rows: Counts = NO_ROWS,
): LogEntry {
  return {
    ...run,
    ended: run.started,
    state: 'killed',
    calls,
    rows,
    error: { code: 'MARKET_TIMEOUT', message: endedMessage(calls, run.job !== undefined) },
  };
}

/** Describes rows as complete, because continuing the run completes torn rows. */
export function endedMessage(calls: number, isJob: boolean): string {
  const ended =
    calls === 0
      ? 'Google stopped the run early. Rows already written are complete.'
      : `Google stopped the run after ${plural(calls, 'call')}. The rows that arrived are in the tables.`;
  const next = isJob ? 'The job continues automatically. No action needed.' : 'Pull again to continue.';
  return `${ended} ${next}`;
}

/** Adds or updates one row per run, newest first. Throws MARKET_TABLE if the sheet can't be identified. */
export function writeLog(book: Book, entries: readonly LogEntry[]): void {
  if (entries.length === 0) return;
  const columns = logColumns();
  const opened = openTable(book, table.name, columns);
  const records = [...entries].reverse().map(recordOf);
  const zone = book.timeZone();
  const rows = newestFirst(rowsOf(table, columns, records), 'started', zone);
  const known = rowsByKey(opened.contents);
  const renewed = rows.filter(({ key }) => known.has(key));
  const renewal = planRows(opened, renewed, 0, zone);
  const isRenewed = renewal.steps.length > 0;
  if (isRenewed) applyPlans(book, [renewal]);
  const added = rows.filter(({ key }) => !known.has(key));
  if (added.length === 0) return;
  const old = oldRows(opened, added.length, new Set(entries.map(({ run }) => run)));
  addOnTop(book, isRenewed ? { ...opened, header: undefined, unnamed: new Map() } : opened, added, old);
}

function recordOf({ run, started, ended, rows, error, job, ...entry }: LogEntry): LogRecord {
  return {
    ...entry,
    ...rows,
    started: instantAt(started),
    seconds: Math.round((ended - started) / 1000),
    error: error?.code ?? null,
    whatToDo: error ? clip(error.message, MOST_TEXT) : null,
    jobId: job ?? null,
    runId: run,
  };
}

export function logUndone(book: Book, run: string): void {
  const opened = openLog(book);
  const index = opened?.contents.cells.findIndex((_, row) => keyAt(opened.contents, row) === run) ?? -1;
  if (!opened || index < 0) return;
  applyEdits(book, planEdits(opened, editsOf(index + 1, { state: UNDONE }), book.timeZone()));
}

const UNDONE = 'undone';

/** Returns the run ID in a 1-based row; blank if the row has none. */
export function runAt(book: Book, row: number): string {
  const opened = openLog(book);
  return opened ? keyAt(opened.contents, row - 1) : '';
}

type Texts = Readonly<Record<'what' | 'state' | 'error' | 'whatToDo' | 'why' | 'who', string>>;
type Numbers = Readonly<Record<'calls' | 'added' | 'changed' | 'gone' | 'seconds', number>>;

export interface LogLine extends Texts, Numbers {
  readonly run: string;
  /** ISO timestamp. */
  readonly started: string | null;
}

export function isUndone({ state }: Pick<LogLine, 'state'>): boolean {
  return state === UNDONE;
}

/** Returns the last `most` runs and those in `named`, newest first. */
export function readLog(book: Book, most: number, named: ReadonlySet<string> = new Set()): readonly LogLine[] {
  const contents = openLog(book)?.contents;
  if (!contents) return [];
  const line = (index: number): LogLine => {
    const cell = (column: keyof LogRecord) => cellAt(contents, index, column);
    const textAt = (column: keyof LogRecord) => String(cell(column));
    const count = (column: keyof LogRecord) => Number(cell(column)) || 0;
    const started = cell('started');
    return {
      run: keyAt(contents, index),
      started: started instanceof Date ? started.toISOString() : null,
      what: textAt('what'),
      state: textAt('state'),
      calls: count('calls'),
      added: count('added'),
      changed: count('changed'),
      gone: count('gone'),
      seconds: count('seconds'),
      error: textAt('error'),
      whatToDo: textAt('whatToDo'),
      why: textAt('why'),
      who: textAt('who'),
    };
  };
  return rowsWithKey(contents)
    .map(line)
    .sort((one, other) => ((one.started ?? '') < (other.started ?? '') ? 1 : -1))
    .filter(({ run }, index) => index < most || named.has(run));
}

/** Returns the 1-based numbers of the rows to remove before adding `added` rows, in ascending order. */
function oldRows(opened: Opened, added: number, renewed: ReadonlySet<string>) {
  const { contents } = opened;
  const ours = rowsWithKey(contents);
  if (ours.length + added <= MOST_ENTRIES) return [];
  const old = ours.filter((index) => !renewed.has(keyAt(contents, index)));
  return oldestRows(opened, 'started', old, ours.length + added - KEPT_ENTRIES);
}
