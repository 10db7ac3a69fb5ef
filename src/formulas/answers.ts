/** The port to the answers: from wherever they come, without buyer data. */
import type { OperationId } from '../operations/registry.ts';
import type { Connection } from '../protocol/connection.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import type { ErrorCode, MarketError } from '../protocol/market-error.ts';
import type { Terms } from '../protocol/settings.ts';
import type { Query } from './query.ts';

/** What a formula may know of the connection that it runs on: neither its address nor its keys. */
export type Owner = Pick<Connection, 'name' | 'version' | 'storefronts'> & Terms;

export interface Answer {
  /** When it was read, in epoch milliseconds. */
  readonly at: number;
  readonly records: readonly AnyRecord[];
  /** The marketplace refused this very item. */
  readonly refused?: MarketError;
  /** Nothing is known of it, and it could not be asked for. */
  readonly unknown?: MarketError;
  /** It is older than it should be: why the marketplace could not be asked. */
  readonly late?: ErrorCode;
}

export interface Freshness {
  /** When the last complete run of the table was, in epoch milliseconds; nothing when there was none. */
  readonly at?: number;
  readonly state: string;
}

export interface Quota {
  /** Calls that may be made now. */
  readonly left: number;
  /** When the next call may be made, in epoch milliseconds; null when that is not known. */
  readonly nextAt: number | null;
  /** Calls in an hour. */
  readonly cap: number;
}

export interface Answers {
  /** One answer an item, in their order; throws where there is not even an old one of any. */
  answer(items: readonly Query[]): readonly Answer[];
  owner(): Owner;
  /** IANA name of the spreadsheet's time zone. */
  timeZone(): string;
  /** Epoch milliseconds. */
  now(): number;
  freshness(table: string): Freshness;
  quota(operation: OperationId): Quota;
}
