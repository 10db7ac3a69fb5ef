/** What the developer tools of the page are told and ask for. Instants are epoch milliseconds of the virtual clock. */

export interface WireExecution {
  number: number;
  kind: string;
  name: string;
  user: string;
  started: number;
  /** Null while it is under way. */
  ms: number | null;
  ok: boolean;
  outcome: string;
  lines: { severity: string; text: string }[];
  linesLeftOut: number;
  /** Calls of services, those for log lines aside. */
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
  /** At the `count`th from now: the execution ends there, or the call fails there. */
  | { kind: 'serviceCall' | 'fetch' | 'lock' | 'spreadsheetCall'; count: number }
  | { kind: 'quota'; quota: 'urlfetch' | 'email' | 'properties' | 'triggers' }
  | { kind: 'evictCache' }
  | { kind: 'holdLock'; lock: 'document' | 'script' };

export interface WireMarket {
  scenario: string;
  /** None when it is empty. */
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
  /** What the faults have done, newest first. */
  happened: { at: number; text: string }[];
  market: WireMarket;
}

export interface WireClock {
  now: number;
  zone: string;
  /** How far it was moved ahead of the real time. */
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
