/** Data exchanged with the developer tools of the page. Times are epoch milliseconds of the virtual clock. */

export interface WireExecution {
  number: number;
  kind: string;
  name: string;
  user: string;
  started: number;
  /** Null while it is running. */
  ms: number | null;
  ok: boolean;
  outcome: string;
  lines: { severity: string; text: string }[];
  linesLeftOut: number;
  /** Service calls, without those for log lines. */
  calls: number;
  fetches: number;
}

export interface WireRequest {
  number: number;
  at: number;
  user: string;
  name: string;
  method: string;
  origin: string;
  path: string;
  status: number | null;
  /** In real time; null until it is answered. */
  ms: number | null;
  failure: string;
}

export interface WireQuota {
  quota: string;
  user: string;
  used: number;
  limit: number;
  unit: string;
}

export type WireFault =
  /** At the `count`th occasion from now, the execution ends or the call fails. */
  | { kind: 'serviceCall' | 'fetch' | 'lock' | 'spreadsheetCall'; count: number }
  | { kind: 'quota'; quota: 'urlfetch' | 'email' | 'properties' | 'triggers' }
  | { kind: 'evictCache' }
  | { kind: 'holdLock'; lock: 'document' | 'script' };

export interface WireMarket {
  scenario: string;
  /** Empty if there is none. */
  fault: string;
  scenarios: readonly string[];
  faults: readonly string[];
}

export interface WireTools {
  version: number;
  executions: WireExecution[];
  requests: WireRequest[];
  quotas: WireQuota[];
  armed: string[];
  /** Effects of the faults, newest first. */
  happened: { at: number; text: string }[];
  market: WireMarket;
}

export interface WireClock {
  now: number;
  zone: string;
  /** Lead of this clock over real time, in milliseconds. */
  ahead: number;
  /** When the next trigger is due. */
  next: number | null;
}

export type WireMove = { by: number } | { to: string } | { to: 'next trigger' };

export interface WireMoved {
  clock: WireClock;
  ran: { name: string; user: string; at: number; ok: boolean; outcome: string }[];
  cacheEntriesEnded: number;
  stopped: boolean;
}
