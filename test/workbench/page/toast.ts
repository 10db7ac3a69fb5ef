/** Short notices at the edge of the page, and the dialogs of a script. */
import type { ServerMessage } from '../wire.ts';

type Toast = Extract<ServerMessage, { kind: 'toast' }>;

/** Seconds that a notice of the page itself stays. */
const OWN = 6;

let ofScript: HTMLElement | undefined;

/** A script's newer toast takes the place of its older one, as on Google. */
export function scriptToast({ title, text, seconds }: Toast): void {
  ofScript?.remove();
  ofScript = toast(text, title, seconds);
}

/** Negative seconds are until it is closed. */
export function toast(text: string, title = '', seconds = OWN): HTMLElement {
  const note = document.createElement('div');
  note.className = 'toast-note';
  const body = document.createElement('div');
  if (title) body.append(Object.assign(document.createElement('strong'), { textContent: title }));
  body.append(text);
  const close = Object.assign(document.createElement('button'), {
    className: 'round',
    textContent: '×',
    ariaLabel: 'Dismiss',
  });
  close.onclick = () => note.remove();
  note.append(body, close);
  document.getElementById('toasts')!.append(note);
  if (seconds >= 0) setTimeout(() => note.remove(), seconds * 1000);
  return note;
}

export function dialogOf(title: string, content: HTMLElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'script';
  const form = document.createElement('form');
  form.method = 'dialog';
  const button = Object.assign(document.createElement('button'), {
    className: 'btn btn-primary',
    textContent: 'OK',
  });
  form.append(button);
  if (title) {
    const heading = Object.assign(document.createElement('h2'), { textContent: title });
    content.prepend(heading);
  }
  dialog.append(content, form);
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}
