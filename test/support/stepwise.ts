/**
 * Runs synchronous code one external call at a time, which lets a test interleave executions. Each step restarts the
 * code, replays the recorded results, makes one more call, and stops before the next.
 */

class Pause extends Error {}

export type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Makes an external call and records its result. Every external call must go through this. A `look` only reads, so it
 * isn't a separate step.
 */
export type Outside = <R>(deed: () => R, kind?: 'look') => R;

export class Stepwise<T> {
  readonly #work: (outside: Outside) => T;
  readonly #results: Outcome<unknown>[] = [];
  outcome: Outcome<T> | undefined;

  constructor(work: (outside: Outside) => T) {
    this.#work = work;
  }

  /** Number of external calls so far. */
  get steps(): number {
    return this.#results.length;
  }

  /** Runs up to the next external call, or to the end. */
  step(): void {
    let place = 0;
    let isPaused = false;
    let hasStepped = false;
    const outside: Outside = (deed, kind) => {
      if (isPaused || place > this.#results.length) throw new Pause();
      const isNew = place === this.#results.length;
      if (isNew && hasStepped) {
        isPaused = true;
        throw new Pause();
      }
      if (isNew) {
        hasStepped = kind !== 'look';
        this.#results.push(attempt(deed));
      }
      const result = this.#results[place++]!;
      if ('error' in result) throw result.error;
      return result.value as ReturnType<typeof deed>;
    };
    const outcome = attempt(() => this.#work(outside));
    if (!isPaused) this.outcome = outcome;
  }
}

function attempt<R>(deed: () => R): Outcome<R> {
  try {
    return { value: deed() };
  } catch (error) {
    return { error };
  }
}
