// A question that a script puts before its user, and what they answer.

export interface Dialog {
  readonly title: string;
  readonly text: string;
  readonly buttons: 'OK' | 'OK_CANCEL' | 'YES_NO' | 'YES_NO_CANCEL';
  /** Whether it asks for a text, too. */
  readonly prompt: boolean;
}

export interface DialogAnswer {
  readonly button: 'OK' | 'CANCEL' | 'YES' | 'NO' | 'CLOSE';
  readonly text: string;
}

/** The execution waits until its user has answered. */
export type AnswerDialog = (dialog: Dialog, user: string) => DialogAnswer | Promise<DialogAnswer>;

/** Somebody who agrees to everything, and types nothing. */
export const agree: AnswerDialog = ({ buttons }) => ({
  button: buttons.startsWith('YES') ? 'YES' : 'OK',
  text: '',
});

/** Somebody who declines whatever can be declined. */
export const decline: AnswerDialog = ({ buttons }) => ({
  button: buttons === 'OK' ? 'CLOSE' : buttons.endsWith('CANCEL') ? 'CANCEL' : 'NO',
  text: '',
});
