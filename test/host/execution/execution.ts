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
  /** How long a toast stays. If negative, it stays until the user closes it. */
  seconds?: number;
}

const second = 1000;
const short = new Set<ExecutionKind>(['open', 'edit', 'install', 'formula']);

export type SelectedIn = Selection & { readonly sheet: number };

export class Execution {
  readonly startedAt: number;
  readonly deadline: number;
  readonly activity: Activity;
  readonly latency: Latency;
  readonly shown: Shown[] = [];
  running: RunningTask | undefined;
  witness: Witness | undefined;
  /** Thrown when buffered writes are sent. */
  refusal: Error | undefined;
  /** The sheet that the user is viewing, if different from the shared active sheet. */
  sheet: number | undefined;
  /** The last selection. */
  selected: SelectedIn | undefined;

  constructor(
    readonly host: Host,
    readonly kind: ExecutionKind,
    readonly mode: AuthMode,
    readonly user: string,
    /** The formula's cell. */
    readonly cell?: { sheetId: number; row: number; column: number },
    /** Whether the execution has an active spreadsheet. */
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

  /** Ends the execution if it reaches its deadline. */
  async sleep(milliseconds: number): Promise<void> {
    const until = this.host.clock.now() + milliseconds;
    await this.activity.sleepUntil(Math.min(until, this.deadline));
    if (until > this.deadline) throw new EndOfExecution();
  }

  /** Ignores the deadline, because the script has ended. */
  async pass(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await this.activity.sleepUntil(this.host.clock.now() + milliseconds);
  }

  demandTime(): void {
    if (this.host.clock.now() > this.deadline) throw new EndOfExecution();
  }
}
