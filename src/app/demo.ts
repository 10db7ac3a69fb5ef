import { listConnections, removeConnection, saveConnection } from '../account/connections.ts';
import { userOf } from '../account/person.ts';
import { TODAY, TODAY_DATA } from '../insights/today/today-data.ts';
import { forgetToday } from '../insights/today/update-today.ts';
import { findOperation, type OperationId } from '../operations/registry.ts';
import { tableNames } from '../operations/tables.ts';
import { isDemoAddress } from '../protocol/connection.ts';
import { pacificDay } from '../protocol/dates.ts';
import { stored } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { forgetPulls } from '../pull/remembered.ts';
import { removeRun, runsIn } from '../pull/stored-run.ts';
import { removeHeartbeat } from '../schedule/heartbeats.ts';
import { forgetState, statesIn } from '../schedule/job-state.ts';
import { jobDefinitions } from '../schedule/jobs-sheet.ts';
import { completedAt } from '../schedule/table-freshness.ts';
import { findingsTable } from '../tables/findings-table.ts';
import { RULES_MADE, rulesTable } from '../tables/rules/rules-sheet.ts';
import type { Ports } from './ports.ts';
import { pullAll } from './pulls.ts';
import { MADE } from './today-view.ts';

export const DEMO_NAME = 'Demo shop';

type Params = Readonly<Record<string, unknown>>;

export function startDemo(ports: Ports) {
  const { sellerId, apiKey, secretKey, itemNumbers, campaigns, requestIds, ...shop } = ports.demoShop();
  // The address includes the day the demo was opened. Reusing it keeps existing rows' dates.
  const before = listConnections(ports).find(({ name }) => name === DEMO_NAME);
  const isOpen = before !== undefined && [before, shop].every(({ baseUrl }) => isDemoAddress(baseUrl));
  const { baseUrl } = isOpen ? before : shop;
  const known = demoSheets.read(ports.document);
  const fresh = tableNames().filter((name) => !ports.book.find(name) && !known.includes(name));
  if (fresh.length > 0) demoSheets.write(ports.document, [...known, ...fresh]);
  const connection = saveConnection(ports, { name: DEMO_NAME, baseUrl, sellerId, apiKey, secretKey });
  const day = (ago: number) => pacificDay(ports.clock.now() - ago * DAY);
  const params: Readonly<Partial<Record<OperationId, readonly Params[]>>> = {
    // Pulled first because other tables show its titles.
    'lookup-report': [{ requestId: requestIds[0] }],
    orders: [{}],
    inventory: [{ values: itemNumbers }],
    'price-history': [{ itemNumbers }],
    'ad-performance': ['day', 'range'].map((by) => ({ fromDate: day(14), toDate: day(1), by })),
    keywords: [{ campaignNumber: campaigns }],
  };
  const pulls = (Object.keys(params) as OperationId[]).flatMap((operation) =>
    params[operation]!.map((each) => ({ operation, params: { connection: DEMO_NAME, ...each } })),
  );
  return { connection, pulls };
}

const HIDDEN_TABLES = ['Ad periods', 'Lookup report'] as const;

export function fillDemo(ports: Ports) {
  const fresh = HIDDEN_TABLES.filter((table) => !ports.book.find(table));
  const reports = pullAll(
    ports,
    startDemo(ports).pulls.map((pull) => ({ ...pull, why: 'demo' })),
  );
  for (const table of fresh) ports.book.hide(table);
  const open = reports.filter(({ state }) => state !== 'done');
  return {
    added: reports.reduce((sum, { rows }) => sum + rows.added, 0),
    rows: reports.reduce((sum, { rows }) => sum + rows.added + rows.changed + rows.unchanged, 0),
    incomplete: [...new Set(open.map(({ operation }) => findOperation(operation).title))],
  };
}

const demoSheets = stored<readonly string[]>('demo.tables', 1, []);

/** Tables to delete with the demo shop. None if another shop is connected: its rows may be in them. */
export function demoTables(ports: Ports): readonly string[] {
  return listConnections(ports).length > 1 ? [] : demoSheets.read(ports.document);
}

export function removeDemo(ports: Ports): { readonly message: string } {
  const connections = listConnections(ports);
  if (!connections.some(({ name }) => name === DEMO_NAME)) return { message: 'The demo shop is not connected.' };
  const tables = demoTables(ports);
  removeConnection(ports, DEMO_NAME);
  demoSheets.remove(ports.document);
  if (connections.length > 1)
    return { message: 'Demo shop removed. Its tables were kept because they may contain rows from your other shops.' };
  forgetSchedule(ports);
  MADE.remove(ports.document);
  if (viewsOf(tables).length > 0) forgetToday(ports.document);
  if (tables.includes(rulesTable.name)) RULES_MADE.remove(ports.document);
  ports.exclusively(() => {
    for (const table of [...viewsOf(tables), ...tables]) ports.book.remove(table);
    ports.book.journal.remove();
  });
  return { message: 'Demo shop and its tables removed.' };
}

function viewsOf(tables: readonly string[]): readonly string[] {
  return tables.includes(findingsTable.name) ? [TODAY, TODAY_DATA] : [];
}

/** Removes the schedule and all jobs, because jobs need a connection. */
function forgetSchedule(ports: Ports) {
  const { document, trigger } = ports;
  if (trigger.interval() !== undefined) trigger.uninstall();
  removeHeartbeat(document, userOf(ports).id);
  const stored = document.all();
  for (const id of Object.keys(statesIn(stored))) forgetState(ports, id);
  for (const { id } of runsIn(stored)) removeRun(document, id);
  jobDefinitions.remove(document);
  completedAt.remove(document);
  forgetPulls(document);
}
