/** Lets one user after the other do things at the host, which knows one person at its keyboard. */
import type { Host } from '../host/host.ts';

export class Keyboard {
  readonly #host: Host;
  #last: Promise<unknown> = Promise.resolve();

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
}
