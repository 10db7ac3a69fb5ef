// Injects Google failures: on the Nth call of a kind from now, across all executions, or on every use of a member.

import type { ExecutionKind } from './execution/execution.ts';
import type { Lacks } from './execution/task.ts';
import type { Witness } from './execution/witness.ts';

export type Occasion = 'serviceCall' | 'fetch' | 'lock' | 'spreadsheetCall';

/** A member of a Google class that throws. */
export interface Refusal {
  /** As `Class.member`. */
  readonly member: string;
  readonly in: ExecutionKind | 'any';
  /** How often the member throws; `Infinity` means always. */
  readonly times: number;
  readonly message: string;
}

export class Faults {
  readonly #left = new Map<Occasion, number>();
  #refusals: Refusal[] = [];
  readonly #missingZones = new Set<string>();
  /** While paused, no fault is triggered and no call is counted. */
  isPaused = false;
  /** Observes the current execution. */
  witness: Witness | undefined;

  /** The number of calls left before each pending fault is triggered. */
  get armed(): ReadonlyMap<Occasion, number> {
    return this.#left;
  }

  clear(): void {
    this.#left.clear();
    this.#refusals = [];
    this.#missingZones.clear();
  }

  /** Removes the zone from `Intl` until faults are cleared. */
  missZone(zone: string): void {
    this.#missingZones.add(zone);
  }

  refuse(refusal: Refusal): void {
    this.#refusals.push(refusal);
  }

  /** Features missing from executions of this kind. */
  lacksIn(kind: ExecutionKind): Lacks {
    if (this.isPaused) return { members: [], zones: [] };
    const refused = this.#refusals.filter((each) => meets(each, kind));
    return { members: refused.map(({ member }) => member), zones: [...this.#missingZones] };
  }

  /** Called on every use of a refused member. Returns the message to throw, if any. */
  refusalOf(member: string, kind: ExecutionKind): string | undefined {
    const found = this.#refusals.find((each) => each.member === member && meets(each, kind));
    if (!found) return undefined;
    const left = found.times > 1 ? [{ ...found, times: found.times - 1 }] : [];
    this.#refusals = this.#refusals.flatMap((each) => (each === found ? left : [each]));
    return found.message;
  }

  at(occasion: Occasion, count: number): void {
    this.#left.set(occasion, count);
  }

  /** Counts a call. Returns whether it must fail. */
  strikes(occasion: Occasion): boolean {
    const left = this.#left.get(occasion);
    if (left === undefined || this.isPaused) return false;
    if (left > 1) {
      this.#left.set(occasion, left - 1);
      return false;
    }
    this.#left.delete(occasion);
    this.witness?.meets(occasion);
    return true;
  }
}

function meets(refusal: Refusal, kind: ExecutionKind): boolean {
  return refusal.in === 'any' || refusal.in === kind;
}
