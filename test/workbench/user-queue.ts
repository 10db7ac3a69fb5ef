/** Runs users' actions sequentially, because the host has one current user. */
import type { Host } from '../host/host.ts';

export class UserQueue {
  readonly #host: Host;
  #last: Promise<unknown> = Promise.resolve();
  #held: Promise<unknown> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Runs synchronous work immediately. */
  now<T>(user: string, work: () => T): T {
    this.#host.user = user;
    return work();
  }

  /** Runs work after all earlier work. */
  inTurn<T>(user: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => {
      this.#host.user = user;
      return work();
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Delays new script runs until `work` ends. */
  async holdDuring<T>(work: () => Promise<T>): Promise<T> {
    const working = work();
    this.#held = working.catch(() => {});
    try {
      return await working;
    } finally {
      this.#held = undefined;
    }
  }

  async whenFree(): Promise<void> {
    while (this.#held) await this.#held;
  }
}
