// A dialog that a script shows to its user, and the user's answer.

export interface Dialog {
  readonly title: string;
  readonly text: string;
  readonly buttons: 'OK' | 'OK_CANCEL' | 'YES_NO' | 'YES_NO_CANCEL';
  /** Whether it has a text field. */
  readonly prompt: boolean;
}

export interface DialogAnswer {
  readonly button: 'OK' | 'CANCEL' | 'YES' | 'NO' | 'CLOSE';
  readonly text: string;
}

/** The execution waits for the answer. */
export type AnswerDialog = (dialog: Dialog, user: string) => DialogAnswer | Promise<DialogAnswer>;

/** Confirms every dialog and types nothing. */
export const agree: AnswerDialog = ({ buttons }) => ({
  button: buttons.startsWith('YES') ? 'YES' : 'OK',
  text: '',
});

/** Declines every dialog that can be declined. */
export const decline: AnswerDialog = ({ buttons }) => ({
  button: buttons === 'OK' ? 'CLOSE' : buttons.endsWith('CANCEL') ? 'CANCEL' : 'NO',
  text: '',
});
