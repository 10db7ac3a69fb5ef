import { callHost } from './bridge.ts';
import { mismatch } from './mismatch.ts';
import { enumeration, strict } from './strict.ts';

type Ui = GoogleAppsScript.Base.Ui;
type Menu = GoogleAppsScript.Base.Menu;

const Button = enumeration<typeof GoogleAppsScript.Base.Button>('Button', 'CLOSE', 'OK', 'CANCEL', 'YES', 'NO');
export const ButtonSet = enumeration<typeof GoogleAppsScript.Base.ButtonSet>(
  'ButtonSet',
  'OK',
  'OK_CANCEL',
  'YES_NO',
  'YES_NO_CANCEL',
);

interface Tree {
  title: string;
  entries: unknown[];
}

const trees = new WeakMap<object, Tree>();

function menu(title: string): Menu {
  const tree: Tree = { title, entries: [] };
  const facade: Menu = strict<Menu>('Menu', {
    addItem: (label, handler) => {
      tree.entries.push({ label, handler });
      return facade;
    },
    addSeparator: () => {
      tree.entries.push('separator');
      return facade;
    },
    addSubMenu: (sub) => {
      tree.entries.push(trees.get(sub));
      return facade;
    },
    addToUi: () => void callHost('Menu.addToUi', tree),
  });
  trees.set(facade, tree);
  return facade;
}

/** Only the text is required. */
export function dialogParts(args: unknown[]): [title: string, text: string, buttons: string] {
  const texts = args.filter((arg) => typeof arg !== 'object').map(String);
  const buttons = args.find((arg) => typeof arg === 'object');
  const [title, text] = texts.length > 1 ? [texts[0]!, texts[1]!] : ['', texts[0] ?? ''];
  return [title, text, String(buttons ?? 'OK')];
}

function alert(...args: unknown[]) {
  return Button[callHost<keyof typeof Button>('Ui.alert', ...dialogParts(args))];
}

function prompt(...args: unknown[]) {
  const answer = callHost<{ button: keyof typeof Button; text: string }>('Ui.prompt', ...dialogParts(args));
  return strict<GoogleAppsScript.Base.PromptResponse>('PromptResponse', {
    getSelectedButton: () => Button[answer.button],
    getResponseText: () => answer.text,
  });
}

const ui = strict<Ui>('Ui', {
  Button,
  ButtonSet,
  // An add-on's menu is under Extensions.
  createAddonMenu: () => menu('Add-on'),
  createMenu: (title) => menu(title),
  alert,
  prompt,
  showSidebar: (page) => {
    if (typeof page !== 'object' || page === null) throw mismatch('Ui.showSidebar', page);
    callHost('Ui.showSidebar', page.getTitle(), page.getContent());
  },
  showModalDialog: (page, title) => void callHost('Ui.showModalDialog', title, page.getContent()),
  showModelessDialog: (page, title) => void callHost('Ui.showModelessDialog', title, page.getContent()),
});

export function getUi(): Ui {
  callHost('SpreadsheetApp.getUi');
  return ui;
}
