// The platform's own faults on demand, each at its Nth occasion from now, counted over all executions, once.

import type { Witness } from './execution/witness.ts';

/** The occasions at which something may go wrong. */
export type Occasion = 'serviceCall' | 'fetch' | 'lock' | 'spreadsheetCall';

export class Faults {
  readonly #left = new Map<Occasion, number>();
  /** Of the execution whose call is being answered. */
  witness: Witness | undefined;

  /** At which occasion from now on each strikes. */
  get armed(): ReadonlyMap<Occasion, number> {
    return this.#left;
  }

  clear(): void {
    this.#left.clear();
  }

  /** The `count`th of these from now goes wrong. */
  at(occasion: Occasion, count: number): void {
    this.#left.set(occasion, count);
  }

  /** Asked at every occasion: whether this is the one. */
  strikes(occasion: Occasion): boolean {
    const left = this.#left.get(occasion);
    if (left === undefined) return false;
    if (left > 1) {
      this.#left.set(occasion, left - 1);
      return false;
    }
    this.#left.delete(occasion);
    this.witness?.meets(occasion);
    return true;
  }
}
