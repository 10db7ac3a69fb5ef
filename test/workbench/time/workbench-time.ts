/** Keeps the host's clock at real time plus the amount it was moved ahead. */
import type { Host } from '../../host/host.ts';

const TICK = 25;

interface Sleeper {
  instant: number;
  wake(): void;
  timer: NodeJS.Timeout | undefined;
}

export class WorkbenchTime {
  readonly #host: Host;
  readonly #sleepers = new Set<Sleeper>();
  readonly #ticking: NodeJS.Timeout;
  #ahead = 0;
  #isJumping = false;

  constructor(host: Host) {
    this.#host = host;
    this.#sleepForReal();
    this.#ticking = setInterval(() => {
      if (!this.#isJumping) host.clock.moveTo(this.now());
    }, TICK);
  }

  now(): number {
    return this.#isJumping ? this.#host.clock.now() : Date.now() + this.#ahead;
  }

  get ahead(): number {
    return this.now() - Date.now();
  }

  /** Continues from the host's clock after a move. */
  catchUp(): void {
    this.#ahead = Math.max(this.#ahead, this.#host.clock.now() - Date.now());
    for (const sleeper of this.#sleepers) this.#arm(sleeper);
  }

  /** During a move, sleepers wake as soon as all executions are waiting, as in a scenario. */
  async jumping<T>(work: () => Promise<T>): Promise<T> {
    const { clock } = this.#host;
    this.#isJumping = true;
    clock.alarm = undefined;
    try {
      return await work();
    } finally {
      this.#isJumping = false;
      this.#sleepForReal();
      this.catchUp();
    }
  }

  stop(): void {
    clearInterval(this.#ticking);
    for (const { timer } of this.#sleepers) clearTimeout(timer);
  }

  /** Replaces the host clock's default, which jumps to the next sleeper when all executions are waiting. */
  #sleepForReal(): void {
    this.#host.clock.alarm = (instant, wake) => {
      const sleeper: Sleeper = { instant, wake, timer: undefined };
      this.#sleepers.add(sleeper);
      this.#arm(sleeper);
      return () => this.#drop(sleeper);
    };
  }

  #arm(sleeper: Sleeper): void {
    clearTimeout(sleeper.timer);
    sleeper.timer = setTimeout(() => {
      this.#drop(sleeper);
      this.#host.clock.moveTo(this.now());
      sleeper.wake();
    }, sleeper.instant - this.now());
  }

  #drop(sleeper: Sleeper): void {
    clearTimeout(sleeper.timer);
    this.#sleepers.delete(sleeper);
  }
}
