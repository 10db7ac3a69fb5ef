/** What the export remembers in the workbook's store: the seller's project, and how far it is. */
import { argumentError } from '../protocol/market-error.ts';
import { asciiJson, type Store } from '../protocol/store.ts';

/** Where the warehouse is. */
export interface Place {
  readonly project: string;
  /** Such as `US` or `europe-west1`. */
  readonly location: string;
}

const PLACE = 'warehouse.place';
const STATE = 'warehouse.state';

const PROJECT = /^([a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/;
const LOCATION = /^[A-Za-z][A-Za-z0-9-]{1,30}$/;

/** Throws MARKET_ARGUMENT. Another project or location begins anew. */
export function savePlace(document: Store, typed: { readonly project: unknown; readonly location: unknown }): Place {
  const project = String(typed.project ?? '').trim();
  const location = String(typed.location ?? '').trim() || 'US';
  if (!PROJECT.test(project))
    throw argumentError(
      `"${project}" is no project ID. It stands in the Google Cloud console, such as my-shop-123456: small letters, digits and hyphens.`,
    );
  if (!LOCATION.test(location))
    throw argumentError(`"${location}" is no location; type one such as US, EU or europe-west1.`);
  const before = readPlace(document);
  if (before?.project !== project || before.location.toLowerCase() !== location.toLowerCase()) document.remove(STATE);
  document.set(PLACE, asciiJson({ version: 1, project, location }));
  return { project, location };
}

/** Undefined where no warehouse is used. */
export function readPlace(document: Pick<Store, 'get'>): Place | undefined {
  const text = document.get(PLACE);
  return text === null ? undefined : (JSON.parse(text) as Place);
}

export function forgetPlace(document: Store): void {
  document.remove(PLACE);
  document.remove(STATE);
}

/** A load job that was asked for, and whose lines are not taken out of the outbox yet. */
export interface InFlight {
  readonly table: string;
  readonly job: string;
  readonly rows: number;
  /** Ids of the lines of the outbox that it delivers. */
  readonly lines: readonly string[];
}

/** Times in epoch milliseconds. */
export interface ExportState {
  /** Tables whose every row is in the warehouse or in the outbox. */
  readonly listed: readonly string[];
  readonly inFlight: readonly InFlight[];
  /** The mark in the outbox by which it is known to be the one that was written since; without it lines were lost. */
  readonly outbox?: string;
  /** How often everything was to be sent once more: jobs of an earlier time count for nothing then. */
  readonly round?: number;
  /** The execution that goes on with it: one that was overtaken stops. */
  readonly owner?: string;
  /** Load jobs of a day (UTC), by table, failed ones included. */
  readonly jobs: { readonly day: string; readonly byTable: Readonly<Record<string, number>> };
  /** Rows that the logs were given since the beginning, by table. */
  readonly sent: Readonly<Record<string, number>>;
  /** When the log of each table was made, as the service says it: one that was made anew has nothing of what was sent. */
  readonly made?: Readonly<Record<string, string>>;
  /** Tables and partitions of the dataset expire: it is never trusted with the only copy. */
  readonly expires?: boolean;
  readonly doneAt?: number;
}

const BEGINNING: ExportState = { listed: [], inFlight: [], jobs: { day: '', byTable: {} }, sent: {} };

/** Version 1. */
export function readState(document: Pick<Store, 'get'>): ExportState {
  const text = document.get(STATE);
  return text === null ? BEGINNING : { ...BEGINNING, ...(JSON.parse(text) as ExportState) };
}

export function writeState(document: Store, state: ExportState): void {
  document.set(STATE, asciiJson({ version: 1, ...state }));
}

/** Every row of every table is sent once more. */
export function beginAnew(document: Store): void {
  const state = readState(document);
  writeState(document, { ...state, listed: [], sent: {}, round: (state.round ?? 0) + 1 });
}
