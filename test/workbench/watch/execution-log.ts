import type { Invocation } from '../../host/execution/task.ts';
import type { Result, StartedRun } from '../../host/host.ts';
import type { WireExecution } from '../wire-tools.ts';
import { outcomeText } from './outcome-text.ts';

const KEPT = 200;
const LINES = 50;
const LINE_LENGTH = 500;

export class ExecutionLog {
  readonly #entries: WireExecution[] = [];
  readonly #changed: () => void;
  #number = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Newest first. */
  list(): WireExecution[] {
    return this.#entries.slice().reverse();
  }

  get running(): WireExecution[] {
    return this.#entries.filter(({ ms }) => ms === null);
  }

  asked({ kind, name, user, invocation }: StartedRun, at: number): WireExecution {
    this.#number++;
    const entry: WireExecution = {
      number: this.#number,
      kind,
      name: nameOf(name, invocation),
      user,
      started: at,
      ms: null,
      ok: true,
      outcome: '',
      lines: [],
      linesLeftOut: 0,
      calls: 0,
      fetches: 0,
    };
    this.#entries.push(entry);
    if (this.#entries.length > KEPT) this.#entries.shift();
    this.#changed();
    return entry;
  }

  line(entry: WireExecution, severity: string, message: string): void {
    if (entry.lines.length === LINES) {
      entry.lines.shift();
      entry.linesLeftOut++;
    }
    const text = message.length > LINE_LENGTH ? `${message.slice(0, LINE_LENGTH)}…` : message;
    entry.lines.push({ severity, text });
    this.#changed();
  }

  /**
   * Uses the longer duration: virtual time is too coarse for short runs, and real time is too short during a clock
   * move.
   */
  end(entry: WireExecution, result: Result, real: number): void {
    entry.ms = Math.max(Math.round(real), result.ms);
    entry.ok = result.ok;
    entry.outcome = outcomeText(entry.kind, result);
    this.#changed();
  }
}

/** All sidebar calls use one function whose first argument is the action's name. */
function nameOf(name: string, invocation: Invocation): string {
  if (invocation.type !== 'client' || name !== 'sidebarCall') return name;
  const asked = /^\["(\w{1,40})"/.exec(invocation.args)?.[1];
  return asked ? `${name}: ${asked}` : name;
}
