/** One execution of an export: what an earlier one left in flight, then the lines of the outbox, table by table. */
import type { Clock } from '../protocol/http.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { AS_OF } from '../tables/columns.ts';
import { findOurs } from '../tables/opened.ts';
import type { Book, Journal } from '../tables/sheet.ts';
import { ensure } from './ensure.ts';
import type { Piece } from './load.ts';
import { deliver, resolve } from './load.ts';
import type { Entry, OutboxLine } from './outbox.ts';
import { addEntries, compacted, markOutbox, outboxLabels, readOutbox, removeLines } from './outbox.ts';
import type { SheetRows } from './rows.ts';
import { readRows } from './rows.ts';
import type { ExportedTable } from './schema.ts';
import { exportedTables } from './schema.ts';
import type { Service } from './service.ts';
import type { ExportState, InFlight, Place } from './state.ts';
import { readState, writeState } from './state.ts';

export interface ExportPorts {
  readonly book: Book;
  /** Lines of the outbox. */
  readonly lines: Journal;
  readonly document: Store;
  readonly service: Service;
  readonly clock: Clock;
  random(): number;
  unique(): string;
  /** Runs work that reads and writes sheets while nobody else does. */
  exclusively<T>(work: () => T): T;
}

/** What of a workbook is exported; all tables, and no column of the person's, unless told. */
export interface Choice {
  readonly tables?: readonly string[];
  /** Headers of the person's own columns that go along. */
  readonly ownColumns?: readonly string[];
}

export interface Exported {
  /** `waiting`: there is more, which the next run sends. */
  readonly state: 'done' | 'waiting' | 'failed';
  /** Rows that arrived, by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly calls: number;
  readonly error?: MarketError;
  /** When it is worth to go on, in epoch milliseconds. */
  readonly resumeAt?: number;
}

/** Characters of JSON that are sent in one job, and so many jobs side by side. */
const PIECE = 3_000_000;
const AT_ONCE = 4;
/** What is remembered of jobs in flight has 9 KB. */
const MOST_LINES = 60;

/** Google carries out 1,500 load jobs a table and day, failed ones included. */
export const MOST_JOBS = 1450;

/** Stops by itself at that time, in epoch milliseconds. Nothing is thrown of what the warehouse or Google do. */
export function exportRows(ports: ExportPorts, place: Place, choice: Choice, until: number): Exported {
  const run = new ExportRun(ports, place, choice, until);
  try {
    return run.ended(run.run() ? 'done' : 'waiting');
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return run.ended(error.details.retryAt === undefined ? 'failed' : 'waiting', error);
  }
}

class ExportRun {
  private readonly owner: string;
  private readonly rows: Record<string, number> = {};
  private calls = 0;
  private readonly service: Service;

  constructor(
    private readonly ports: ExportPorts,
    private readonly place: Place,
    private readonly choice: Choice,
    private readonly until: number,
  ) {
    this.owner = ports.unique();
    this.service = {
      call: (requests) => {
        this.calls += requests.length;
        return ports.service.call(requests);
      },
    };
  }

  ended(state: Exported['state'], error?: MarketError): Exported {
    const resumeAt = error?.details.retryAt;
    return {
      state,
      rows: this.rows,
      calls: this.calls,
      ...(error ? { error } : {}),
      ...(resumeAt === undefined ? {} : { resumeAt }),
    };
  }

  /** False where time ran out. */
  run(): boolean {
    const { ports } = this;
    const waiting = ports.exclusively(() => {
      const state = readState(ports.document);
      writeState(ports.document, { ...state, owner: this.owner });
      return state.inFlight;
    });
    if (waiting.length > 0 && !this.land(waiting)) return false;
    const tables = this.listed();
    for (const table of tables) if (!this.send(table)) return false;
    this.change((state) => ({ ...state, doneAt: ports.clock.now() }));
    return true;
  }

  private get calling() {
    const { clock, random } = this.ports;
    return { service: this.service, clock, random };
  }

  /** Jobs of an earlier execution: what arrived is taken out of the outbox. */
  private land(jobs: readonly InFlight[]): boolean {
    const { arrived, running } = resolve(this.calling, this.place, jobs, this.until);
    this.settle(arrived, running);
    return running.length === 0;
  }

  private settle(arrived: readonly InFlight[], running: readonly InFlight[]): void {
    this.change((state) => {
      removeLines(this.ports.lines, new Set(arrived.flatMap(({ lines }) => lines)));
      const sent = { ...state.sent };
      for (const { table, rows } of arrived) {
        sent[table] = (sent[table] ?? 0) + rows;
        this.rows[table] = (this.rows[table] ?? 0) + rows;
      }
      return { ...state, sent, inFlight: running };
    });
  }

  /** The chosen tables with something in the outbox, every row of those included that the warehouse never had. */
  private listed(): readonly ExportedTable[] {
    const { ports, choice } = this;
    const chosen = exportedTables().filter(({ table }) => choice.tables?.includes(table) ?? true);
    let found: ReadonlySet<string> = new Set();
    this.change((state) => {
      const { marks } = outboxLabels(ports.lines);
      const isLost = state.outbox === undefined || !marks.has(state.outbox);
      const listed = isLost ? [] : state.listed;
      const missing = chosen.filter(
        ({ table }) => !listed.includes(table) && findOurs(ports.book, table) !== undefined,
      );
      const outbox = isLost ? markOutbox(ports.lines, ports.unique()) : state.outbox!;
      for (const table of missing) this.list(table);
      found = outboxLabels(ports.lines).tables;
      return missing.length === 0 && !isLost
        ? state
        : { ...state, outbox, listed: [...listed, ...missing.map(({ table }) => table)] };
    });
    return chosen.filter(({ table }) => found.has(table));
  }

  private list(table: ExportedTable): void {
    const { lines, book, clock, unique } = this.ports;
    const before = readOutbox(lines, table.table).map(({ id }) => id);
    const rows = readRows(book, table);
    const says = rows?.opened.contents.positions.has(AS_OF.id) || table.natural !== undefined;
    const at = says ? 0 : clock.now();
    const entries = [...(rows?.indexes.keys() ?? [])].map((key): Entry => ({ key, before: '', at }));
    // What was noted of it is among them.
    removeLines(lines, new Set(before));
    addEntries(lines, new Map([[table.table, entries]]), unique);
  }

  /** All of one table. */
  private send(table: ExportedTable): boolean {
    const { ports, choice } = this;
    let lines: readonly OutboxLine[] = [];
    let rows: SheetRows | undefined;
    this.change((state) => {
      lines = compacted(ports.lines, table.table, ports.unique);
      rows = readRows(ports.book, table, choice.ownColumns);
      return state;
    });
    if (!rows) {
      // The sheet was deleted; what it held is nowhere any more.
      this.change((state) => {
        removeLines(ports.lines, new Set(lines.map(({ id }) => id)));
        return { ...state, listed: state.listed.filter((each) => each !== table.table) };
      });
      return true;
    }
    const source = rows;
    let made: ReadonlyMap<string, string> | undefined;
    const pieces = piecesOf(source, lines);
    for (let next = pieces.next(); !next.done; ) {
      const batch: Cut[] = [];
      while (!next.done && batch.length < AT_ONCE) {
        batch.push(next.value);
        next = pieces.next();
      }
      const full = batch.filter(({ piece }) => piece.rows > 0);
      if (full.length > 0 && !made) {
        made = this.ensured(source);
        // A log that was made anew gets every row of the workbook, not only the news.
        if (!made) return this.send(table);
      }
      if (!this.sendBatch(batch, full, made ?? new Map())) return false;
      if (ports.clock.now() >= this.until && !next.done) return false;
    }
    return true;
  }

  /** When the log was made; nothing where that is another one than rows were sent to, and all are in the outbox again. */
  private ensured({ table, fields }: SheetRows): ReadonlyMap<string, string> | undefined {
    const { document } = this.ports;
    const { expires, made } = ensure(this.calling, this.place, [{ table, fields }], this.until);
    const now = made.get(table.log) ?? '';
    const known = readState(document);
    const before = known.made?.[table.table];
    const isOther = before !== undefined && before !== now;
    if (before !== now || expires !== (known.expires ?? false))
      this.change((state) => {
        if (isOther) this.list(table);
        const sent = { ...state.sent, ...(isOther ? { [table.table]: 0 } : {}) };
        return { ...state, expires, sent, made: { ...state.made, [table.table]: now } };
      });
    const round = known.round ?? 0;
    return isOther ? undefined : new Map([[table.log, `${now} ${round}`]]);
  }

  private sendBatch(batch: readonly Cut[], full: readonly Cut[], made: ReadonlyMap<string, string>): boolean {
    const { ports } = this;
    this.demandJobs(full);
    const { arrived, error } =
      full.length === 0
        ? { arrived: [] }
        : deliver(
            this.calling,
            this.place,
            full.map(({ piece }) => piece),
            made,
            (jobs, isNew) => this.change((state) => withJobs(state, jobs, isNew, ports.clock.now())),
            this.until,
          );
    const isThrough = ({ piece }: Cut) => piece.rows === 0 || arrived.includes(piece);
    const through = batch.filter(isThrough);
    const left = full.filter((cut) => !isThrough(cut));
    this.change((state) => {
      // Rows that an execution did not finish are sent once they are whole.
      const kept = through.flatMap(({ incomplete }) => incomplete);
      const [first] = batch;
      if (first && kept.length > 0)
        addEntries(ports.lines, new Map([[first.piece.table, kept]]), ports.unique);
      removeLines(ports.lines, new Set(through.flatMap(({ piece }) => piece.lines)));
      const sent = { ...state.sent };
      for (const { table, rows } of through.map(({ piece }) => piece)) {
        if (rows === 0) continue;
        sent[table] = (sent[table] ?? 0) + rows;
        this.rows[table] = (this.rows[table] ?? 0) + rows;
      }
      const open = new Set(left.flatMap(({ piece }) => piece.lines));
      const inFlight = state.inFlight.filter(({ lines }) => lines.some((line) => open.has(line)));
      return { ...state, sent, inFlight };
    });
    if (error) throw error;
    return left.length === 0;
  }

  /** Throws MARKET_QUOTA where a table has had its jobs of the day. */
  private demandJobs(cuts: readonly Cut[]): void {
    const { document, clock } = this.ports;
    const { jobs } = readState(document);
    const now = clock.now();
    const [cut] = cuts;
    if (!cut || jobs.day !== dayOf(now)) return;
    if ((jobs.byTable[cut.piece.table] ?? 0) + cuts.length > MOST_JOBS)
      throw new MarketError(
        'MARKET_QUOTA',
        `BigQuery takes 1,500 load jobs a table and day, and ${cut.piece.table} has had as many; the export goes on tomorrow. Let the job run less often.`,
        { retryAt: (Math.floor(now / DAY) + 1) * DAY },
      );
  }

  /** Under the lock, unless another execution goes on with the export by now. */
  private change(next: (state: ExportState) => ExportState): void {
    const { ports } = this;
    ports.exclusively(() => {
      const state = readState(ports.document);
      if (state.owner !== this.owner)
        throw new MarketError(
          'MARKET_TABLE',
          'Another export of this workbook was begun, and goes on with it.',
          {
            retryAt: ports.clock.now(),
          },
        );
      const changed = next(state);
      if (changed !== state) writeState(ports.document, changed);
    });
  }
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The state with jobs that are about to be asked for. */
function withJobs(
  state: ExportState,
  jobs: readonly InFlight[],
  isNew: readonly InFlight[],
  now: number,
): ExportState {
  const day = dayOf(now);
  const byTable = { ...(state.jobs.day === day ? state.jobs.byTable : {}) };
  for (const { table } of isNew) byTable[table] = (byTable[table] ?? 0) + 1;
  return { ...state, inFlight: jobs, jobs: { day, byTable } };
}

/** A piece, and what of its lines stays in the outbox. */
interface Cut {
  readonly piece: Piece;
  readonly incomplete: readonly Entry[];
}

/** Lines of the outbox as rows, cut where a piece is large enough. Rows that still are what they were are left out. */
function* piecesOf(rows: SheetRows, lines: readonly OutboxLine[]): Generator<Cut, undefined> {
  const { table, log } = rows.table;
  let open: { texts: string[]; size: number; lines: string[]; incomplete: Entry[] } | undefined;
  const cut = ({ texts, lines, incomplete }: NonNullable<typeof open>): Cut => ({
    piece: { table, log, text: texts.join(''), rows: texts.length, lines },
    incomplete,
  });
  for (const { id, entries } of lines) {
    open ??= { texts: [], size: 0, lines: [], incomplete: [] };
    open.lines.push(id);
    for (const entry of entries) {
      const index = rows.indexes.get(entry.key);
      if (index === undefined) continue;
      if (rows.isIncomplete(index)) {
        open.incomplete.push(entry);
        continue;
      }
      if (entry.before !== '' && entry.before === rows.printAt(index)) continue;
      const text = `${JSON.stringify(rows.rowAt(index, entry.at))}\n`;
      open.texts.push(text);
      open.size += text.length;
    }
    if (open.size < PIECE && open.lines.length < MOST_LINES) continue;
    yield cut(open);
    open = undefined;
  }
  if (open) yield cut(open);
  return undefined;
}
