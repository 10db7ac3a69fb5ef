import type { ServerMessage } from '../wire.ts';

type Toast = Extract<ServerMessage, { kind: 'toast' }>;

/** In seconds. */
const OWN = 6;

let ofScript: HTMLElement | undefined;

/** Replaces the script's last toast, as in Google Sheets. */
export function scriptToast({ title, text, seconds }: Toast): void {
  ofScript?.remove();
  ofScript = toast(text, title, seconds);
}

/** Negative seconds keep the toast until it is closed. */
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
