import type { DialogAnswer } from '../host/execution/dialog.ts';
import type { UserEdit } from '../host/execution/events.ts';
import type { Host } from '../host/host.ts';
import type { Dialogs } from './dialogs.ts';
import { demandAllowed } from './edit-permissions.ts';
import { performEdits } from './edits.ts';
import type { FaultControls } from './faults/fault-controls.ts';
import type { RestartableMarket } from './faults/restartable-market.ts';
import { formulaHelp } from './formula-help.ts';
import { handlersIn, type Menus } from './menus.ts';
import { demandEditor, people, personAs } from './people.ts';
import type { Scripts, Seat } from './scripts.ts';
import type { Answer } from './server.ts';
import type { Mover } from './time/mover.ts';
import type { History } from './undo/history.ts';
import { edited } from './user-edits.ts';
import type { UserQueue } from './user-queue.ts';
import { quotaTable } from './watch/quota-table.ts';
import type { Watch } from './watch/watch.ts';
import type { Edit } from './wire.ts';
import type { WireFault, WireMove, WireTools } from './wire-tools.ts';

export interface Parts {
  host: Host;
  watch: Watch;
  dialogs: Dialogs;
  queue: UserQueue;
  menus: Menus;
  scripts: Scripts;
  history: History;
  mover: Mover;
  faults: FaultControls;
  market: RestartableMarket;
}

const userIn = (asked: URLSearchParams) => personAs(asked.get('as'));

export function apiOf(parts: Parts): Record<string, Answer> {
  return { ...spreadsheetApi(parts), ...toolsApi(parts) };
}

function spreadsheetApi({ host, dialogs, queue, menus, scripts, history }: Parts): Record<string, Answer> {
  const editorIn = (asked: URLSearchParams, what: string) => {
    const person = userIn(asked);
    demandEditor(person, what);
    return person;
  };
  return {
    'GET /api/people': (_, asked) => ({ you: userIn(asked), all: people }),
    'GET /api/menu': (_, asked) => menus.of(userIn(asked)),
    'POST /api/menu': async (body, asked) => {
      const person = editorIn(asked, 'you cannot use its add-on');
      const { handler, ...place } = body as { handler: string } & Omit<Seat, 'user'>;
      const known = handlersIn(await menus.of(person));
      if (!known.has(handler)) throw new Error(`No menu item for ${handler}`);
      return scripts.menuItem({ user: person.email, ...place }, handler);
    },
    'POST /api/run': (body, asked) => {
      const { email } = editorIn(asked, 'you cannot use its add-on');
      const { name, args, ...place } = body as { name: string; args: unknown[] } & Omit<Seat, 'user'>;
      return scripts.call({ user: email, ...place }, name, args);
    },
    'POST /api/dialog': (body, asked) => {
      const { id, ...answer } = body as { id: number } & DialogAnswer;
      dialogs.answer(userIn(asked).email, id, answer);
    },
    'GET /api/formulas': () => formulaHelp(host.bundle.code),
    'POST /api/edit': (body, asked) => {
      const { email } = editorIn(asked, 'you cannot make changes');
      const edits = body as Edit[];
      demandAllowed(host, email, edits);
      const perform = () => history.record(email, edits, () => performEdits(host.workbook, edits));
      let done: UserEdit[] = [];
      queue.now(email, () => {
        if (host.watchesEdits) done = edited(host.workbook, edits, perform);
        else perform();
      });
      for (const edit of done) void queue.inTurn(email, () => host.edited(edit));
    },
    'POST /api/undo': (_, asked) => {
      const { email } = editorIn(asked, 'you cannot make changes');
      queue.now(email, () => history.undo(email));
    },
    'POST /api/redo': (_, asked) => {
      const { email } = editorIn(asked, 'you cannot make changes');
      queue.now(email, () => history.redo(email));
    },
  };
}

function toolsApi({ host, watch, mover, faults, market }: Parts): Record<string, Answer> {
  const tools = (): WireTools => {
    const { executions, requests, version } = watch;
    const users = [...new Set([...people.map(({ email }) => email), ...executions.list().map(({ user }) => user)])];
    return {
      version,
      executions: executions.list(),
      requests: requests.list(),
      quotas: quotaTable(host.quotas, users),
      armed: faults.armed,
      happened: faults.happened,
      market: market.state(),
    };
  };
  return {
    // Returns null if the page has the latest version.
    'GET /api/tools': (_, asked) => (asked.get('known') === String(watch.version) ? null : tools()),
    'GET /api/clock': () => mover.clock(),
    'POST /api/clock': (body) => mover.move(body as WireMove),
    'POST /api/clock/stop': () => mover.stop(),
    'POST /api/fault': async (body) => {
      await faults.arm(body as WireFault);
      return tools();
    },
    'POST /api/fault/none': async () => {
      if (!market.isCalm) await market.change('calm', '');
      faults.clear();
      return tools();
    },
    'POST /api/market': async (body) => {
      const { scenario, fault } = body as { scenario: string; fault: string };
      await market.change(scenario, fault);
      faults.note(`The marketplace was restarted: ${scenario}${fault ? `, ${fault}` : ''}`);
      return tools();
    },
  };
}
