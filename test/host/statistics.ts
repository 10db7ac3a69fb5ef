// Fetches, service calls, and executions since the last reset.
import type { ExecutionKind } from './execution/execution.ts';

export interface Fetched {
  at: number;
  url: string;
  method: string;
}

export interface Executed {
  kind: ExecutionKind;
  name: string;
  user: string;
  ms: number;
  ok: boolean;
}

export class Statistics {
  fetches: Fetched[] = [];
  calls = new Map<string, number>();
  executions: Executed[] = [];
  /** The members that were used, as `Class.member`. Never reset. */
  readonly members = new Set<string>();
  isPaused = false;

  fetched(fetch: Fetched): void {
    if (!this.isPaused) this.fetches.push(fetch);
  }

  called(method: string): void {
    if (!this.isPaused) this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
  }

  executed(execution: Executed): void {
    if (!this.isPaused) this.executions.push(execution);
  }

  reached(members: readonly string[]): void {
    if (!this.isPaused) for (const member of members) this.members.add(member);
  }

  reset(): void {
    this.fetches = [];
    this.calls = new Map();
    this.executions = [];
  }
}
