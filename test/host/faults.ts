// The platform's own faults on demand: at an Nth occasion from now, counted over all executions, or at every use of a member.

import type { ExecutionKind } from './execution/execution.ts';
import type { Lacks } from './execution/task.ts';
import type { Witness } from './execution/witness.ts';

/** The occasions at which something may go wrong. */
export type Occasion = 'serviceCall' | 'fetch' | 'lock' | 'spreadsheetCall';

/** A member of Google's classes that throws instead of what it does. */
export interface Refusal {
  /** As `Class.member`. */
  readonly member: string;
  readonly in: ExecutionKind | 'any';
  /** How many times from now. */
  readonly times: number;
  readonly message: string;
}

export class Faults {
  readonly #left = new Map<Occasion, number>();
  #refusals: Refusal[] = [];
  readonly #missingZones = new Set<string>();
  /** Nothing goes wrong, or is counted as an occasion. */
  isPaused = false;
  /** Of the execution whose call is being answered. */
  witness: Witness | undefined;

  /** At which occasion from now on each strikes. */
  get armed(): ReadonlyMap<Occasion, number> {
    return this.#left;
  }

  clear(): void {
    this.#left.clear();
    this.#refusals = [];
    this.#missingZones.clear();
  }

  /** `Intl` does not know it from now on. */
  missZone(zone: string): void {
    this.#missingZones.add(zone);
  }

  refuse(refusal: Refusal): void {
    this.#refusals.push(refusal);
  }

  /** What an execution of that kind may not rely on. */
  lacksIn(kind: ExecutionKind): Lacks {
    if (this.isPaused) return { members: [], zones: [] };
    const refused = this.#refusals.filter((each) => meets(each, kind));
    return { members: refused.map(({ member }) => member), zones: [...this.#missingZones] };
  }

  /** Asked at every use of such a member: what it throws now, if it does. */
  refusalOf(member: string, kind: ExecutionKind): string | undefined {
    const found = this.#refusals.find((each) => each.member === member && meets(each, kind));
    if (!found) return undefined;
    const left = found.times > 1 ? [{ ...found, times: found.times - 1 }] : [];
    this.#refusals = this.#refusals.flatMap((each) => (each === found ? left : [each]));
    return found.message;
  }

  /** The `count`th of these from now goes wrong. */
  at(occasion: Occasion, count: number): void {
    this.#left.set(occasion, count);
  }

  /** Asked at every occasion: whether this is the one. */
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
