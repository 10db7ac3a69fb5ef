/** Where a person's warehouse is, and what the workbook remembers about its exports. */
import { argumentError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import { stored } from '../protocol/stored.ts';

export interface Place {
  readonly project: string;
  /** Such as `US` or `europe-west1`. */
  readonly location: string;
}

const PLACE = stored<Place | undefined>('warehouse.place', 1, undefined);

const PROJECT = /^([a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/;
const LOCATION = /^[A-Za-z][A-Za-z0-9-]{1,30}$/;

/** In the person's own store: nobody else can point their exports elsewhere. Throws MARKET_ARGUMENT. */
export function savePlace(user: Store, typed: { readonly project: unknown; readonly location: unknown }): Place {
  const project = String(typed.project ?? '').trim();
  const location = String(typed.location ?? '').trim() || 'US';
  if (!PROJECT.test(project))
    throw argumentError(
      `"${project}" is not a project ID. Copy it from the Google Cloud console, such as my-shop-123456: lowercase letters, digits, and hyphens.`,
    );
  if (!LOCATION.test(location))
    throw argumentError(`"${location}" is not a location. Type one such as US, EU, or europe-west1.`);
  PLACE.write(user, { project, location });
  return { project, location };
}

/** Undefined until this person has named one. */
export function readPlace(user: Pick<Store, 'get'>): Place | undefined {
  return PLACE.read(user);
}

/** Of one workbook and one project. Times in epoch milliseconds. */
export interface ExportState {
  /** Load jobs of a day (UTC), by table, failed ones included. */
  readonly jobs: { readonly day: string; readonly byTable: Readonly<Record<string, number>> };
  /** Rows that were sent so far, by table. */
  readonly sent: Readonly<Record<string, number>>;
  /** When each log was created, by table: a log that was deleted and created again is empty. */
  readonly made: Readonly<Record<string, string>>;
  /** How often everything was sent again; part of the names of load jobs. */
  readonly round: number;
  /** The newest `as_of` in each log, by table, in epoch milliseconds. */
  readonly watermarks: Readonly<Record<string, number>>;
  /** The dataset or a table in it expires, so it is never trusted with the only copy. */
  readonly expires: boolean;
  /** When the last complete export ended. */
  readonly doneAt?: number;
}

const EMPTY: ExportState = {
  jobs: { day: '', byTable: {} },
  sent: {},
  made: {},
  round: 0,
  watermarks: {},
  expires: false,
};

const stateOf = ({ project }: Place) => stored<ExportState>(`warehouse.state.${project}`, 1, EMPTY);

/** A lost state costs nothing but the counts: rows are known by their digests. */
export function readState(document: Pick<Store, 'get'>, place: Place): ExportState {
  return stateOf(place).read(document);
}

export function writeState(document: Pick<Store, 'set'>, place: Place, state: ExportState): void {
  stateOf(place).write(document, state);
}
