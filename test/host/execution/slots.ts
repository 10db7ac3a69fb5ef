// Limits simultaneous executions: a user's excess executions are rejected, and excess formulas wait.
import { GoogleError } from '../messages.ts';
import type { ThrownError } from './task.ts';

/** The maximum per user or, for formulas, per document. */
export const atOnce = 30;

export const tooMany: ThrownError = new GoogleError(
  'There are too many scripts running simultaneously for this Google user account.',
);

export class Slots {
  readonly #taken = new Map<string, number>();
  #formulas = 0;
  readonly #waiting: (() => void)[] = [];

  /** Takes a slot until `leave` is called. Returns false if none is free. */
  enter(user: string): boolean {
    const taken = this.#taken.get(user) ?? 0;
    if (taken >= atOnce) return false;
    this.#taken.set(user, taken + 1);
    return true;
  }

  leave(user: string): void {
    this.#taken.set(user, this.#taken.get(user)! - 1);
  }

  /** Sheets queues formulas over the limit instead of rejecting them. */
  async enterFormula(): Promise<void> {
    if (this.#formulas >= atOnce) await new Promise<void>((enter) => this.#waiting.push(enter));
    else this.#formulas++;
  }

  leaveFormula(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#formulas--;
  }
}
