/** *Import my shop*: fills a connection's tables step by step. Runs from the page, and the schedule finishes it. */
import { connectionIf, findConnection, listConnections } from '../account/connections.ts';
import { userOf } from '../account/person.ts';
import { productsOf } from '../insights/facts/ad-groups.ts';
import { TODAY } from '../insights/today/today-data.ts';
import { LEASE } from '../limits/pacing.ts';
import { type Cost, planWork, type Work } from '../limits/planner.ts';
import { findOperation, type OperationId, operations } from '../operations/registry.ts';
import { columnValues } from '../operations/tables.ts';
import { type Connection, cappedBy, isDemoAddress } from '../protocol/connection.ts';
import { isoText, pacificDay } from '../protocol/dates.ts';
import { argumentError, MarketError, orElse } from '../protocol/market-error.ts';
import { stored } from '../protocol/store.ts';
import { DAY, HOUR, MINUTE } from '../protocol/time.ts';
import { begin } from '../pull/begin.ts';
import { type Report, reportOf, UNKNOWN_NOTE } from '../pull/report.ts';
import { callsOf, isOpen, type Run, type RunState } from '../pull/run.ts';
import { loadRun, runsIn, unfinishedLike } from '../pull/stored-run.ts';
import { logRuns } from '../schedule/run-log.ts';
import type { KnownItem } from '../schedule/strategies/strategy.ts';
import { viewOf, viewOfSeller } from '../schedule/strategies/workbook-view.ts';
import { freshAt } from '../schedule/table-freshness.ts';
import { type Counts, NO_ROWS } from '../tables/diff.ts';
import { readLog } from '../tables/log.ts';
import type { Ports } from './ports.ts';
import { cancelPull, executeRun, stopAt } from './pulls.ts';
import { setUpJobs } from './schedule-actions.ts';

const ORDER_DAYS = 90;
const AD_DAYS = 30;

interface Step {
  readonly operation: OperationId;
  readonly state: RunState;
  readonly rows: Counts;
  readonly actual: Pick<Cost, 'calls'>;
  readonly callsLeft: number;
  readonly run?: string;
  readonly resumeAt?: number | null;
  readonly notes: readonly string[];
}

interface Import {
  readonly connection: string;
  readonly planned: Cost;
  readonly steps: readonly Step[];
  readonly notes: readonly string[];
  readonly isCanceled: boolean;
  /** Until this time, another execution may be running the import. */
  readonly heldUntil: number;
}

export interface ImportReport extends Pick<Report, 'state' | 'planned' | 'callsLeft' | 'notes' | 'resumeAt'> {
  readonly connection: string;
  readonly actual: Pick<Cost, 'calls'>;
  readonly steps: readonly Pick<Step, 'operation' | 'state' | 'rows'>[];
  /** Whether the user's schedule continues the import. */
  readonly isScheduled: boolean;
}

type Params = Readonly<Record<string, unknown>>;

/** The order matters: orders and ads supply the items and campaigns for later steps. */
const STEPS: Readonly<Record<string, (ports: Ports, connection: Connection) => Params>> = {
  orders: (ports) => ({ orderDateFrom: daysAgo(ports, ORDER_DAYS) }),
  'ad-performance': (ports) => ({ fromDate: daysAgo(ports, AD_DAYS), toDate: daysAgo(ports, 1), by: 'day' }),
  inventory: () => ({ items: 'catalog' }),
  keywords: () => ({ campaigns: 'all' }),
  'price-history': (ports, connection) => ({ itemNumbers: activeItems(ports, connection) }),
};

const STEP_IDS = Object.keys(STEPS) as OperationId[];

function daysAgo({ clock }: Ports, days: number) {
  return pacificDay(clock.now() - days * DAY);
}

/** Skips prices pulled within this time. */
const FRESH = 6 * HOUR;

/** Items whose prices are imported. A job pulls the others. */
const MOST_PRICES = 5000;

/** Returns items with sales or ads, highest sales first. Each item needs one call. */
function activeItems({ book, clock }: Ports, { sellerId, storefronts }: Connection): readonly string[] {
  const { items, sales } = viewOfSeller(
    viewOf(book, clock.now()),
    { sellerId, isOnly: true },
    storefronts.includes('main') ? 'main' : 'canadian',
  );
  const lists = columnValues(book, 'Ad performance', 'productList', sellerId);
  const products = lists.flatMap((productList) => productsOf({ productList }));
  const advertised = new Set(products.map((each) => each.toLowerCase()));
  const sold = sales();
  const isDue = (item: KnownItem) => (item.pricesPolled ?? 0) < clock.now() - FRESH;
  const active = items().filter(
    (item) => item.itemNumber && isDue(item) && (sold(item) > 0 || advertised.has(item.itemNumber.toLowerCase())),
  );
  const best = [...active].sort((one, other) => sold(other) - sold(one)).slice(0, MOST_PRICES);
  return best.map(({ itemNumber }) => itemNumber!);
}

/** Stored per user: others must not control imports on this user's connection. */
const importOf = ({ user }: Ports) => stored<Import | null>(`import.${user.workbook()}`, 1, null);

/** Ignores imports of renamed or removed connections. */
const knownImport = (ports: Ports) => {
  const known = importOf(ports).read(ports.user);
  return known && connectionIf(ports, known.connection) ? known : null;
};

/** Another execution may have canceled it or removed its connection. */
const knownNow = (ports: Ports) => knownImport({ ...ports, user: { ...ports.user, get: ports.user.readAgain } });

/** Connections whose orders were never pulled, except the demo shop. */
export function toImport(ports: Ports): readonly string[] {
  const now = ports.clock.now();
  return listConnections(ports)
    .filter(({ baseUrl, sellerId }) => !isDemoAddress(baseUrl) && !freshAt(ports.document, now, 'Orders', sellerId))
    .map(({ name }) => name);
}

export function importState(ports: Ports): ImportReport | null {
  const known = knownImport(ports);
  if (!known) return null;
  // The schedule may have continued or finished a waiting step.
  const steps = known.steps.map((step): Step => {
    if (step.state !== 'waiting' || step.run === undefined) return step;
    const run = loadRun(ports.document, step.run);
    return run ? { ...step, callsLeft: run.callsLeft, resumeAt: run.resumeAt } : endedElsewhere(ports, step);
  });
  return reportImport(ports, { ...known, steps });
}

/** Estimates the import without making calls. Uses the default connection if no name is given. */
export function planImport(ports: Ports, connection?: string): ImportReport {
  return reportImport(ports, planned(ports, findConnection(ports.user, connection)), 'planned');
}

/** Turns on the schedule, then imports until done, out of calls, or out of time. */
export function startImport(ports: Ports, connection?: string, seconds?: number): ImportReport {
  const fresh = planned(ports, findConnection(ports.user, connection));
  const notes = [
    orElse(
      () => setUpJobs(ports, true).message,
      ({ message }) => message,
    ),
  ];
  return runSteps(ports, { ...fresh, notes }, stopAt(ports, seconds));
}

export function continueImport(ports: Ports, seconds?: number): ImportReport {
  const known = knownImport(ports);
  if (!known) throw argumentError('No import to resume. Choose Import my shop.');
  const steps = known.steps.map((step) => (step.state === 'canceled' ? { ...step, state: 'planned' as const } : step));
  return runSteps(ports, { ...known, steps, isCanceled: false }, stopAt(ports, seconds));
}

/** Cancels the import but keeps its rows and jobs. */
export function cancelImport(ports: Ports): ImportReport {
  const kept = importOf(ports);
  const known = knownImport(ports);
  if (!known) throw argumentError('No import to cancel.');
  const canceled = { ...canceledOf(known), heldUntil: 0 };
  kept.write(ports.user, canceled);
  const { id: me } = userOf(ports);
  // A step has no run until its first slice.
  const next = known.steps.find(isNext)?.operation;
  const isOurs = ({ id, operation }: Run) => operation === next || known.steps.some(({ run }) => run === id);
  for (const run of runsIn(ports.document.all()))
    if (!run.purpose && run.by === me && run.connection === known.connection && isOurs(run)) cancelPull(ports, run.id);
  return reportImport(ports, canceled);
}

function canceledOf(known: Import): Import {
  const steps = known.steps.map((step): Step => {
    const { run: _, ...ended } = step;
    return isOver(step) ? step : { ...ended, state: 'canceled', callsLeft: 0 };
  });
  return { ...known, steps, isCanceled: steps.some(({ state }) => state === 'canceled') };
}

/** Lets the schedule finish an import whose page was closed. */
export function finishImport(ports: Ports, until: number): void {
  const isLeft = (known: Import | null): known is Import =>
    known !== null && !known.isCanceled && known.heldUntil <= ports.clock.now() && known.steps.some(isNext);
  const known = isLeft(knownImport(ports)) ? knownNow(ports) : null;
  if (isLeft(known)) runSteps(ports, known, until);
}

function planned(ports: Ports, connection: Connection): Import {
  const begun = STEP_IDS.map((operation) =>
    orElse(
      () => begin(ports, { operation, params: paramsOf(ports, connection, operation) }),
      () => undefined,
    ),
  );
  const works = STEP_IDS.map((operation, index): Work => {
    const cost = begun[index]?.planned;
    // Items and campaigns are unknown before orders and ads are pulled.
    if (!cost) return { operation, calls: 1, cells: 0, precision: 'at least' };
    return { operation, calls: callsOf(cost), cells: cost.cells, precision: cost.precision };
  });
  const usages = (id: string) => ports.planInput(cappedBy(findOperation(id), connection)).usages(id);
  const steps = works.map(
    ({ operation, calls }): Step => ({
      operation: operation as OperationId,
      state: 'planned',
      rows: NO_ROWS,
      actual: { calls: { byOperation: {} } },
      callsLeft: calls,
      notes: [],
    }),
  );
  const cost = planWork(works, { ...ports.planInput(cappedBy(operations.orders, connection)), usages });
  return { connection: connection.name, planned: cost, steps, notes: [], isCanceled: false, heldUntil: 0 };
}

function paramsOf(ports: Ports, connection: Connection, operation: OperationId): Params {
  return { connection: connection.name, ...STEPS[operation]!(ports, connection) };
}

/** Runs the steps in order. If a step has to wait for calls, the schedule finishes it. */
function runSteps(ports: Ports, before: Import, until: number): ImportReport {
  const { clock, user } = ports;
  const kept = importOf(ports);
  const connection = findConnection(user, before.connection);
  let known: Import = { ...before, heldUntil: Math.min(until + MINUTE, clock.now() + LEASE) };
  kept.write(user, known);
  for (let index = 0; index < known.steps.length && clock.now() < until && !known.isCanceled; index++) {
    if (!isNext(known.steps[index]!)) continue;
    const step = runStep(ports, connection, known.steps[index]!, known.steps.slice(0, index), until);
    known = { ...known, steps: known.steps.map((each, at) => (at === index ? step : each)) };
    if (knownNow(ports)?.isCanceled !== false) known = canceledOf(known);
    kept.write(user, known);
  }
  known = { ...known, heldUntil: 0 };
  kept.write(user, known);
  // A user's sheet can have the name. The steps' notes then say so.
  if (!known.steps.some(isNext))
    orElse(
      () => ports.book.show(TODAY),
      () => false,
    );
  return reportImport(ports, known);
}

function runStep(ports: Ports, connection: Connection, before: Step, earlier: readonly Step[], until: number): Step {
  const { operation } = before;
  try {
    const run = runOf(ports, connection, before);
    if (!run) return endedElsewhere(ports, before);
    const { resumeAt } = run;
    if ((resumeAt ?? 0) > ports.clock.now()) return { ...before, state: 'waiting', run: run.id, resumeAt };
    // At least one batch, even if the plan took all the time.
    const ended = executeRun(ports, run, Math.max(until, ports.clock.now() + 1));
    const notes = ended.state === 'running' ? [] : logRuns(ports, [ended]);
    const { rows, actual, callsLeft, errors } = reportOf(ended, ports.clock.now());
    const messages = new Set([...errors.map(({ message }) => message), ...ended.notes, ...notes]);
    messages.delete(UNKNOWN_NOTE);
    return {
      ...{ operation, state: ended.state, rows, actual, callsLeft: isOpen(ended) ? callsLeft : 0 },
      notes: [...messages].slice(0, 2).map((message) => `${findOperation(operation).title}: ${message}`),
      resumeAt: ended.resumeAt,
      ...(isOpen(ended) ? { run: ended.id } : {}),
    };
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    const { title } = findOperation(operation);
    if (error.code !== 'MARKET_ARGUMENT')
      return { ...before, state: 'failed', callsLeft: 0, notes: [`${title}: ${error.message}`] };
    const isEarly = earlier.some(({ state }) => state === 'waiting');
    const nothing = isEarly ? 'nothing to load yet; your jobs will load it later' : 'nothing new to load';
    // A shop without ads has no keywords.
    const notes = operation === 'keywords' && !isEarly ? [] : [`${title}: ${nothing}.`];
    return { ...before, state: 'done', callsLeft: 0, notes };
  }
}

/** The schedule or a user ended the step's pull. Log has the outcome. */
function endedElsewhere({ book }: Ports, step: Step): Step {
  const [line] = readLog(book, 0, new Set([step.run!]));
  const over = { ...step, state: 'done', callsLeft: 0, resumeAt: null } as const;
  if (!line) return over;
  const { state, added, changed, gone, whatToDo } = line;
  const rows = { ...step.rows, added, changed, gone };
  if (state === 'done') return { ...over, rows };
  const note = `${findOperation(step.operation).title}: ${state === 'failed' || state === 'partial' ? whatToDo : `${state}.`}`;
  return { ...over, rows, state: 'partial', notes: [note] };
}

function runOf(ports: Ports, connection: Connection, { operation, run }: Step) {
  if (run !== undefined) return loadRun(ports.document, run);
  const begun = begin(ports, { operation, params: paramsOf(ports, connection, operation) });
  return unfinishedLike(ports, begun) ?? begun;
}

function isNext({ state }: Step) {
  return state === 'planned' || state === 'running';
}

function isOver({ state }: Step) {
  return state === 'done' || state === 'partial' || state === 'failed';
}

function reportImport({ trigger }: Ports, known: Import, state = stateOf(known)): ImportReport {
  const { connection, planned, steps, notes } = known;
  const calls = steps.map(({ actual }) => actual.calls.byOperation);
  const waiting = steps.flatMap((step) => (step.state === 'waiting' && step.resumeAt ? [step.resumeAt] : []));
  return {
    connection,
    state,
    planned,
    isScheduled: orElse(trigger.interval, () => undefined) !== undefined,
    actual: { calls: { byOperation: Object.assign({}, ...calls) } },
    callsLeft: steps.reduce((left, step) => left + step.callsLeft, 0),
    notes: [...notes, ...steps.flatMap((step) => step.notes)],
    resumeAt: isoText(waiting.length > 0 ? Math.min(...waiting) : null),
    steps: steps.map(({ operation, state, rows }) => ({ operation, state, rows })),
  };
}

/** Ignores waiting price history, which continues in the background. */
function stateOf({ steps, isCanceled }: Import): RunState {
  const some = (...states: readonly RunState[]) => steps.some(({ state }) => states.includes(state));
  if (isCanceled) return 'canceled';
  if (some('planned', 'running')) return 'running';
  if (steps.some(({ operation, state }) => state === 'waiting' && operation !== 'price-history')) return 'waiting';
  return some('partial', 'failed') ? 'partial' : 'done';
}
