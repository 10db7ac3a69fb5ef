import type { Dialog, DialogAnswer } from '../../host/execution/dialog.ts';

type Button = DialogAnswer['button'];

const LABELS: Record<Button, string> = { OK: 'OK', CANCEL: 'Cancel', YES: 'Yes', NO: 'No', CLOSE: 'Close' };

const asked = new Map<number, HTMLDialogElement>();

/** Shows a page with an OK button. */
export function showPage(content: HTMLElement): void {
  const dialog = dialogOf('', content);
  dialog.append(buttonsOf(['OK'], () => dialog.close()));
  dialog.onclose = () => dialog.remove();
  dialog.showModal();
}

export function askQuestion(id: number, question: Dialog, answer: (given: DialogAnswer) => void): void {
  const content = Object.assign(document.createElement('div'), {
    className: 'text',
    textContent: question.text,
  });
  const input = document.createElement('input');
  input.setAttribute('aria-label', question.text);
  if (question.prompt) content.append(input);
  const dialog = dialogOf(question.title, content);
  let button: Button = 'CLOSE';
  const choose = (chosen: Button) => {
    button = chosen;
    dialog.close();
  };
  dialog.append(buttonsOf(question.buttons.split('_') as Button[], choose));
  asked.set(id, dialog);
  dialog.onclose = () => {
    dialog.remove();
    if (asked.delete(id)) answer({ button, text: input.value });
  };
  dialog.showModal();
}

export function withdrawQuestion(id: number): void {
  const dialog = asked.get(id);
  asked.delete(id);
  dialog?.close();
}

function dialogOf(title: string, content: HTMLElement): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'script';
  if (title) content.prepend(Object.assign(document.createElement('h2'), { textContent: title }));
  dialog.append(content);
  // Don't let the grid handle the key.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  document.body.append(dialog);
  return dialog;
}

/** Enter presses the first button. */
function buttonsOf(names: readonly Button[], choose: (name: Button) => void): HTMLElement {
  const row = document.createElement('div');
  row.className = 'buttons';
  row.append(
    ...names.map((name, index) => {
      const button = document.createElement('button');
      button.className = index === 0 ? 'btn btn-primary' : 'btn btn-outline-secondary';
      button.textContent = LABELS[name];
      button.autofocus = index === 0;
      button.onclick = () => choose(name);
      return button;
    }),
  );
  return row;
}
