/** Plans exports and sends new and changed rows to BigQuery. */
import { MarketError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import { AS_OF } from '../tables/columns.ts';
import { findOurs } from '../tables/opened.ts';
import type { Book, Journal } from '../tables/sheet.ts';
import { ensure } from './ensure.ts';
import { deliver, type Piece } from './load.ts';
import { type ExportedField, type ExportedTable, exportedTables, TAKEN_BACK_FIELD } from './schema.ts';
import type { Service, ServicePorts } from './service.ts';
import { type ExportedRow, readRows, type SheetRows, takenBackRow } from './sheet-rows.ts';
import {
  type ExportState,
  isChanged,
  isSent,
  type Memory,
  type Place,
  readMemory,
  readState,
  removeUndone,
  type SentRows,
  sendRowsAgain,
  shortDigest,
  writeSentRows,
  writeState,
} from './state.ts';

export interface ExportPorts extends ServicePorts {
  readonly book: Book;
  /** Hidden sheet with the digests of sent rows. */
  readonly lines: Journal;
  readonly document: Store;
  exclusively<T>(work: () => T): T;
}

export interface Choice {
  readonly tables?: readonly string[] | undefined;
  readonly ownColumns?: readonly string[] | undefined;
}

export interface Exported {
  /** `waiting`: the next run sends the rest. */
  readonly state: 'done' | 'waiting' | 'failed';
  readonly rows: Readonly<Record<string, number>>;
  readonly calls: number;
  readonly error?: MarketError | undefined;
  /** When to resume. */
  readonly resumeAt?: number | undefined;
}

/** Maximum characters per load job, load jobs per batch, and characters per batch. */
const [PIECE, AT_ONCE, BATCH] = [3_000_000, 12, 9_000_000];

/** Stops at `until`. Returns BigQuery and Google errors instead of throwing them. */
export function exportRows(ports: ExportPorts, place: Place, choice: Choice, until: number): Exported {
  const run = new ExportRun(ports, place, choice, until);
  try {
    return run.ended(run.run() ? 'done' : 'waiting');
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return run.ended(error.details.retryAt === undefined ? 'failed' : 'waiting', error);
  }
}

function chosenTables(book: Book, { tables }: Choice): readonly ExportedTable[] {
  return exportedTables().filter(
    ({ table }) => (tables?.includes(table) ?? true) && findOurs(book, table) !== undefined,
  );
}

interface PendingRow {
  readonly key: string;
  readonly index: number;
  readonly print: string;
  /** When the row was read; 0 if unknown. */
  readonly read: number;
}

/** Sorts by `As of` so that the next run splits an interrupted export into the same load jobs. */
function pendingRows(rows: SheetRows, sent: SentRows | undefined): readonly PendingRow[] {
  return [...rows.indexes]
    .map(([key, index]) => ({ key, index, print: rows.printAt(index), read: rows.asOf(index) }))
    .filter(({ key, print }) => !isSent(sent, key, print))
    .sort((one, other) => one.read - other.read);
}

interface SentPiece extends Piece {
  readonly fields: readonly ExportedField[];
  /** Digests of all row keys in the sheet. */
  readonly known: ReadonlySet<string>;
  /** Newest `as_of` of the rows. */
  readonly newest: number;
  /** Key and digest of each row. Removed rows have no digest. */
  readonly entries: readonly (readonly [key: string, print: string | undefined])[];
}

class ExportRun {
  private readonly rows: Record<string, number> = {};
  private calls = 0;
  private readonly calling: ServicePorts;
  private memory: Memory = { sent: new Map(), undone: [] };
  /** Each log's salt, which distinguishes jobs with the same content. Set once the log has all columns. */
  private readonly salts = new Map<string, string>();

  constructor(
    private readonly ports: ExportPorts,
    private readonly place: Place,
    private readonly choice: Choice,
    private readonly until: number,
  ) {
    const { service, clock, random } = ports;
    const call: Service['call'] = (requests) => {
      this.calls += requests.length;
      return service.call(requests);
    };
    this.calling = { clock, random, service: { call } };
  }

  ended(state: Exported['state'], error?: MarketError): Exported {
    return { state, rows: this.rows, calls: this.calls, error, resumeAt: error?.details.retryAt };
  }

  /** Returns false if time runs out. */
  run(): boolean {
    const { ports, place, choice } = this;
    const tables = ports.exclusively(() => {
      this.memory = readMemory(ports.lines, place);
      return chosenTables(ports.book, choice);
    });
    let batch: SentPiece[] = [];
    for (const table of tables)
      for (const piece of this.piecesOf(table)) {
        batch.push(piece);
        if (!isFull(batch)) continue;
        if (!this.send(batch) || ports.clock.now() >= this.until) return false;
        batch = [];
      }
    if (batch.length > 0 && !this.send(batch)) return false;
    this.change((state) => {
      const handled = this.memory.undone.filter((each) => tables.some(({ table }) => table === each.table));
      if (handled.length > 0) removeUndone(ports.lines, handled);
      return { ...state, doneAt: ports.clock.now() };
    });
    return true;
  }

  private *piecesOf(table: ExportedTable): Generator<SentPiece> {
    const { ports, place } = this;
    const rows = ports.exclusively(() => readRows(ports.book, table, this.choice.ownColumns));
    if (!rows) return;
    const now = ports.clock.now();
    const sent = this.memory.sent.get(table.table);
    const watermark = readState(ports.document, place).watermarks[table.table] ?? 0;
    const known = new Set([...rows.indexes.keys()].map(shortDigest));
    const hasTime = table.columns.some(({ id }) => id === AS_OF.id);
    const empty = () => ({ texts: [] as string[], size: 0, newest: 0, entries: [] as SentPiece['entries'][number][] });
    let open = empty();
    const cut = (): SentPiece => {
      const { texts, newest, entries } = open;
      open = empty();
      return { table, fields: rows.fields, known, text: texts.join(''), rows: texts.length, newest, entries };
    };
    const add = (row: ExportedRow, asOf: number, key: string, print?: string) => {
      const text = `${JSON.stringify(row)}\n`;
      open.texts.push(text);
      open.size += text.length;
      open.newest = Math.max(open.newest, asOf);
      open.entries.push([key, print]);
      return open.size >= PIECE;
    };
    for (const { key, index, print, read } of pendingRows(rows, sent)) {
      // A row that changed without being read, such as by an undo, needs a newer time than the version that was sent.
      // So does a row without *As of* that was undone, then pulled.
      const isLate = read <= watermark && (!hasTime || isChanged(sent, key, print));
      // Cells can be in the future after the workbook's time zone changes.
      const asOf = read === 0 || isLate ? now : Math.min(read, now);
      if (add(rows.rowAt(index, asOf), asOf, key, print)) yield cut();
    }
    for (const { at, keys } of this.memory.undone.filter((each) => each.table === table.table))
      for (const key of keys)
        if (!rows.indexes.has(key) && sent?.has(shortDigest(key)) && add(takenBackRow(key, at), at, key)) yield cut();
    if (open.texts.length > 0) yield cut();
  }

  /** Returns true if everything was sent. */
  private send(pieces: readonly SentPiece[]) {
    this.ensureTables(pieces);
    const { arrived, error } = deliver(this.calling, this.place, pieces, ({ log }) => this.salts.get(log)!, this.until);
    if (arrived.length > 0) this.record(arrived);
    if (error) throw error;
    return arrived.length === pieces.length;
  }

  /** Creates missing resources. Throws if a log with sent rows was deleted; the next run then sends all rows. */
  private ensureTables(pieces: readonly SentPiece[]) {
    const { ports, place } = this;
    const wanted = new Map(
      pieces
        .filter(({ table }) => !this.salts.has(table.log))
        .map(({ table, fields }) => [table.table, { table, fields: [...fields, TAKEN_BACK_FIELD] }]),
    );
    if (wanted.size === 0) return;
    const { expires, made } = ensure(this.calling, place, [...wanted.values()], this.until);
    const emptied = new Map<string, SentRows>();
    this.change((state) => {
      const [sent, watermarks, logs] = [{ ...state.sent }, { ...state.watermarks }, { ...state.made }];
      for (const [table, each] of wanted) {
        const madeAt = made.get(each.table.log)!;
        this.salts.set(each.table.log, `${madeAt} ${state.round}`);
        if ((logs[table] ?? madeAt) !== madeAt) {
          emptied.set(table, new Map());
          delete sent[table];
          delete watermarks[table];
        }
        logs[table] = madeAt;
      }
      writeSentRows(ports.lines, place, emptied);
      return { ...state, expires, sent, watermarks, made: logs };
    });
    if (emptied.size > 0)
      throw new MarketError(
        'MARKET_TABLE',
        `Tables missing from BigQuery were recreated: ${[...emptied.keys()].join(', ')}. The next run sends every row.`,
        { retryAt: ports.clock.now() },
      );
  }

  private record(arrived: readonly SentPiece[]) {
    const { ports, place } = this;
    this.change((state) => {
      const memory = readMemory(ports.lines, place);
      const changed = new Map<string, SentRows>();
      const [sent, watermarks] = [{ ...state.sent }, { ...state.watermarks }];
      for (const { table: exported, known, rows, newest, entries } of arrived) {
        const { table } = exported;
        const undone = new Set(
          memory.undone.flatMap((each) => (each.table === table ? each.keys.map(shortDigest) : [])),
        );
        const before = changed.get(table) ?? memory.sent.get(table) ?? new Map<string, string>();
        const digests = new Map([...before].filter(([key]) => known.has(key) || undone.has(key)));
        for (const [key, print] of entries)
          if (print === undefined) digests.delete(shortDigest(key));
          else digests.set(shortDigest(key), print);
        changed.set(table, digests);
        sent[table] = (sent[table] ?? 0) + rows;
        watermarks[table] = Math.max(watermarks[table] ?? 0, newest);
        this.rows[table] = (this.rows[table] ?? 0) + rows;
      }
      writeSentRows(ports.lines, place, changed);
      return { ...state, sent, watermarks };
    });
  }

  private change(next: (state: ExportState) => ExportState) {
    const { ports, place } = this;
    ports.exclusively(() => writeState(ports.document, place, next(readState(ports.document, place))));
  }
}

function isFull(batch: readonly Piece[]) {
  return batch.length === AT_ONCE || batch.reduce((size, { text }) => size + text.length, 0) >= BATCH;
}

export function sendAgain({ lines, document }: Pick<ExportPorts, 'lines' | 'document'>, place: Place): void {
  const state = readState(document, place);
  writeState(document, place, { ...state, sent: {}, round: state.round + 1 });
  sendRowsAgain(lines, place);
}

export interface ExportPlan {
  /** Number of rows to send. */
  readonly total: number;
  /** Minimum number of calls. They count toward Google's daily quota. */
  readonly calls: number;
  readonly megabytes: number;
  readonly minutes: number;
}

const BYTES_PER_ROW = 500;
const ROWS_PER_PIECE = 6000;
const ROWS_PER_MINUTE = 60_000;
/** One call each for the dataset, the log, and the view. */
const CALLS_PER_TABLE = 3;
/** One call for the load job and two for its status. */
const CALLS_PER_PIECE = 3;

export function planExport(
  { book, lines }: { readonly book: Book; readonly lines: Journal },
  place: Place,
  choice: Choice,
): ExportPlan {
  const { sent } = readMemory(lines, place);
  const counts = chosenTables(book, choice)
    .map((table) => {
      const rows = readRows(book, table);
      return rows ? pendingRows(rows, sent.get(table.table)).length : 0;
    })
    .filter((count) => count > 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const pieces = counts.reduce((sum, count) => sum + Math.ceil(count / ROWS_PER_PIECE), 0);
  return {
    total,
    calls: counts.length * CALLS_PER_TABLE + pieces * CALLS_PER_PIECE,
    megabytes: Math.ceil((total * BYTES_PER_ROW) / 1e6),
    minutes: Math.ceil(total / ROWS_PER_MINUTE),
  };
}

export interface Holdings extends Place {
  readonly sent: number;
  readonly doneAt?: number | undefined;
  readonly expires: boolean;
}

export function holdings(document: Store, place: Place): Holdings {
  const { sent, doneAt, expires } = readState(document, place);
  return { ...place, sent: Object.values(sent).reduce((sum, count) => sum + count, 0), expires, doneAt };
}
