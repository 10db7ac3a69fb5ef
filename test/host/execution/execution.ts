// A running execution: its user, rights, deadline, and shown dialogs.
import type { Activity } from '../clock.ts';
import type { Host } from '../host.ts';
import { Latency } from '../latency.ts';
import { type AuthMode, EndOfExecution } from '../services/service.ts';
import type { Selection } from '../workbook/selection.ts';
import type { RunningTask } from './pool.ts';
import type { Witness } from './witness.ts';

/** `open`, `edit`, and `install` are simple triggers; `trigger` is an installed one. */
export type ExecutionKind = 'open' | 'edit' | 'install' | 'formula' | 'menu' | 'sidebar' | 'trigger' | 'eval';

export interface Shown {
  what: 'alert' | 'toast' | 'sidebar' | 'dialog';
  title: string;
  text: string;
  /** Duration of a toast; negative means until the user closes it. */
  seconds?: number;
}

const second = 1000;
const short = new Set<ExecutionKind>(['open', 'edit', 'install', 'formula']);

/** The selection of a sheet. */
export type SelectedIn = Selection & { readonly sheet: number };

export class Execution {
  readonly startedAt: number;
  readonly deadline: number;
  readonly activity: Activity;
  readonly latency: Latency;
  readonly shown: Shown[] = [];
  running: RunningTask | undefined;
  witness: Witness | undefined;
  /** The sheet its user is viewing, if it is not the shared active sheet. */
  sheet: number | undefined;
  /** Its last selection. */
  selected: SelectedIn | undefined;

  constructor(
    readonly host: Host,
    readonly kind: ExecutionKind,
    readonly mode: AuthMode,
    readonly user: string,
    /** The cell of the formula. */
    readonly cell?: { sheetId: number; row: number; column: number },
    /** Whether there is an active spreadsheet. */
    readonly hasDocument = true,
  ) {
    this.startedAt = host.clock.now();
    this.deadline = this.startedAt + (short.has(kind) ? 30 * second : 360 * second);
    this.activity = host.clock.begin();
    this.latency = new Latency(host.options.latency ?? 0);
  }

  show(shown: Shown): void {
    this.shown.push(shown);
    this.witness?.shows(shown);
  }

  /** Lets virtual time pass. The execution ends if it reaches its deadline. */
  async sleep(milliseconds: number): Promise<void> {
    const until = this.host.clock.now() + milliseconds;
    await this.activity.sleepUntil(Math.min(until, this.deadline));
    if (until > this.deadline) throw new EndOfExecution();
  }

  /** Like `sleep`, but ignores the deadline because the script is already over. */
  async pass(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await this.activity.sleepUntil(this.host.clock.now() + milliseconds);
  }

  demandTime(): void {
    if (this.host.clock.now() > this.deadline) throw new EndOfExecution();
  }
}
