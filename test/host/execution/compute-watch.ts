// Stops endless loops. Measures a script's real computing time, excluding waits for the host.

export interface ComputeLimits {
  /** Maximum real milliseconds between two service calls. */
  atOnce: number;
  /** Maximum real milliseconds in total, for loops that make service calls. */
  total: number;
}

export class ComputeWatch {
  readonly #limits: ComputeLimits;
  readonly #timer: NodeJS.Timeout;
  #spent = 0;
  #since: number | undefined;

  constructor(limits: ComputeLimits, exceeded: () => void) {
    this.#limits = limits;
    // One interval per execution is cheaper than a timer per call, because executions make thousands of calls.
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
