/** The rows of the sheet Jobs: which pulls they ask for, and why some ask for none. */
import { plainName } from '../protocol/params.ts';
import type { Column, Opens } from '../tables/columns.ts';
import type { NewKeys } from '../tables/edits.ts';
import { jobsColumns, jobsTable, type TypedColumn } from '../tables/jobs-table.ts';
import { type Opened, openTable } from '../tables/opened.ts';
import { type Contents, cellAt, isMarked, isUnfinished, keyAt } from '../tables/positions.ts';
import type { Book } from '../tables/sheet.ts';
import { wallText } from '../tables/zone.ts';
import { type Dataset, findDataset, tablesOf } from './datasets.ts';
import { type Named, readFilter } from './filter.ts';
import { type Job, type Kind, kindOf, readEvery } from './job.ts';

/** More would not fit into what is remembered of them. */
export const MOST_JOBS = 70;

export type Typed = { readonly [C in TypedColumn]: string };

interface AnyRow {
  /** From 1. */
  readonly row: number;
  /** Its key; a new one where it has none. */
  readonly id: string;
  readonly typed: Typed;
  /** The cell *Result*, which the add-on writes. */
  readonly result: string;
  /** What it pulls, whoever runs it and how often. Nothing where that is not known. */
  readonly pulls?: Pulls;
  readonly target: readonly string[];
}

export interface Pulls extends Named {
  readonly kind: Kind;
}

export interface ValidRow extends AnyRow {
  readonly job: Job;
  readonly problem?: never;
}

interface OddRow extends AnyRow {
  readonly job?: never;
  /** A sentence that says what to type instead. */
  readonly problem: string;
}

export type JobRow = ValidRow | OddRow;

/** The sheet as it was read: people sort and type at any time, so it is read again before it is written. */
export interface JobsSheet {
  readonly opened: Opened;
  /** In the order of the sheet, blank ones left out. */
  readonly rows: readonly JobRow[];
  /** Rows without a key of their own, and rows that an execution did not finish. */
  readonly keys: NewKeys;
  /** Rows that an execution began to add and did not finish: their cells may be incomplete. */
  readonly unfinished: readonly number[];
}

/**
 * `unique` gives an id that was never given. A row that cannot be run keeps none of the others from it.
 * Throws MARKET_TABLE where the sheet is not one of ours any more.
 */
export function readJobs(book: Book, datasets: readonly Dataset[], unique: () => string): JobsSheet {
  const opened = openTable(book, jobsTable.name, guidedColumns(datasets));
  const { contents } = opened;
  const zone = book.timeZone();
  const keys = new Map<number, string>();
  const ids = new Set<string>();
  const rows: JobRow[] = [];
  const unfinished: number[] = [];
  let valid = 0;
  for (let index = 1; index < contents.cells.length; index++) {
    if (isUnfinished(contents, index)) {
      unfinished.push(index + 1);
      continue;
    }
    const typed = typedIn(contents, index, zone);
    // The hidden ID alone is no row.
    if (jobsTable.typed.every((column) => column === 'ownerId' || typed[column] === '')) continue;
    const known = keyAt(contents, index);
    // A row that a person copied has the key of the other one.
    const id = known === '' || ids.has(known) ? unique() : known;
    ids.add(id);
    if (id !== known || isMarked(contents, index)) keys.set(index + 1, id);
    const result = String(cellAt(contents, index, 'result'));
    const read = orCopy(readRow(datasets, { row: index + 1, id, typed, result }), rows);
    if (read.job) valid++;
    rows.push(read.job && valid > MOST_JOBS ? beyond(read) : read);
  }
  return { opened, rows, keys, unfinished };
}

/** A row that pulls what one above it pulls, for the same person, would only spend the calls twice. */
function orCopy(row: JobRow, above: readonly JobRow[]): JobRow {
  const { job, ...rest } = row;
  if (!job || job.isPaused) return row;
  const first = above.find(
    (other) =>
      other.job &&
      !other.job.isPaused &&
      other.job.owner === job.owner &&
      sameness(other.pulls!) === sameness(row.pulls!),
  );
  return first
    ? {
        ...rest,
        problem: `It duplicates row ${first.row}. Change its filter, or delete one of the two rows.`,
      }
    : row;
}

function beyond({ job, ...row }: ValidRow): OddRow {
  return {
    ...row,
    problem: `Only the first ${MOST_JOBS} jobs run. Delete rows that you do not need.`,
  };
}

/** Whoever typed the row, its cells cannot prove it. */
const NOBODYS = 'It has no owner yet. Take it over in the sidebar, in Schedule.';

export function readRow(datasets: readonly Dataset[], row: Omit<AnyRow, 'target' | 'pulls'>): JobRow {
  const { typed, id } = row;
  const dataset = findDataset(datasets, typed.dataset);
  if (typeof dataset === 'string') return { ...row, target: [], problem: dataset };
  const target = tablesOf(dataset);
  const filter = readFilter(dataset, typed.filter);
  if (typeof filter === 'string') return { ...row, target, problem: filter };
  const every = readEvery(typed.every);
  if (typeof every === 'string') return { ...row, target, problem: every };
  const pulls = { dataset: dataset.operation.id, filter, every, kind: kindOf(every) };
  const known = { ...row, target, pulls };
  if (!dataset.kinds.includes(kindOf(every)))
    return {
      ...known,
      problem: `Every: ${dataset.operation.title} cannot run as "${typed.every}". Enter a time such as hourly or daily.`,
    };
  const state = readState(typed.state);
  if (typeof state === 'string') return { ...known, problem: state };
  if (typed.ownerId === '') return { ...known, problem: NOBODYS };
  return {
    ...known,
    job: { id, dataset: dataset.operation.id, filter, every, owner: typed.ownerId, ...state },
  };
}

/** Rows that pull the same have the same; `preferred` is the connection that a filter without one means, where that is known. */
export function sameness({ dataset, filter, kind }: Omit<Pulls, 'every'>, preferred?: string): string {
  const entries = Object.entries({ connection: preferred, ...filter })
    // A past that reaches further back is no other one.
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

function typedIn(contents: Contents, index: number, zone: string): Typed {
  const texts = jobsTable.typed.map((column) => {
    const cell = cellAt(contents, index, column);
    // Where the cell was not plain text, its value may be what the sheet made of the typing.
    return [column, (cell instanceof Date ? wallText(cell.getTime(), zone) : String(cell)).trim()];
  });
  return Object.fromEntries(texts) as Typed;
}

/** What a time between runs looks like, in small letters. It may pass what `readEvery` refuses, and never the reverse. */
export const EVERY_LOOKS =
  '^\\s*(every\\s+)?(continuous(ly)?|backfill|hourly|daily|weekly|([0-9]+([.,][0-9]+)?\\s*)?(m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\\.?)\\s*$';

/** Google marks what is not on the list: it has what is common, and all that the standard jobs say. */
const EVERY = [
  ...['5 minutes', '10 minutes', '15 minutes', '30 minutes', 'hourly', '2 hours', '4 hours', '6 hours'],
  ...['12 hours', 'daily', 'weekly', 'continuous', 'backfill'],
];

export function guidedColumns(datasets: readonly Dataset[]): readonly Column[] {
  const names = datasets.flatMap((dataset) => {
    const { id, title } = dataset.operation;
    return [id, title, ...tablesOf(dataset)].map(plainName);
  });
  const guides: { readonly [C in TypedColumn | 'result']?: Opens } = {
    dataset: {
      offers: datasets.map(({ operation }) => operation.title),
      marks: [
        ['bad', `AND({dataset}<>"",ISERROR(FIND("|"&${plain('{dataset}')}&"|","|${[...new Set(names)].join('|')}|")))`],
      ],
    },
    // Names and values are known once the row is read; what has no equals sign is no condition in any case.
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

/** `plainName` as a formula. */
function plain(cell: string): string {
  return `SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(TRIM(LOWER(${cell}))," ",""),"_",""),"-","")`;
}
