// Alerts and prompts. Unlike a sidebar or a dialog with a page, they need no scope.
import type { DialogAnswer } from '../execution/dialog.ts';
import type { Method, Service } from './service.ts';
import { menu, ui } from './ui.ts';

const { alert, prompt } = ui.methods as { alert: Method; prompt: Method };

export const dialogs: Service = { modes: ['FULL'], methods: { alert, prompt } };

export const menuRemoval: Service = {
  ...menu,
  methods: { removeMenu: ({ host }, title: string) => void host.menus.delete(title) },
};

export const browser: Service = {
  modes: ['FULL'],
  methods: {
    msgBox: async (...call: Parameters<Method>) => String(await alert(...call)).toLowerCase(),
    inputBox: async (...call: Parameters<Method>) => ((await prompt(...call)) as DialogAnswer).text,
  },
};
