/** The page's entry point. */
import { Spreadsheet } from '@odoo/o-spreadsheet';
import templates from '@odoo/o-spreadsheet/dist/o_spreadsheet.xml';
import { mount } from '@odoo/owl';
import type { ServerMessage, WireMenu } from '../wire.ts';
import { askQuestion, withdrawQuestion } from './dialogs.ts';
import { allowFastTabs, allowFastTyping } from './fast-input.ts';
import { nameFormulas } from './formula-names.ts';
import { offerKeys } from './keys.ts';
import { followLinks } from './links.ts';
import { arrangeMenus } from './menus.ts';
import { showNotes } from './note-popover.ts';
import { offerPeople } from './people.ts';
import { Scripts } from './scripts.ts';
import { asUser, hear, server } from './server.ts';
import { scriptToast, toast } from './toast.ts';
import { offerTools } from './tools/drawer.ts';
import { View } from './view.ts';

const VISITED = 'market-workbench-visited';

function focusGrid(): void {
  document.querySelector<HTMLElement>('#grid .o-grid-overlay, #grid .o-grid')?.focus();
}

function header({ name, account }: Extract<ServerMessage, { kind: 'book' }>): void {
  document.title = `${name} – Market for Sheets workbench`;
  document.querySelector('header h1')!.firstChild!.textContent = `${name} `;
  document.getElementById('account')!.textContent = account;
}

async function mountGrid(view: View): Promise<void> {
  await mount(Spreadsheet, document.getElementById('grid')!, {
    props: {
      model: view.model!,
      notifyUser: ({ text }: { text: string }) => toast(text),
      raiseError: (text: string, after?: () => void) => {
        toast(text);
        after?.();
      },
      askConfirmation: (text: string, confirm: () => void, cancel?: () => void) =>
        window.confirm(text) ? confirm() : cancel?.(),
    } as never,
    templates,
    env: {} as never,
    dev: false,
  });
}

/** Google hides the sidebar on screens narrower than this, in pixels. */
const NARROWEST = 700;

function openAtFirst(menus: readonly WireMenu[], scripts: Scripts): void {
  const visited = VISITED + asUser;
  if (innerWidth < NARROWEST || localStorage.getItem(visited)) return;
  localStorage.setItem(visited, 'yes');
  for (const entry of menus.flatMap(({ entries }) => entries ?? [])) {
    if (entry !== 'separator' && entry.handler && /sidebar/i.test(entry.label))
      return void scripts.menuItem(entry.handler);
  }
}

async function start(): Promise<void> {
  const view = new View((sentence) => toast(sentence));
  const scripts = new Scripts(view, focusGrid);
  Object.assign(globalThis, {
    workbench: {
      textAt: (sheet: string, cell: string) => view.textAt(sheet, cell),
      lookOf: (sheet: string, cell: string) => view.lookOf(sheet, cell),
      topRow: () => view.topRow,
      menuItem: (handler: string) => scripts.menuItem(handler),
    },
  });
  const tools = offerTools();
  const [menus, formulas, people] = await Promise.all([server.menu(), server.formulas(), server.people()]);
  offerPeople(people.you, people.all);
  arrangeMenus(menus, (handler) => void scripts.menuItem(handler));
  nameFormulas(formulas);
  allowFastTyping();
  allowFastTabs();
  offerKeys();
  followLinks();
  showNotes((position) => view.noteAt(position));
  const state = document.getElementById('state')!;
  let mounted = false;
  hear({
    connected(is) {
      state.textContent = is ? '' : 'The workbench has stopped. Start it again with "npm start".';
      if (is) view.restart();
    },
    message(message) {
      if (message.kind === 'book') header(message);
      if (message.kind === 'tools') return tools.show(message.clock, message.armed);
      if (message.kind === 'toast') return scriptToast(message);
      if (message.kind === 'dialog')
        return askQuestion(message.id, message, (answer) => void server.answerDialog(message.id, answer));
      if (message.kind === 'dialogOver') return withdrawQuestion(message.id);
      view.take(message);
      if (message.kind === 'ready') document.body.dataset.state = 'ready';
      if (mounted || !view.model) return;
      mounted = true;
      void mountGrid(view).then(() => openAtFirst(menus, scripts));
    },
  });
}

// Later, because each request records its call stack, and recording this script's own frame parses all of it again.
queueMicrotask(() => void start().catch((error: Error) => toast(error.message, 'Error')));
