/** Ports for formulas. */
import type { OperationId } from '../operations/registry.ts';
import type { Network } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Terms } from '../protocol/settings.ts';
import type { Contents } from '../tables/positions.ts';
import type { Area } from '../tables/sheet.ts';
import type { AddOnState, CellInput } from './formula.ts';

/** Strings shared by all executions of a workbook. They can disappear at any time. */
export interface Cache {
  getAll(keys: readonly string[]): Readonly<Record<string, string>>;
  /** Accepts strings up to `LONGEST_TEXT`, for up to `LONGEST_KEPT` seconds. */
  putAll(texts: Readonly<Record<string, string>>, seconds: number): void;
  removeAll(keys: readonly string[]): void;
}

/** Google's maximum cache duration, in seconds. */
export const LONGEST_KEPT = 21_600;

/** Google's limit is 100 KB per value, which is 100,000 ASCII characters. */
export const LONGEST_TEXT = 100_000;

export interface CallDeadlines {
  /** No call starts after this time. */
  readonly until: number;
  /** Timeout per call, in milliseconds. */
  readonly longest: number;
  beforeCalls(): void;
}

/** Access to one operation. `close` releases reserved calls. */
export interface MarketAccess {
  readonly network: Network;
  close(): void;
}

/** A connection without its address and keys. */
export type Owner = Pick<Connection, 'name' | 'version' | 'storefronts'> &
  Terms & {
    /** Set if this isn't the default connection and serves only formulas that name it. */
    readonly isNamed?: true;
  };

/** Maximum number of cells per read and per formula. Reading that many takes about three seconds. */
export const CELLS_AT_ONCE = 300_000;

export interface SheetView {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  /** Returns an empty string for cells without a formula. */
  formulas(area: Area): readonly (readonly string[])[];
  values(area: Area): readonly (readonly CellInput[])[];
}

export interface Workbook {
  ownColumn(): number;
  /** The current formula's sheet first, then others by distance. */
  sheets(): readonly SheetView[];
  /** Finds any sheet, including the add-on's. */
  sheet(name: string): SheetView | undefined;
  named(name: string): { readonly sheet: string; readonly area: Area } | undefined;
}

export type Tables = (name: string) => Contents | Unread | undefined;

/** Reasons for not reading a table: it has too many cells, or Google rejected the read. */
export const TOO_LARGE = 'too large';
export const REFUSED = 'refused';
type Unread = typeof TOO_LARGE | typeof REFUSED;

export interface Ports extends AddOnState {
  /** A separate cache per connection: connections don't share results, requests, or leaders. */
  readonly cache: Cache;
  /** Caches identifiers resolved through the Catalog. */
  readonly catalogTexts: Cache;
  random(): number;
  readonly owner: Owner;
  /** Identifies the connection in cache keys. */
  readonly fingerprint: string;
  /** Includes keys. Called only before marketplace calls. */
  connection(): Connection;
  /** Throws if the connection changed after `fingerprint` was read. */
  checkConnection(): void;
  access(operation: OperationId, deadlines: CallDeadlines): MarketAccess;
  readonly workbook: Workbook;
  readonly tables: Tables;
  /** All pulls into the table since this time were unfiltered. In epoch milliseconds; undefined if unknown. */
  completeSince(table: string): number | undefined;
  /** The spreadsheet's IANA time zone. */
  readonly zone: string;
}
