/** The server functions that the page calls, with what they take and return. */

import type { Trial } from '../src/account/connections.ts';
import type { Consent } from '../src/account/consent.ts';
import type { User } from '../src/account/users.ts';
import type { Activity } from '../src/app/activity-view.ts';
import type { TableText } from '../src/app/copies.ts';
import type { Demo, DemoEnd } from '../src/app/demo.ts';
import type { Refreshed } from '../src/app/refresh-now.ts';
import type { ScheduleView } from '../src/app/schedule-view.ts';
import type { SetUp } from '../src/app/switch-schedule.ts';
import type { UndoEnd } from '../src/app/take-back.ts';
import type { ConnectionSummary } from '../src/protocol/connection.ts';
import type { Storefront } from '../src/protocol/operation.ts';
import type { Report } from '../src/pull/report.ts';
import type { Form } from '../src/tables/delimited.ts';

/** What the connection form sends; blank keys keep those that are stored. */
export interface ConnectionFields {
  readonly name: string;
  readonly baseUrl: string;
  readonly sellerId: string;
  readonly apiKey?: string;
  readonly secretKey?: string;
  readonly format: string;
  readonly version: string;
  readonly storefronts: readonly Storefront[];
  readonly isDefault?: boolean;
  /** By the names of settings; a blank one is the usual. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** An operation and its params; `storefront` and `connection` are params too. */
export interface Ask {
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Changes are counted and not made. */
  readonly preview?: true;
}

/** As a person would type it into the sheet Jobs. */
export interface NewJob {
  readonly dataset: string;
  readonly filter: string;
  readonly every: string;
}

export interface State {
  readonly connections: readonly ConnectionSummary[];
  readonly consent: Consent;
  /** IANA name of the spreadsheet's time zone. */
  readonly timeZone: string;
}

export interface Server {
  state(): State;
  saveConnection(fields: ConnectionFields): ConnectionSummary;
  testConnection(name: string): Trial;
  removeConnection(name: string): readonly ConnectionSummary[];
  setConsent(consent: Consent): Consent;
  planPull(ask: Ask): Report;
  startPull(ask: Ask & { readonly seconds: number }): Report;
  continuePull(id: string, seconds: number): Report;
  cancelPull(id: string): Report;
  undoLast(run: string): UndoEnd;
  /** Whether there is such a sheet. */
  showTable(name: string): boolean;
  /** Names of the tables that have a sheet. */
  listTables(): readonly string[];
  tableText(name: string, form: Form): TableText;
  schedule(): ScheduleView;
  /** Turns the schedule on too. */
  setUpJobs(): SetUp;
  turnOn(): ScheduleView;
  turnOff(): ScheduleView;
  describeMe(me: Partial<Omit<User, 'id'>>): ScheduleView;
  addJob(job: NewJob): ScheduleView;
  removeJob(id: string): ScheduleView;
  pauseJob(id: string, isPaused: boolean): ScheduleView;
  pauseAll(isPaused: boolean): ScheduleView;
  takeOver(id: string): ScheduleView;
  /** All jobs of this person where no id is given. */
  refreshNow(id?: string): Refreshed;
  activity(): Activity;
  startDemo(): Demo;
  removeDemo(): DemoEnd;
}
