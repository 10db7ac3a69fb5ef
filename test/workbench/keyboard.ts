/** Lets one user after the other do things at the host, which knows one person at its keyboard, and none for a while. */
import type { Host } from '../host/host.ts';

export class Keyboard {
  readonly #host: Host;
  #last: Promise<unknown> = Promise.resolve();
  #held: Promise<unknown> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  /** At once, for what is done when it returns. */
  now<T>(user: string, work: () => T): T {
    this.#host.user = user;
    return work();
  }

  /** After what others began before. */
  inTurn<T>(user: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => {
      this.#host.user = user;
      return work();
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** What people start of the script waits until this is over. */
  async holdDuring<T>(work: () => Promise<T>): Promise<T> {
    const working = work();
    this.#held = working.catch(() => {});
    try {
      return await working;
    } finally {
      this.#held = undefined;
    }
  }

  async free(): Promise<void> {
    while (this.#held) await this.#held;
  }
}
