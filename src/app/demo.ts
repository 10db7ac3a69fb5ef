import { listConnections, saveConnection } from '../account/connections.ts';
import { userOf } from '../account/person.ts';
import { TODAY, TODAY_DATA } from '../insights/today/today-data.ts';
import { forgetToday } from '../insights/today/update-today.ts';
import { findOperation, type OperationId } from '../operations/registry.ts';
import { columnsOf, tableNames } from '../operations/tables.ts';
import { DEMO_NAME, isDemoAddress } from '../protocol/connection.ts';
import { pacificDay } from '../protocol/dates.ts';
import { plural } from '../protocol/lists.ts';
import { orElse } from '../protocol/market-error.ts';
import { stored } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { forgetPulls } from '../pull/remembered.ts';
import { removeRun, runsIn } from '../pull/stored-run.ts';
import { writeResults } from '../schedule/dispatcher.ts';
import { removeHeartbeat } from '../schedule/heartbeats.ts';
import { forgetState, statesIn } from '../schedule/job-state.ts';
import { jobDefinitions } from '../schedule/jobs-sheet.ts';
import { completedAt, tableAges } from '../schedule/table-freshness.ts';
import type { Leaving } from '../tables/aged.ts';
import { removeRows } from '../tables/apply.ts';
import { isSameSeller } from '../tables/catalog/item-keys.ts';
import { findingsTable } from '../tables/findings-table.ts';
import { removeRunsOf } from '../tables/journal.ts';
import { demandUnmoved } from '../tables/moved.ts';
import { openToRead } from '../tables/opened.ts';
import { type Contents, cellAt, rowsWithKey } from '../tables/positions.ts';
import { RULES_MADE, rulesTable } from '../tables/rules/rules-sheet.ts';
import { updateInsights } from './after-run.ts';
import { jobsUsing, removeConnection } from './connection-actions.ts';
import { removeJobs } from './job-actions.ts';
import type { Ports } from './ports.ts';
import { pullAll } from './pulls.ts';
import { MADE } from './today-view.ts';

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

interface DemoParts {
  readonly sellerId: string;
  /** True if no other shop is connected or has rows. */
  readonly isOnly: boolean;
  /** Tables to delete. None if another shop's rows may be in them. */
  readonly tables: readonly string[];
  /** The demo's rows in other tables. */
  readonly rows: readonly Leaving[];
  /** IDs of jobs to delete. Without another shop, the schedule is deleted. */
  readonly jobs: ReadonlySet<string>;
}

/** Returns what is deleted with the demo shop; undefined if it isn't connected. */
export function demoParts(ports: Ports): DemoParts | undefined {
  const connections = listConnections(ports);
  const sellerId = connections.find(({ name }) => name === DEMO_NAME)?.sellerId;
  if (sellerId === undefined) return undefined;
  const isOthers = (seller: string) => seller !== '' && !isSameSeller(seller, sellerId);
  const made = demoSheets.read(ports.document);
  const open = (table: string) => openToRead(ports.book, table, columnsOf(table) ?? []);
  const hasOthers = (table: string) => {
    const contents = orElse(
      () => open(table)?.contents,
      () => undefined,
    );
    return contents && rowsWithKey(contents).some((index) => isOthers(sellerAt(contents, index)));
  };
  const isOnly =
    connections.length === 1 &&
    !tableAges(ports.document, ports.clock.now()).some((age) => isOthers(age.sellerId)) &&
    !made.some(hasOthers);
  const tables = isOnly ? made : [];
  const isShared = connections.some((each) => each.name !== DEMO_NAME && isSameSeller(each.sellerId, sellerId));
  const kept = isShared ? [] : tableNames().filter((table) => !tables.includes(table));
  const rows = kept.flatMap((table): readonly Leaving[] => {
    const opened = open(table);
    if (!opened) return [];
    const { contents } = opened;
    const indexes = rowsWithKey(contents).filter((index) => isSameSeller(sellerAt(contents, index), sellerId));
    return indexes.length > 0 ? [{ opened, indexes }] : [];
  });
  const jobs = isOnly ? [] : jobsUsing(ports, DEMO_NAME).map(({ id }) => id);
  return { sellerId, isOnly, tables, rows, jobs: new Set(jobs) };
}

function sellerAt(contents: Contents, index: number) {
  return String(cellAt(contents, index, 'sellerId'));
}

/** Disconnects the shop last, so that an interrupted removal can be repeated. */
export function removeDemo(ports: Ports): { readonly message: string } {
  const { document } = ports;
  const parts = ports.exclusively(() => {
    const found = demoParts(ports);
    if (found) removeParts(ports, found);
    return found;
  });
  if (!parts) return { message: 'The demo shop is not connected.' };
  const { isOnly, tables, rows, jobs } = parts;
  removeConnection(ports, DEMO_NAME);
  demoSheets.remove(document);
  if (!isOnly) {
    if (jobs.size > 0) writeResults(ports, []);
    const notes = ports.exclusively(() => updateInsights(ports));
    const removed = `Demo shop removed with ${plural(rowsIn(rows), 'row')} and ${plural(jobs.size, 'job')}.`;
    return { message: [removed, ...notes].join(' ') };
  }
  forgetSchedule(ports);
  MADE.remove(document);
  if (viewsOf(tables).length > 0) forgetToday(document);
  if (tables.includes(rulesTable.name)) RULES_MADE.remove(document);
  return { message: 'Demo shop and its tables removed.' };
}

export function rowsIn(leaving: readonly Leaving[]): number {
  return leaving.reduce((sum, { indexes }) => sum + indexes.length, 0);
}

function removeParts(ports: Ports, { sellerId, isOnly, tables, rows, jobs }: DemoParts) {
  const { book, document } = ports;
  demandUnmoved(rows.map(({ opened }) => opened));
  if (jobs.size > 0) removeJobs(ports, jobs);
  for (const { id, connection } of runsIn(document.all())) if (connection === DEMO_NAME) removeRun(document, id);
  for (const { opened, indexes } of rows)
    removeRows(
      opened.sheet!,
      indexes.map((index) => index + 1),
    );
  for (const table of [...viewsOf(tables), ...tables]) book.remove(table);
  if (isOnly) book.journal.remove();
  else if (rows.length > 0) removeRunsOf(book.journal, sellerId);
}

/** The first is visible. */
export function viewsOf(tables: readonly string[]): readonly string[] {
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
