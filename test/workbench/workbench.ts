/** Connects the local host, the simulated marketplace, and the page. */
import { readBundle } from '../host/bundle.ts';
import { ExecutionPool } from '../host/execution/pool.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { Host } from '../host/host.ts';
import { withPermissions } from '../host/permissions.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import type { RunningWarehouse } from '../warehouse/server.ts';
import { apiOf } from './api.ts';
import type { WorkbenchOptions } from './command-line.ts';
import { offerDemoShop } from './demo-shop.ts';
import { Dialogs } from './dialogs.ts';
import { demandAllowed } from './edit-permissions.ts';
import { FaultControls } from './faults/fault-controls.ts';
import { RestartableMarket } from './faults/restartable-market.ts';
import { keepIn } from './keep.ts';
import { Menus } from './menus.ts';
import { pageAssets } from './page-assets.ts';
import { OWNER, personAs } from './people.ts';
import { Scripts } from './scripts.ts';
import { serve } from './server.ts';
import { Mover } from './time/mover.ts';
import { WorkbenchTime } from './time/workbench-time.ts';
import { History } from './undo/history.ts';
import { UserQueue } from './user-queue.ts';
import { Feed } from './view/feed.ts';
import { openWarehouse } from './warehouse.ts';
import { Watch } from './watch/watch.ts';
import type { ServerMessage } from './wire.ts';

export interface Workbench {
  url: string;
  host: Host;
  market: RunningMarketplace;
  /** Set if the BigQuery permission is granted. */
  warehouse: RunningWarehouse | undefined;
  close(): Promise<void>;
}

export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { timeZone, items, orders, latency = 0, warehouse: isWarehouse = false } = options;
  const bundle = withPermissions(readBundle(freshBundle()), isWarehouse ? ['bigquery'] : []);
  const assets = await pageAssets();
  const host = new Host(bundle, new ExecutionPool(bundle), {
    mode: 'bound',
    account: 'consumer',
    owner: OWNER,
    locale: 'en_US',
    timeZone,
    scriptTimeZone: timeZone,
    clock: Date.now(),
    latency,
  });
  const watch = new Watch(host);
  const time = new WorkbenchTime(host);
  const keeping = options.keep === undefined ? undefined : keepIn(host, options.keep);
  time.catchUp();
  const warehouse = isWarehouse ? await openWarehouse(host) : undefined;
  const now = () => host.clock.now();
  const market = await RestartableMarket.open({ items, orders, now }, keeping?.opened ?? now());
  // Offer the demo shop after restoring saved data, because each start creates new keys.
  offerDemoShop(host, market.running.announcement);
  const queue = new UserQueue(host);
  const menus = new Menus(host, queue);
  await menus.of(personAs(OWNER));
  const feed = new Feed(host.workbook);
  const dialogs = new Dialogs((user, message) => feed.sayTo(user, message));
  host.answerDialog = (dialog, user) => dialogs.ask(user, dialog);
  const scripts = new Scripts(host, queue);
  const toolsState = (): ServerMessage => {
    const armed = faults.armed.length + (market.isCalm ? 0 : 1);
    return { kind: 'tools', clock: mover.clock(), armed };
  };
  const tell = () => feed.say(toolsState());
  const mover = new Mover(host, queue, watch, time, tell);
  const history = new History(host.workbook, (user, edit) => demandAllowed(host, user, [edit]));
  watch.toasted = ({ kind, user }, { title, text, seconds = 5 }) => {
    // Triggers and formulas run without a page that could show a toast.
    if (kind !== 'trigger' && kind !== 'formula') feed.sayTo(user, { kind: 'toast', title, text, seconds });
  };
  watch.sorted = () => history.forgetSheet();
  const faults = new FaultControls(host, watch, tell);
  const api = apiOf({ host, watch, dialogs, queue, menus, scripts, history, mover, faults, market });
  let pages = 0;
  const listen = (send: (message: string) => void, asked: URLSearchParams) => {
    const { email } = personAs(asked.get('as'));
    // Opening the spreadsheet recalculates all custom functions, as in Google Sheets.
    if (pages === 0) host.workbook.recalculate();
    pages++;
    send(JSON.stringify(toolsState()));
    const end = feed.listen(send, email);
    return () => {
      pages--;
      end();
      if (!feed.isHeardBy(email)) dialogs.left(email);
    };
  };
  const server = await serve({ assets, api, listen }, options.port);
  return {
    url: server.url,
    host,
    warehouse,
    get market() {
      return market.running;
    },
    async close() {
      keeping?.save();
      mover.close();
      feed.close();
      await server.close();
      time.stop();
      host.close();
      await host.pool.close();
      await market.close();
      await warehouse?.close();
    },
  };
}
