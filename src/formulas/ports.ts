/** What formulas need from outside, each in an execution of its own that knows of no other. */
import type { OperationId } from '../operations/registry.ts';
import type { Network } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Terms } from '../protocol/settings.ts';
import type { Contents } from '../tables/positions.ts';
import type { Area } from '../tables/sheet.ts';
import type { AddOnState, CellInput } from './formula.ts';

/** Small texts that all executions of a workbook share and that may be gone at any time. */
export interface Cache {
  /** Those that are there. */
  getAll(keys: readonly string[]): Readonly<Record<string, string>>;
  /** A text has room for 100 KB, and is kept for `LONGEST_KEPT` seconds at most. */
  putAll(texts: Readonly<Record<string, string>>, seconds: number): void;
  removeAll(keys: readonly string[]): void;
}

export const LONGEST_KEPT = 21_600;

/** How long calls may take, in epoch milliseconds and milliseconds. */
export interface CallDeadlines {
  /** Nothing is begun after it. */
  readonly until: number;
  /** The longest that one call is waited for. */
  readonly longest: number;
  /** Told before calls go out. */
  beforeCalls(): void;
}

/** A way to the marketplace for one operation. Closed, it gives back what was reserved and not used. */
export interface MarketAccess {
  readonly network: Network;
  close(): void;
}

/** What a formula may know of the connection that it runs on: neither its address nor its keys. */
export type Owner = Pick<Connection, 'name' | 'version' | 'storefronts'> &
  Terms & {
    /** It is not the default one: formulas run on it that name it. */
    readonly isNamed?: true;
  };

/** Reading so many cells takes about three seconds: no formula reads more, and nobody more at once. */
export const CELLS_AT_ONCE = 300_000;

export interface SheetView {
  readonly name: string;
  /** The last row and column in use. */
  readonly rows: number;
  readonly columns: number;
  /** Texts of formulas, blank where there is none. */
  formulas(area: Area): readonly (readonly string[])[];
  values(area: Area): readonly (readonly CellInput[])[];
}

export interface Workbook {
  /** Of the formula that is computed. */
  ownColumn(): number;
  /** That of the formula first, then those that stand nearest to it. */
  sheets(): readonly SheetView[];
  named(name: string): { readonly sheet: string; readonly area: Area } | undefined;
}

/** Tables of the add-on by name, as they were read; nothing where there is none. */
export type Tables = (name: string) => Contents | Unread | undefined;

/** Why a formula does not read a table: it has too many cells, or Google does not let it. */
export const TOO_LARGE = 'too large';
export const REFUSED = 'refused';
type Unread = typeof TOO_LARGE | typeof REFUSED;

export interface Ports extends AddOnState {
  /** The connection's own: those of different connections share no answer, no request and no leader. */
  readonly cache: Cache;
  /** What is remembered of the Catalog. */
  readonly catalogTexts: Cache;
  random(): number;
  readonly owner: Owner;
  /** A short text that stands for the connection: answers of another one are none. */
  readonly fingerprint: string;
  /** Read when the marketplace is asked, not before. */
  connection(): Connection;
  /** Before the marketplace is asked: throws where the connection is another one by now than `fingerprint` stands for. */
  checkConnection(): void;
  access(operation: OperationId, deadlines: CallDeadlines): MarketAccess;
  readonly workbook: Workbook;
  /** Read by a leader. */
  readonly tables: Tables;
  /** Since when all pulls of the connection's shop into a table asked for whole records, in epoch milliseconds; nothing where that is not known. */
  completeSince(table: string): number | undefined;
  /** IANA name of the spreadsheet's time zone. */
  readonly zone: string;
}
