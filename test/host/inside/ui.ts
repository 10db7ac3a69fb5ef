// Ui and Menu as an execution sees them.
import { callHost } from './bridge.ts';
import type { HtmlOutput } from './html.ts';
import { enumeration, strict } from './strict.ts';

const Button = enumeration('Button', 'CLOSE', 'OK', 'CANCEL', 'YES', 'NO');
const ButtonSet = enumeration('ButtonSet', 'OK', 'OK_CANCEL', 'YES_NO', 'YES_NO_CANCEL');

interface Tree {
  title: string;
  entries: unknown[];
}

const trees = new WeakMap<object, Tree>();

function menu(title: string): object {
  const tree: Tree = { title, entries: [] };
  const facade: object = strict('Menu', {
    addItem: (label: string, handler: string) => {
      tree.entries.push({ label, handler });
      return facade;
    },
    addSeparator: () => {
      tree.entries.push('separator');
      return facade;
    },
    addSubMenu: (sub: object) => {
      tree.entries.push(trees.get(sub));
      return facade;
    },
    addToUi: () => void callHost('Menu.addToUi', tree),
  });
  trees.set(facade, tree);
  return facade;
}

function alert(...args: unknown[]) {
  const texts = args.filter((arg) => typeof arg !== 'object').map(String);
  const buttons = args.find((arg) => typeof arg === 'object');
  const [title, text] = texts.length > 1 ? [texts[0]!, texts[1]!] : ['', texts[0] ?? ''];
  return Button[callHost<keyof typeof Button>('Ui.alert', title, text, String(buttons ?? 'OK'))];
}

const ui = strict('Ui', {
  Button,
  ButtonSet,
  // An add-on has its own menu under Extensions; a bound script's is named by its document's owner.
  createAddonMenu: () => menu('Add-on'),
  createMenu: (title: string) => menu(title),
  alert,
  showSidebar: (page: HtmlOutput) =>
    void callHost('Ui.showSidebar', page.getTitle() ?? '', page.getContent()),
  showModalDialog: (page: HtmlOutput, title: string) =>
    void callHost('Ui.showModalDialog', title, page.getContent()),
  showModelessDialog: (page: HtmlOutput, title: string) =>
    void callHost('Ui.showModelessDialog', title, page.getContent()),
});

export function getUi() {
  callHost('SpreadsheetApp.getUi');
  return ui;
}
