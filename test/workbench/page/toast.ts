/** Short notices at the edge of the page, and the dialogs of a script. */

const seconds = 6;

export function toast(text: string, title = ''): void {
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
  setTimeout(() => note.remove(), seconds * 1000);
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
