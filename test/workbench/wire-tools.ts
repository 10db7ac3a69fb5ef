/** Data exchanged with the developer tools. Times are epoch milliseconds on the virtual clock. */

export interface WireExecution {
  number: number;
  kind: string;
  name: string;
  user: string;
  started: number;
  /** Null while running. */
  ms: number | null;
  ok: boolean;
  outcome: string;
  lines: { severity: string; text: string }[];
  linesLeftOut: number;
  /** Service calls, excluding those for log lines. */
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
  /** In real time. Null until the call ends. */
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
  /** Makes the `count`th call of this kind fail, or ends its execution there. */
  | { kind: 'serviceCall' | 'fetch' | 'lock' | 'spreadsheetCall'; count: number }
  | { kind: 'quota'; quota: 'urlfetch' | 'email' | 'properties' | 'triggers' }
  | { kind: 'evictCache' }
  | { kind: 'holdLock'; lock: 'document' | 'script' };

export interface WireMarket {
  scenario: string;
  /** Empty if no fault is set. */
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
  /** Newest first. */
  happened: { at: number; text: string }[];
  market: WireMarket;
}

export interface WireClock {
  now: number;
  zone: string;
  /** How far the clock is ahead of real time, in milliseconds. */
  ahead: number;
  /** Due time of the next trigger. */
  next: number | null;
}

export type WireMove = { by: number } | { to: string } | { to: 'next trigger' };

export interface WireMoved {
  clock: WireClock;
  ran: { name: string; user: string; at: number; ok: boolean; outcome: string }[];
  cacheEntriesEnded: number;
  stopped: boolean;
}
