// A virtual clock. It stands still during computations and jumps to the next wake-up once everything is waiting. Like
// Google's clocks, it shows whole milliseconds.

interface Sleeper {
  at: number;
  order: number;
  wake(): void;
}

export class VirtualClock {
  // Shared memory lets executions read the time without a host call.
  readonly shared = new Float64Array(new SharedArrayBuffer(8));
  /** Called before the time jumps. Returns true if it started something that must run first. */
  beforeJump: () => boolean = () => false;
  /** Replaces the jump, for example with a real timer. */
  alarm: VirtualClock['wakeAt'] | undefined;
  #active = 0;
  #order = 0;
  #sleepers: Sleeper[] = [];

  constructor(start: number) {
    this.shared[0] = Math.ceil(start);
  }

  now(): number {
    return this.shared[0]!;
  }

  moveTo(instant: number): void {
    if (instant > this.now()) this.shared[0] = Math.ceil(instant);
  }

  begin(): Activity {
    return new Activity(this);
  }

  /** Calls `wake` at `instant`. Returns a function that cancels the call. */
  wakeAt(instant: number, wake: () => void): () => void {
    if (this.alarm) return this.alarm(instant, wake);
    const sleeper = { at: Math.max(Math.ceil(instant), this.now()), order: this.#order++, wake };
    this.#sleepers.push(sleeper);
    this.#sleepers.sort((a, b) => a.at - b.at || a.order - b.order);
    return () => {
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
    };
  }

  started(): void {
    this.#active++;
  }

  stopped(): void {
    this.#active--;
    if (this.#active > 0 || this.#sleepers.length === 0) return;
    // Deferred, because the activity that just ended may start another.
    setImmediate(() => {
      if (this.#active === 0 && !this.beforeJump()) this.#jump();
    });
  }

  #jump(): void {
    const next = this.#sleepers[0];
    if (!next) return;
    this.moveTo(next.at);
    const due = this.#sleepers.filter((sleeper) => sleeper.at <= next.at);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.at > next.at);
    for (const sleeper of due) sleeper.wake();
  }
}

/** The clock stands still while an activity is running. */
export class Activity {
  readonly #clock: VirtualClock;
  #running = true;
  #ended = false;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
    clock.started();
  }

  pause(): void {
    if (!this.#running || this.#ended) return;
    this.#running = false;
    this.#clock.stopped();
  }

  resume(): void {
    if (this.#running || this.#ended) return;
    this.#running = true;
    this.#clock.started();
  }

  end(): void {
    this.pause();
    this.#ended = true;
  }

  async sleepUntil(instant: number): Promise<void> {
    await new Promise<void>((done) => {
      this.#clock.wakeAt(instant, () => {
        this.resume();
        done();
      });
      this.pause();
    });
  }
}
