/** Short messages in the corner of the page. */
import type { ServerMessage } from '../wire.ts';

type Toast = Extract<ServerMessage, { kind: 'toast' }>;

/** Duration of the page's messages in seconds. */
const OWN = 6;

let ofScript: HTMLElement | undefined;

/** A script's new toast replaces its last one, as on Google. */
export function scriptToast({ title, text, seconds }: Toast): void {
  ofScript?.remove();
  ofScript = toast(text, title, seconds);
}

/** A toast with negative seconds stays until closed. */
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
