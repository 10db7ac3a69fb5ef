/** Reads rows of the Jobs sheet as jobs or problems to fix. */
import { plainName } from '../protocol/params.ts';
import type { Column, Opens } from '../tables/columns.ts';
import type { NewKeys } from '../tables/edits.ts';
import { jobsColumns, jobsTable, type TypedColumn } from '../tables/jobs-table.ts';
import { type Opened, openTable } from '../tables/opened.ts';
import { type Contents, cellAt, isMarked, isUnfinished, keyAt } from '../tables/positions.ts';
import type { Book } from '../tables/sheet.ts';
import { wallText } from '../tables/zone.ts';
import { datasets, findDataset, sheetsOf } from './datasets.ts';
import { type Named, readFilter } from './filter.ts';
import { type Job, kindOf, readEvery } from './job.ts';

export type Typed = { readonly [C in TypedColumn]: string };

interface AnyRow {
  /** 1-based row number. */
  readonly row: number;
  /** The row's key, or a new one if the key is missing or a duplicate. */
  readonly id: string;
  readonly typed: Typed;
  readonly result: string;
  /** Dataset, filter, and interval, if valid, even if the row has no owner. */
  readonly pulls?: Named;
  readonly target: readonly string[];
}

export interface ValidRow extends AnyRow {
  readonly job: Job;
  readonly problem?: never;
}

interface InvalidRow extends AnyRow {
  readonly job?: never;
  /** Message for the user: the problem and how to fix it. */
  readonly problem: string;
}

export type JobRow = ValidRow | InvalidRow;

/** Must be reread before each write, because users can sort and edit the sheet at any time. */
export interface JobsSheet {
  readonly opened: Opened;
  /** The rows in sheet order, without blank ones. */
  readonly rows: readonly JobRow[];
  /** New keys for rows with a missing or duplicate key. */
  readonly keys: NewKeys;
  /** Numbers of the rows that an interrupted execution left incomplete. */
  readonly unfinished: readonly number[];
}

/** Throws MARKET_TABLE if the sheet's header or key column is missing. */
export function readJobs({ book, unique }: { readonly book: Book; unique(): string }): JobsSheet {
  const opened = openTable(book, jobsTable.name, guidedColumns());
  const { contents } = opened;
  const zone = book.timeZone();
  const keys = new Map<number, string>();
  const ids = new Set<string>();
  const rows: JobRow[] = [];
  const unfinished: number[] = [];
  for (let index = 1; index < contents.cells.length; index++) {
    if (isUnfinished(contents, index)) {
      unfinished.push(index + 1);
      continue;
    }
    const typed = typedIn(contents, index, zone);
    // A row with only the hidden Owner ID is blank.
    if (jobsTable.typed.every((column) => column === 'ownerId' || typed[column] === '')) continue;
    const known = keyAt(contents, index);
    // A copied row has the original's key.
    const id = known === '' || ids.has(known) ? unique() : known;
    ids.add(id);
    if (id !== known || isMarked(contents, index)) keys.set(index + 1, id);
    const result = String(cellAt(contents, index, 'result'));
    rows.push(unlessRepeated(readRow({ row: index + 1, id, typed, result }), rows));
  }
  return { opened, rows, keys, unfinished };
}

/** Marks a row as invalid if a row above it has the same owner and pulls the same data. */
function unlessRepeated(row: JobRow, above: readonly JobRow[]) {
  const { job, ...rest } = row;
  if (!job || job.isPaused) return row;
  const first = above.find(
    (other) =>
      other.job &&
      !other.job.isPaused &&
      other.job.owner === job.owner &&
      pullKey(other.pulls!) === pullKey(row.pulls!),
  );
  return first
    ? { ...rest, problem: `Duplicate of row ${first.row}. Change its filter, or delete one of the rows.` }
    : row;
}

/** Typing an owner has no effect, because Sheets doesn't record who edited a cell. */
const NO_OWNER = 'This job has no owner yet. Open Schedule in the sidebar and take it over.';

export function readRow(row: Omit<AnyRow, 'target' | 'pulls'>): JobRow {
  const { typed, id } = row;
  const dataset = findDataset(typed.dataset);
  if (typeof dataset === 'string') return { ...row, target: [], problem: dataset };
  const target = sheetsOf(dataset);
  const filter = readFilter(dataset, typed.filter);
  if (typeof filter === 'string') return { ...row, target, problem: filter };
  const every = readEvery(typed.every);
  if (typeof every === 'string') return { ...row, target, problem: every };
  const pulls = { dataset: dataset.operation.id, filter, every };
  const known = { ...row, target, pulls };
  if (!dataset.kinds.includes(kindOf(every)))
    return {
      ...known,
      problem: `Every: ${dataset.operation.title} cannot run as "${typed.every}". Enter an interval such as hourly or daily.`,
    };
  const state = readState(typed.state);
  if (typeof state === 'string') return { ...known, problem: state };
  if (typed.ownerId === '') return { ...known, problem: NO_OWNER };
  return { ...known, job: { id, ...pulls, owner: typed.ownerId, ...state } };
}

/** Returns the same key for rows that pull the same data. `preferred`: the connection for filters without one. */
export function pullKey({ dataset, filter, every }: Named, preferred?: string): string {
  const kind = kindOf(every);
  const entries = Object.entries({ connection: preferred, ...filter })
    // Backfills that differ only in `from` are the same job.
    .filter(([name, value]) => value !== undefined && (kind !== 'backfill' || name !== 'from'))
    .sort();
  return JSON.stringify([dataset, kind, entries]);
}

const STATES: Readonly<Record<string, Pick<Job, 'isPaused' | 'runsNow'>>> = {
  '': { isPaused: false, runsNow: false },
  active: { isPaused: false, runsNow: false },
  paused: { isPaused: true, runsNow: false },
  pause: { isPaused: true, runsNow: false },
  'run now': { isPaused: false, runsNow: true },
  retry: { isPaused: false, runsNow: true },
};

function readState(typed: string): Pick<Job, 'isPaused' | 'runsNow'> | string {
  const word = typed.toLowerCase().replace(/\s+/g, ' ');
  if (Object.prototype.hasOwnProperty.call(STATES, word)) return STATES[word]!;
  return `State: "${typed}" is not valid. Enter paused, run now, retry, or active.`;
}

function typedIn(contents: Contents, index: number, zone: string) {
  const texts = jobsTable.typed.map((column) => {
    const cell = cellAt(contents, index, column);
    // Sheets may have converted the text to a date.
    return [column, (cell instanceof Date ? wallText(cell.getTime(), zone) : String(cell)).trim()];
  });
  return Object.fromEntries(texts) as Typed;
}

/** Matches lowercase intervals. May accept strings that `readEvery` rejects, but never the reverse. */
export const EVERY_LOOKS =
  '^\\s*(every\\s+)?(continuous(ly)?|backfill|hourly|daily|weekly|([0-9]+([.,][0-9]+)?\\s*)?(m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\\.?)\\s*$';

/** Sheets flags intervals that aren't in this list, so the list includes the standard jobs' intervals. */
const EVERY = [
  ...['5 minutes', '10 minutes', '15 minutes', '30 minutes', 'hourly', '2 hours', '4 hours', '6 hours'],
  ...['12 hours', 'daily', 'weekly', 'continuous', 'backfill'],
];

export function guidedColumns(): readonly Column[] {
  const names = datasets.flatMap((dataset) => {
    const { id, title } = dataset.operation;
    return [id, title, ...sheetsOf(dataset)].map(plainName);
  });
  const guides: { readonly [C in TypedColumn | 'result']?: Opens } = {
    dataset: {
      offers: datasets.map(({ operation }) => operation.title),
      marks: [
        ['bad', `AND({dataset}<>"",ISERROR(FIND("|"&${plain('{dataset}')}&"|","|${[...new Set(names)].join('|')}|")))`],
      ],
    },
    // Only checks for an equals sign; reading the row validates names and values.
    filter: { marks: [['bad', 'AND({filter}<>"",ISERROR(FIND("=",{filter})))']] },
    every: {
      offers: EVERY,
      marks: [['bad', `AND({every}<>"",NOT(REGEXMATCH(LOWER({every}&""),"${EVERY_LOOKS}")))`]],
    },
    state: {
      offers: ['active', 'paused', 'run now', 'retry'],
      marks: [
        [
          'bad',
          `AND({state}<>"",ISERROR(FIND("|"&${plain('{state}')}&"|","|${Object.keys(STATES).filter(Boolean).map(plainName).join('|')}|")))`,
        ],
        ['over', 'LEFT(LOWER({state}),5)="pause"'],
      ],
    },
    result: {
      marks: [
        ['bad', 'OR(LEFT({result},8)="Not run.",LEFT({result},7)="Failed:")'],
        ['open', 'LEFT({result},5)="Waits"'],
      ],
    },
  };
  return jobsColumns().map((column) => {
    const guide = guides[column.id as keyof typeof guides];
    return guide ? { ...column, opens: { ...column.opens, ...guide } } : column;
  });
}

/** Returns a formula equivalent to `plainName`. */
function plain(cell: string) {
  return `SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(TRIM(LOWER(${cell}))," ",""),"_",""),"-","")`;
}
