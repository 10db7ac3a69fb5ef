/** Questions of scripts, each waiting for whoever runs the script to answer it at their page. */
import type { Dialog, DialogAnswer } from '../host/execution/dialog.ts';
import type { ServerMessage } from './wire.ts';

const CLOSED: DialogAnswer = { button: 'CLOSE', text: '' };

interface Waiting {
  user: string;
  settle(answer: DialogAnswer): void;
}

export class Dialogs {
  /** Gives how many pages of theirs it has reached. */
  readonly #tell: (user: string, message: ServerMessage) => number;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(tell: (user: string, message: ServerMessage) => number) {
    this.#tell = tell;
  }

  /** Who has no page open has closed the dialog. */
  ask(user: string, dialog: Dialog): Promise<DialogAnswer> {
    const id = ++this.#last;
    return new Promise((settle) => {
      this.#waiting.set(id, { user, settle });
      if (this.#tell(user, { kind: 'dialog', id, ...dialog }) === 0) this.answer(user, id, CLOSED);
    });
  }

  /** The first answer counts; other pages of the user put the question away. */
  answer(user: string, id: number, answer: DialogAnswer): void {
    const waiting = this.#waiting.get(id);
    if (waiting?.user !== user) return;
    this.#waiting.delete(id);
    this.#tell(user, { kind: 'dialogOver', id });
    waiting.settle(answer);
  }

  /** The last page of the user has gone. */
  left(user: string): void {
    for (const [id, waiting] of this.#waiting) if (waiting.user === user) this.answer(user, id, CLOSED);
  }
}
