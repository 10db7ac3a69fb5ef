import type { Dialog, DialogAnswer } from '../execution/dialog.ts';
import type { Execution } from '../execution/execution.ts';
import { type Service, scope } from './service.ts';

export interface MenuItem {
  label: string;
  handler: string;
}

export interface MenuTree {
  title: string;
  entries: (MenuItem | MenuTree | 'separator')[];
}

function asked(execution: Execution, dialog: Dialog): DialogAnswer | Promise<DialogAnswer> {
  execution.show({ what: 'alert', title: dialog.title, text: dialog.text });
  // Google releases locks while a dialog is open.
  execution.host.locks.releaseAll(execution);
  return execution.host.answerDialog(dialog, execution.user);
}

type Buttons = Dialog['buttons'];

export const ui: Service = {
  scopes: [scope('script.container.ui')],
  modes: ['FULL'],
  methods: {
    alert: async (execution, title: string, text: string, buttons: Buttons) =>
      (await asked(execution, { title, text, buttons, prompt: false })).button,
    prompt: (execution, title: string, text: string, buttons: Buttons) =>
      asked(execution, { title, text, buttons, prompt: true }),
    showSidebar: (execution, title: string, html: string) => execution.show({ what: 'sidebar', title, text: html }),
    showModalDialog: (execution, title: string, html: string) => execution.show({ what: 'dialog', title, text: html }),
    showModelessDialog: (execution, title: string, html: string) =>
      execution.show({ what: 'dialog', title, text: html }),
  },
};

export const menu: Service = {
  modes: ['NONE', 'LIMITED', 'FULL'],
  methods: {
    addToUi: ({ host, user }, tree: MenuTree) => void host.menusOf(user).set(tree.title, tree),
  },
};
