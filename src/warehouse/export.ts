/** One execution of an export: what an earlier one left in flight, then the lines of the outbox, table by table. */
import { MarketError } from '../protocol/market-error.ts';
import { type Cut, LINES_OF_PIECE } from './cuts.ts';
import { ensure } from './ensure.ts';
import type { Choice, ExportPorts } from './export-ports.ts';
import { demandJobs, withJobs } from './jobs-of-day.ts';
import { listed, listWhole, type Reading, readListed } from './listing.ts';
import { deliver, resolve } from './load.ts';
import { addEntries, type Entry, removeLines } from './outbox.ts';
import { type ExportedTable, TAKEN_BACK_FIELD } from './schema.ts';
import type { Service } from './service.ts';
import { type ExportState, type InFlight, type Place, readState, writeState } from './state.ts';

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

/** Jobs that are sent side by side, and the characters of JSON in them. */
const AT_ONCE = 12;
const BATCH = 9_000_000;
/** Lines of the outbox in them: what is remembered of jobs in flight has 9 KB. */
const MOST_LINES = 4 * LINES_OF_PIECE;

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
    let tables: readonly ExportedTable[] = [];
    const flying = ports.exclusively(() => {
      const state = { ...readState(ports.document), owner: this.owner };
      const { inFlight } = state;
      const [next, found] = inFlight.length > 0 ? [state, []] : listed(ports, this.choice, state);
      writeState(ports.document, next);
      tables = found;
      return inFlight;
    });
    if (flying.length > 0) {
      if (!this.land(flying)) return false;
      this.change((state) => {
        const [next, found] = listed(ports, this.choice, state);
        tables = found;
        return next;
      });
    }
    if (tables.length === 0) return true;
    if (!this.sendAll(tables)) return false;
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
      return { ...state, sent: this.counted(state, arrived), inFlight: running };
    });
  }

  /** Pieces of small tables travel together. */
  private sendAll(tables: readonly ExportedTable[]): boolean {
    const { ports } = this;
    const queue = [...tables];
    let open: Reading | undefined;
    const made = new Map<string, string>();
    const nextCut = (): Cut | undefined => {
      for (;;) {
        const cut = open?.cuts.next();
        if (cut && !cut.done) return cut.value;
        const table = queue.shift();
        if (!table) return undefined;
        open = this.read(table);
      }
    };
    for (let cut = nextCut(); cut; ) {
      const batch: Cut[] = [];
      const isFull = () =>
        batch.length === AT_ONCE ||
        batch.reduce((size, { piece }) => size + piece.text.length, 0) >= BATCH ||
        batch.reduce((count, { piece }) => count + piece.lines.length, 0) >= MOST_LINES;
      for (; cut && !isFull(); cut = nextCut()) batch.push(cut);
      const { others, ensured } = this.ensured(batch, made);
      for (const table of others) {
        // A log that was made anew gets every row of the workbook, not only the news.
        queue.push(table);
        if (open?.rows.table === table) open = undefined;
        if (!cut || cut.rows.table === table) cut = nextCut();
      }
      const kept = batch.filter(({ rows }) => !others.includes(rows.table));
      if (!this.sendBatch(kept, made, ensured)) return false;
      if (ports.clock.now() >= this.until && cut) return false;
    }
    return true;
  }

  private read(table: ExportedTable): Reading | undefined {
    let found: Reading | undefined;
    this.change((state) => {
      found = readListed(this.ports, this.choice, table);
      return found ? state : { ...state, listed: state.listed.filter((each) => each !== table.table) };
    });
    return found;
  }

  /**
   * Sees to dataset, logs and views of what is to be sent; when each log was made goes into `made`. `others` are tables
   * whose log is another one than rows were sent to: all of theirs are in the outbox again.
   */
  private ensured(batch: readonly Cut[], made: Map<string, string>) {
    const wanted = new Map(
      batch
        .filter(({ piece }) => piece.rows > 0 && !made.has(piece.log))
        .map(({ rows }) => [rows.table.log, { table: rows.table, fields: [...rows.fields, TAKEN_BACK_FIELD] }]),
    );
    if (wanted.size === 0) return { others: [], ensured: undefined };
    const tables = [...wanted.values()];
    const { expires, made: times } = ensure(this.calling, this.place, tables, this.until);
    const known = readState(this.ports.document);
    const isOther = (table: ExportedTable) => {
      const before = known.made?.[table.table];
      return before !== undefined && before !== times.get(table.log);
    };
    const others = tables.map(({ table }) => table).filter(isOther);
    for (const { table } of tables)
      if (!others.includes(table)) made.set(table.log, `${times.get(table.log)} ${known.round ?? 0}`);
    const ensured = (state: ExportState): ExportState => ({
      ...state,
      expires,
      sent: { ...state.sent, ...Object.fromEntries(others.map(({ table }) => [table, 0])) },
      made: {
        ...state.made,
        ...Object.fromEntries(tables.map(({ table }) => [table.table, times.get(table.log)!])),
      },
    });
    if (others.length === 0) return { others, ensured };
    this.change((state) => {
      for (const table of others) listWhole(this.ports, table);
      return ensured(state);
    });
    return { others, ensured: undefined };
  }

  private sendBatch(
    batch: readonly Cut[],
    made: ReadonlyMap<string, string>,
    ensured: ((state: ExportState) => ExportState) | undefined,
  ): boolean {
    const { ports } = this;
    const full = batch.filter(({ piece }) => piece.rows > 0);
    const tables = full.map(({ piece }) => piece.table);
    demandJobs(readState(ports.document), tables, AT_ONCE, ports.clock.now());
    const { arrived, error } =
      full.length === 0
        ? { arrived: [] }
        : deliver(
            this.calling,
            this.place,
            full.map(({ piece }) => piece),
            made,
            (jobs, isNew) =>
              this.change((state) => withJobs(ensured?.(state) ?? state, jobs, isNew, ports.clock.now())),
            this.until,
          );
    const isThrough = ({ piece }: Cut) => piece.rows === 0 || arrived.includes(piece);
    const through = batch.filter(isThrough);
    const left = full.filter((cut) => !isThrough(cut));
    this.change((state) => {
      // Rows that an execution did not finish are sent once they are whole.
      const kept = new Map<string, Entry[]>();
      for (const { piece, incomplete } of through)
        if (incomplete.length > 0) kept.set(piece.table, [...(kept.get(piece.table) ?? []), ...incomplete]);
      addEntries(ports.lines, kept, ports.unique);
      removeLines(ports.lines, new Set(through.flatMap(({ piece }) => piece.lines)));
      const open = new Set(left.flatMap(({ piece }) => piece.lines));
      const inFlight = state.inFlight.filter(({ lines }) => lines.some((line) => open.has(line)));
      return {
        ...state,
        sent: this.counted(
          state,
          through.map(({ piece }) => piece),
        ),
        inFlight,
      };
    });
    if (error) throw error;
    return left.length === 0;
  }

  /** Rows that arrived, added to those of before. */
  private counted({ sent }: ExportState, arrived: readonly Pick<InFlight, 'table' | 'rows'>[]) {
    const sum: Record<string, number> = { ...sent };
    for (const { table, rows } of arrived) {
      if (rows === 0) continue;
      sum[table] = (sum[table] ?? 0) + rows;
      this.rows[table] = (this.rows[table] ?? 0) + rows;
    }
    return sum;
  }

  /** Under the lock, unless another execution goes on with the export by now. */
  private change(next: (state: ExportState) => ExportState): void {
    const { ports } = this;
    ports.exclusively(() => {
      const state = readState(ports.document);
      if (state.owner !== this.owner)
        throw new MarketError('MARKET_TABLE', 'Another export of this workbook was begun, and goes on with it.', {
          retryAt: ports.clock.now(),
        });
      const changed = next(state);
      if (changed !== state) writeState(ports.document, changed);
    });
  }
}
