// How many executions may be under way at once: more of a user's are refused, formulas wait for their turn.
import { GoogleError } from '../messages.ts';
import type { ThrownError } from './task.ts';

/** Executions of one user, and formulas of one document. */
export const atOnce = 30;

export const tooMany: ThrownError = new GoogleError(
  'There are too many scripts running simultaneously for this Google user account.',
);

export class Places {
  readonly #taken = new Map<string, number>();
  #formulas = 0;
  readonly #waiting: (() => void)[] = [];

  /** False when the user has no place left; otherwise `leave` gives it back. */
  enter(user: string): boolean {
    const taken = this.#taken.get(user) ?? 0;
    if (taken >= atOnce) return false;
    this.#taken.set(user, taken + 1);
    return true;
  }

  leave(user: string): void {
    this.#taken.set(user, this.#taken.get(user)! - 1);
  }

  /** Sheets holds a column of formulas back by itself instead of failing them. */
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
