/** Ports of formulas. Each formula is an execution of its own. */
import type { OperationId } from '../operations/registry.ts';
import type { Network } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Terms } from '../protocol/settings.ts';
import type { Contents } from '../tables/positions.ts';
import type { Area } from '../tables/sheet.ts';
import type { AddOnState, CellInput } from './formula.ts';

/** Texts that all executions of a workbook share and that may disappear at any time. */
export interface Cache {
  getAll(keys: readonly string[]): Readonly<Record<string, string>>;
  /** Takes texts of at most 100 KB, and keeps them for at most `LONGEST_KEPT` seconds. */
  putAll(texts: Readonly<Record<string, string>>, seconds: number): void;
  removeAll(keys: readonly string[]): void;
}

/** Google keeps a text for six hours at most, in seconds. */
export const LONGEST_KEPT = 21_600;

/** Google's limit for one text is 100 KB; our texts are ASCII. */
export const LONGEST_TEXT = 100_000;

export interface CallDeadlines {
  /** No call begins after this time, in epoch milliseconds. */
  readonly until: number;
  /** The timeout of a call, in milliseconds. */
  readonly longest: number;
  beforeCalls(): void;
}

/** Access to one operation; `close` gives back reserved calls. */
export interface MarketAccess {
  readonly network: Network;
  close(): void;
}

/** The connection as formulas see it: without address and keys. */
export type Owner = Pick<Connection, 'name' | 'version' | 'storefronts'> &
  Terms & {
    /** Set if it is not the default connection: only formulas that name it run on it. */
    readonly isNamed?: true;
  };

/** Most cells that one read takes, in about three seconds, and that a formula reads in all. */
export const CELLS_AT_ONCE = 300_000;

export interface SheetView {
  readonly name: string;
  /** The last row and column in use. */
  readonly rows: number;
  readonly columns: number;
  /** Returns a blank for cells without a formula. */
  formulas(area: Area): readonly (readonly string[])[];
  values(area: Area): readonly (readonly CellInput[])[];
}

export interface Workbook {
  ownColumn(): number;
  /** The sheet of the current formula first, then the others by distance. */
  sheets(): readonly SheetView[];
  named(name: string): { readonly sheet: string; readonly area: Area } | undefined;
}

export type Tables = (name: string) => Contents | Unread | undefined;

/** Why a formula does not read a table: it has too many cells, or Google refused. */
export const TOO_LARGE = 'too large';
export const REFUSED = 'refused';
type Unread = typeof TOO_LARGE | typeof REFUSED;

export interface Ports extends AddOnState {
  /** The connection's own texts: connections share no answers, requests or leader. */
  readonly cache: Cache;
  /** Cached meanings of identifiers, from the Catalog. */
  readonly catalogTexts: Cache;
  random(): number;
  readonly owner: Owner;
  /** A short text that identifies the connection. */
  readonly fingerprint: string;
  /** Reads the connection with its keys, only when the marketplace is asked. */
  connection(): Connection;
  /** Throws if the connection has changed since `fingerprint` was read. */
  checkConnection(): void;
  access(operation: OperationId, deadlines: CallDeadlines): MarketAccess;
  readonly workbook: Workbook;
  readonly tables: Tables;
  /** The time since which all pulls into the table were unfiltered, in epoch milliseconds; undefined if unknown. */
  completeSince(table: string): number | undefined;
  /** IANA name of the spreadsheet's time zone. */
  readonly zone: string;
}
