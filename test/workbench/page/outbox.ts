/** Batches the user's edits and sends them to the server in order. */
import type { Edit } from '../wire.ts';
import { server } from './server.ts';
import { joined } from './translate.ts';

export class Outbox {
  readonly #refused: (sentence: string) => void;
  #waiting: Edit[] = [];
  #sent: Promise<unknown> = Promise.resolve();

  constructor(refused: (sentence: string) => void) {
    this.#refused = refused;
  }

  put(edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    if (this.#waiting.length === 0) queueMicrotask(() => this.#send());
    this.#waiting.push(...edits);
  }

  /** Runs after all earlier edits. */
  ask(question: () => Promise<unknown>): void {
    void Promise.resolve().then(() => {
      this.#sent = this.#sent.then(question).catch((error: Error) => this.#refused(error.message));
    });
  }

  /** Resolves when the server has received all earlier edits. */
  arrived(): Promise<unknown> {
    return Promise.resolve().then(() => this.#sent);
  }

  #send(): void {
    const edits = joined(this.#waiting);
    this.#waiting = [];
    this.#sent = this.#sent.then(() => server.edit(edits)).catch((error: Error) => this.#refused(error.message));
  }
}
