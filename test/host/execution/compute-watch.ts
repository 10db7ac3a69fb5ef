// Ends an endless loop: watches in real time how long an execution computes, its waits for the host left out.

export interface ComputeLimits {
  /** The longest that the script may compute between two service calls, in real milliseconds. */
  atOnce: number;
  /** And altogether: a loop around a service call never computes long at once. */
  total: number;
}

export class ComputeWatch {
  readonly #limits: ComputeLimits;
  readonly #timer: NodeJS.Timeout;
  #spent = 0;
  #since: number | undefined;

  constructor(limits: ComputeLimits, exceeded: () => void) {
    this.#limits = limits;
    // One interval for the whole run instead of a timer a call: executions make thousands of calls.
    this.#timer = setInterval(() => this.#isOver() && exceeded(), Math.max(10, limits.atOnce / 4));
  }

  resume(): void {
    this.#since = performance.now();
  }

  pause(): void {
    this.#spent += this.#running();
    this.#since = undefined;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #running(): number {
    return this.#since === undefined ? 0 : performance.now() - this.#since;
  }

  #isOver(): boolean {
    const running = this.#running();
    return running >= this.#limits.atOnce || this.#spent + running >= this.#limits.total;
  }
}
