// Ui and menus on the host's side: what the user would see is kept for whoever drives the host.
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

function alert(execution: Execution, title: string, text: string, buttons: string): string {
  execution.show({ what: 'alert', title, text });
  // Google lets go of the locks while a dialog waits for the user.
  execution.host.locks.releaseAll(execution);
  return buttons.startsWith('YES') ? 'YES' : 'OK';
}

export const ui: Service = {
  scopes: [scope('script.container.ui')],
  modes: ['FULL'],
  methods: {
    alert,
    // Nobody types: the prompt is answered with nothing.
    prompt: (execution, title: string, text: string, buttons: string) => ({
      button: alert(execution, title, text, buttons),
      text: '',
    }),
    showSidebar: (execution, title: string, html: string) =>
      execution.show({ what: 'sidebar', title, text: html }),
    showModalDialog: (execution, title: string, html: string) =>
      execution.show({ what: 'dialog', title, text: html }),
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
