/** Script dialogs, each waiting for its user's response. */
import type { Dialog, DialogAnswer } from '../host/execution/dialog.ts';
import type { ServerMessage } from './wire.ts';

const CLOSED: DialogAnswer = { button: 'CLOSE', text: '' };

interface Waiting {
  user: string;
  settle(answer: DialogAnswer): void;
}

export class Dialogs {
  /** Returns the number of the user's pages that received the message. */
  readonly #tell: (user: string, message: ServerMessage) => number;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(tell: (user: string, message: ServerMessage) => number) {
    this.#tell = tell;
  }

  /** Resolves to "closed" if the user has no open page. */
  ask(user: string, dialog: Dialog): Promise<DialogAnswer> {
    const id = ++this.#last;
    return new Promise((settle) => {
      this.#waiting.set(id, { user, settle });
      if (this.#tell(user, { kind: 'dialog', id, ...dialog }) === 0) this.answer(user, id, CLOSED);
    });
  }

  /** Uses the first response and closes the dialog on the user's other pages. */
  answer(user: string, id: number, answer: DialogAnswer): void {
    const waiting = this.#waiting.get(id);
    if (waiting?.user !== user) return;
    this.#waiting.delete(id);
    this.#tell(user, { kind: 'dialogOver', id });
    waiting.settle(answer);
  }

  /** Closes a user's dialogs when their last page closes. */
  left(user: string): void {
    for (const [id, waiting] of this.#waiting) if (waiting.user === user) this.answer(user, id, CLOSED);
  }
}
