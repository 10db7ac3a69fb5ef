import { allConnections, findConnection, listConnections } from '../account/connections.ts';
import { confirmJobs, userOf } from '../account/person.ts';
import { SOFT_STOP } from '../limits/pacing.ts';
import { findOperation } from '../operations/registry.ts';
import type { Connection } from '../protocol/connection.ts';
import { argumentError } from '../protocol/market-error.ts';
import { headersOfList, withoutHeader } from '../protocol/params.ts';
import { HOUR } from '../protocol/time.ts';
import { removeRun, runsIn } from '../pull/stored-run.ts';
import { datasets } from '../schedule/datasets.ts';
import { dispatch, type JobRan, waitText } from '../schedule/dispatcher.ts';
import { condition } from '../schedule/filter.ts';
import { forgetFormerOwners, heartbeatsIn } from '../schedule/heartbeats.ts';
import { NEVER_RUN } from '../schedule/job.ts';
import { type JobRow, type JobsSheet, readJobs, type ValidRow } from '../schedule/job-rows.ts';
import { forgetState, statesIn } from '../schedule/job-state.ts';
import { viewJob } from '../schedule/job-view.ts';
import { type JobRowChange, jobNames, keepDefinitions, knownJobs, updateJobs } from '../schedule/jobs-sheet.ts';
import { type Definition, newJobs, planJobRows } from '../schedule/new-jobs.ts';
import { waitsFor } from '../schedule/run-job.ts';
import { viewOf } from '../schedule/strategies/workbook-view.ts';
import { removeRows } from '../tables/apply.ts';
import { isSameSeller } from '../tables/catalog/item-keys.ts';
import { applyEdits } from '../tables/edits.ts';
import { headerOf } from '../tables/header.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import { demandUnmoved, movedOf, retryIfMoved } from '../tables/moved.ts';
import type { Ports } from './ports.ts';
import type { PullInput } from './pulls.ts';
import { type ScheduleResult, type ScheduleView, schedule } from './schedule-view.ts';

type NewJob = Pick<Definition, 'dataset' | 'filter' | 'every'>;

export function addJob(ports: Ports, input: NewJob): ScheduleView {
  const { dataset, filter, every }: Partial<NewJob> = input ?? {};
  addNew(ports, { dataset: textOf(dataset), filter: textOf(filter), every: textOf(every) });
  return schedule(ports);
}

export function keepPull(ports: Ports, input: Pick<PullInput, 'operation' | 'params'>, every: string): ScheduleResult {
  const { definition, left } = jobOfPull(input, textOf(every));
  const added = addNew(ports, definition);
  const view = schedule(ports);
  const job = view.jobs.find(({ id }) => id === added);
  const without = left.length > 0 ? ` It pulls new data automatically and ignores ${left.join(' and ')}.` : '';
  const runs = view.triggers.some(({ isMine }) => isMine)
    ? ''
    : ' Turn on your schedule in the Schedule tab to run it.';
  return { message: `Job added: ${job?.name}.${without}${runs}`, schedule: view };
}

/** Cells take 50,000 characters. */
const MOST_FILTER = 40_000;

function addNew(ports: Ports, definition: Definition): string {
  if (definition.filter.length > MOST_FILTER) throw argumentError('Too many values for a job. Split the list.');
  const [id] = ports.exclusively(() => addJobs(ports, [definition]));
  if (id === undefined) throw argumentError('A job for this already exists. Edit it on the Jobs sheet.');
  return id;
}

function textOf(value: unknown): string {
  return String(value ?? '').trim();
}

/** Requires the lock. Returns the IDs of added jobs. */
export function addJobs(ports: Ports, definitions: readonly Definition[], isImporting = false): readonly string[] {
  const { book, unique } = ports;
  const { id: ownerId, name: owner } = userOf(ports);
  const owned = definitions.map((each) => ({ ...each, owner, ownerId }));
  const preferred = listConnections(ports)[0]?.name;
  const added = retryIfMoved(() => {
    const sheet = readJobs(ports);
    const others = jobsOfOtherShops(ports, sheet.rows, ownerId);
    const added = newJobs(sheet, owned, unique, preferred, others);
    const plan = planJobRows(sheet, described(ports, added, isImporting), book.timeZone());
    const moved = movedOf([plan]);
    if (!moved) applyEdits(book, plan);
    return moved ?? added;
  });
  const { rows } = updateJobs(ports).sheet;
  const ids = added.map(({ id }) => id);
  if (ids.length > 0) confirmConnections(ports, rows, new Set(ids));
  return ids;
}

/** Allows these jobs to use the connections named in their rows. */
export function confirmConnections({ user }: Ports, rows: readonly JobRow[], ids: ReadonlySet<string>): void {
  const confirmed = rows.filter(({ id }) => ids.has(id));
  const jobs = confirmed.map(({ id, pulls }) => ({ id, connection: String(pulls?.filter.connection ?? '') }));
  confirmJobs(user, jobs, new Set(rows.map(({ id }) => id)));
}

/** IDs of other users' jobs, except those known to be for a shop of this user. */
function jobsOfOtherShops(ports: Ports, rows: readonly JobRow[], me: string): ReadonlySet<string> {
  const sellerOf = sellersOf(ports);
  const own = allConnections(ports.user).map(({ sellerId }) => sellerId);
  const others = rows.filter((row) => {
    const { ownerId } = row.typed;
    return (
      ownerId !== '' && ownerId !== me && !own.some((each) => isSameSeller(each, String(sellerOf(row.id, ownerId))))
    );
  });
  return new Set(others.map(({ id }) => id));
}

/** Looks up the seller ID that a job has pulled, or else the one of its owner, if known. */
function sellersOf({ document }: Ports): (id: string, owner: string) => unknown {
  const texts = document.all();
  const [states, beats] = [statesIn(texts), heartbeatsIn(texts)];
  return (id, owner) => states[id]?.strategyState?.sellerId ?? beats[owner]?.sellerId;
}

/** Without a connection in its filter, a job pulls the shop of its owner's default connection. */
function demandSameShop(ports: Ports, row: JobRow, { sellerId }: Connection): void {
  const { ownerId } = row.typed;
  const owner = row.pulls?.filter.connection ? '' : ownerId;
  const before = ownerId === userOf(ports).id ? undefined : sellersOf(ports)(row.id, owner);
  if (before !== undefined && !isSameSeller(String(before), sellerId))
    throw argumentError(
      `This job pulls shop ${before}, not ${sellerId}. Enter your connection to that shop in Filter first.`,
    );
}

/** Adds names to new jobs, and explains in *Result* if a job has nothing to pull yet. */
function described(ports: Ports, added: readonly ValidRow[], isImporting: boolean): readonly ValidRow[] {
  if (added.length === 0) return [];
  const names = jobNames(ports, added);
  const terms = { interval: ports.trigger.interval() ?? HOUR };
  const view = viewOf(ports.book, ports.clock.now());
  return added.map((row) => {
    const waits = isImporting ? undefined : waitsFor(ports, terms, row.job, NEVER_RUN, view);
    const result = waits === undefined ? '' : waitText(waits);
    return { ...row, typed: { ...row.typed, name: names.get(row.id)! }, result };
  });
}

export function removeJob(ports: Ports, id: string): ScheduleView {
  return changeJob(ports, id, () => removeJobs(ports, new Set([id])));
}

/** Requires the lock. */
export function removeJobs(ports: Ports, ids: ReadonlySet<string>): void {
  const { opened, rows } = readJobs(ports);
  demandUnmoved([opened]);
  removeRows(
    opened.sheet!,
    rows.flatMap(({ id, row }) => (ids.has(id) ? [row] : [])),
  );
  forgetJobs(ports, ids);
  keepDefinitions(ports.document, readJobs(ports).rows);
}

/** Removes the states of jobs, so that their shop doesn't make tables look old, and their unfinished pulls. */
export function forgetJobs({ document }: Pick<Ports, 'document'>, ids: ReadonlySet<string>): void {
  for (const id of ids) forgetState({ document }, id);
  for (const { id, purpose } of runsIn(document.all())) if (purpose && ids.has(purpose.job)) removeRun(document, id);
}

export function pauseJob(ports: Ports, id: string, isPaused: boolean): ScheduleView {
  return changeJob(ports, id, (row) => changeRows(ports, [row], { state: stateFor(isPaused) }));
}

export function pauseAll(ports: Ports, isPaused = true): ScheduleView {
  if (ports.book.find(jobsTable.name)) {
    const valid = knownJobs(ports).rows.filter(({ job }) => job);
    ports.exclusively(() => changeRows(ports, valid, { state: stateFor(isPaused) }));
  }
  return schedule(ports);
}

/** Transfers a job to this user, or lets the user's own job use the connection now named in its row. */
export function takeOver(ports: Ports, id: string): ScheduleView {
  const me = userOf(ports);
  return changeJob(ports, id, (row, { rows }) => {
    if (row.pulls) demandSameShop(ports, row, findConnection(ports.user, row.pulls.filter.connection));
    confirmConnections(ports, rows, new Set([row.id]));
    changeRows(ports, [row], { ownerId: me.id, result: () => '' });
    if (!row.job) updateJobs(ports);
    forgetFormerOwners(ports.document, readJobs(ports).rows, ports.clock.now());
  });
}

/** Runs the given job, or all of this user's due or failed jobs. */
export function refreshNow(ports: Ports, id?: string): ScheduleResult & { readonly hasJobs: boolean } {
  const rows = ports.book.find(jobsTable.name) ? rowsToRun(ports, id) : NO_JOBS;
  if (typeof rows === 'string') return { message: rows, schedule: schedule(ports), hasJobs: rows === NOTHING_DUE };
  const { ran, notes } = dispatch(ports, {
    why: id === undefined ? 'menu' : 'sidebar',
    until: ports.clock.now() + SOFT_STOP,
    interval: ports.trigger.interval() ?? HOUR,
    asleep: 0,
    only: new Set(rows.map((row) => row.id)),
  });
  const hasFailed = ran.some(({ state }) => state.failures > 0);
  return {
    message: [resultOf(ran, rows.length), ...notes].join(' '),
    schedule: schedule(ports),
    hasJobs: true,
    hasFailed,
  };
}

const NO_JOBS = 'You have no jobs yet. Choose Schedule ▸ Set up standard jobs in the menu.';
const NONE_OF_YOURS = 'You have no jobs to run: all jobs are paused, invalid, or of other users.';
const NOTHING_DUE = 'No jobs are due. See the Jobs sheet for upcoming runs.';

function rowsToRun(ports: Ports, id: string | undefined): readonly JobRow[] | string {
  const me = userOf(ports);
  const sheet = knownJobs(ports);
  const isMine = ({ typed }: JobRow) => typed.ownerId === me.id;
  if (id !== undefined) {
    const row = findRow(sheet, id);
    if (row.problem !== undefined) throw argumentError(row.problem);
    if (isMine(row)) return [row];
    throw argumentError(`This job runs on a schedule that ${row.typed.owner} set up. Take it over to run it yourself.`);
  }
  const own = sheet.rows.filter((row) => row.job && !row.job.isPaused && isMine(row));
  if (own.length === 0) return NONE_OF_YOURS;
  const now = ports.clock.now();
  const states = statesIn(ports.document.all());
  const due = own.filter(({ id, job }) => {
    const { dueAt, state } = viewJob(job!, states[id] ?? NEVER_RUN, now);
    return dueAt <= now || job!.runsNow || state.failures > 0;
  });
  return due.length === 0 ? NOTHING_DUE : due;
}

function resultOf(ran: readonly JobRan[], asked: number): string {
  const tried = ran.filter(({ waitsFor }) => waitsFor === undefined);
  const failed = tried.filter(({ state }) => state.failures > 0).length;
  const open = tried.filter(({ state }) => state.failures === 0 && state.cycleAt !== undefined).length;
  const waiting = ran.length - tried.length;
  const notRun = asked - ran.length;
  const parts = [
    `${tried.length - failed - open} of ${asked} jobs done`,
    ...(open > 0 ? [`${open} ${open === 1 ? 'continues' : 'continue'} in the next run`] : []),
    ...(waiting > 0 ? [`${waiting} waiting (see Jobs)`] : []),
    ...(failed > 0 ? [`${failed} failed (see Jobs)`] : []),
    ...(notRun > 0 ? [`${notRun} not run (another run may be in progress)`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function changeRows(ports: Ports, rows: readonly JobRow[], change: JobRowChange): void {
  const ids = new Set(rows.map(({ id }) => id));
  updateJobs(ports, ({ id }) => (ids.has(id) ? change : undefined));
}

function changeJob(ports: Ports, id: string, change: (row: JobRow, sheet: JobsSheet) => void): ScheduleView {
  knownJobs(ports);
  ports.exclusively(() => {
    const sheet = readJobs(ports);
    change(findRow(sheet, id), sheet);
  });
  return schedule(ports);
}

function findRow({ rows }: JobsSheet, id: string): JobRow {
  const row = rows.find((each) => each.id === id);
  if (!row) throw argumentError('This job is no longer on the Jobs sheet. Reload the sidebar.');
  return row;
}

/** Pauses unless the value is `false`, because page input is untrusted. */
function stateFor(isPaused: boolean): 'active' | 'paused' {
  return isPaused === false ? 'active' : 'paused';
}

interface JobOfPull {
  readonly definition: Definition;
  /** Labels of fields the job ignores because it sets them itself. */
  readonly left: readonly string[];
}

function jobOfPull({ operation, params = {} }: Pick<PullInput, 'operation' | 'params'>, every: string): JobOfPull {
  const { id, title, params: declared } = findOperation(operation);
  const dataset = datasets.find((each) => each.operation.id === id)!;
  const left: string[] = [];
  const conditions: string[] = [];
  for (const [name, value] of Object.entries(params)) {
    const param = declared[name];
    const { type, label = headerOf(name), insteadOf } = param ?? {};
    const texts = [value].flat().map(String);
    // A filter is one line, without the header that may have been copied with the values.
    const values = (type === 'texts' ? texts.flatMap((each) => each.split(/[\n\r\t,;]+/)) : texts)
      .map((each) => each.trim())
      .filter((each) => each !== '');
    const text = (param ? withoutHeader(values, headersOfList(name, param))[0] : values).join(', ');
    if (text === '' || insteadOf !== undefined) continue;
    if (!dataset.sets?.includes(name)) conditions.push(condition(name, text));
    else if (type === 'texts')
      throw argumentError(`Jobs for ${title} fill in "${label}" automatically. Leave it blank.`);
    else left.push(label);
  }
  return { definition: { dataset: title, filter: conditions.join('; '), every }, left };
}
