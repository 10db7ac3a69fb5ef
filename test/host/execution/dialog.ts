export interface Dialog {
  readonly title: string;
  readonly text: string;
  readonly buttons: 'OK' | 'OK_CANCEL' | 'YES_NO' | 'YES_NO_CANCEL';
  /** Whether the dialog has a text field. */
  readonly prompt: boolean;
}

export interface DialogAnswer {
  readonly button: 'OK' | 'CANCEL' | 'YES' | 'NO' | 'CLOSE';
  readonly text: string;
}

/** The execution waits for the promise. */
export type AnswerDialog = (dialog: Dialog, user: string) => DialogAnswer | Promise<DialogAnswer>;

/** Confirms every dialog and enters no text. */
export const agree: AnswerDialog = ({ buttons }) => ({
  button: buttons.startsWith('YES') ? 'YES' : 'OK',
  text: '',
});

/** Declines every dialog that has a button for it, and closes all others. */
export const decline: AnswerDialog = ({ buttons }) => ({
  button: buttons === 'OK' ? 'CLOSE' : buttons.endsWith('CANCEL') ? 'CANCEL' : 'NO',
  text: '',
});
