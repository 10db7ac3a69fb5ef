// Dialogs that only ask: they need no scope, where a page in a sidebar or a dialog does.
import type { Method, Service } from './service.ts';
import { ui } from './ui.ts';

const { alert, prompt } = ui.methods as { alert: Method; prompt: Method };

export const dialogs: Service = { modes: ['FULL'], methods: { alert, prompt } };

export const browser: Service = {
  modes: ['FULL'],
  methods: {
    msgBox: (...call: Parameters<Method>) => String(alert(...call)).toLowerCase(),
    inputBox: (...call: Parameters<Method>) => (prompt(...call) as { text: string }).text,
  },
};
