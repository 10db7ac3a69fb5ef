// What happened since the last reading: fetches, service calls, executions.
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
  /** As `Class.member`; kept over readings. */
  readonly members = new Set<string>();

  fetched(fetch: Fetched): void {
    this.fetches.push(fetch);
  }

  called(method: string): void {
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
  }

  executed(execution: Executed): void {
    this.executions.push(execution);
  }

  reached(members: readonly string[]): void {
    for (const member of members) this.members.add(member);
  }

  reset(): void {
    this.fetches = [];
    this.calls = new Map();
    this.executions = [];
  }
}
