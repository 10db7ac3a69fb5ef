/** Changes of connections that jobs depend on. A job without a connection in *Filter* uses the default one. */
import {
  type ConnectionFields,
  listConnections,
  removeConnection as remove,
  saveConnection as save,
} from '../account/connections.ts';
import { userOf } from '../account/person.ts';
import { type ConnectionSummary, DEMO_NAME } from '../protocol/connection.ts';
import { argumentError, orElse } from '../protocol/market-error.ts';
import { forgetShop } from '../pull/remembered.ts';
import { isPulling } from '../schedule/datasets.ts';
import { writeResults } from '../schedule/dispatcher.ts';
import { condition } from '../schedule/filter.ts';
import { type JobRow, readJobs } from '../schedule/job-rows.ts';
import { updateJobs } from '../schedule/jobs-sheet.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import { findOurs } from '../tables/opened.ts';
import { confirmConnections, forgetJobs } from './job-actions.ts';
import type { Ports } from './ports.ts';

export function saveConnection(ports: Ports, input: ConnectionFields): ConnectionSummary {
  demandOwn(ports, input);
  const [preferred] = listConnections(ports);
  const isOther = input?.isDefault === true && (input.before ?? input.name) !== preferred?.name;
  if (preferred && isOther) nameInJobs(ports, preferred.name);
  const saved = forgettingShops(ports, () => save(ports, input));
  if (input.before != null && input.before !== saved.name) renameInJobs(ports, input.before, saved.name);
  return saved;
}

/** Reports about the demo contain made-up numbers, and its rows are deleted with it. */
function demandOwn(ports: Ports, input: unknown) {
  const { name, before, baseUrl, sellerId } = Object(input) as Partial<ConnectionFields>;
  const [to, from] = [name, before ?? name].map((each) => String(each ?? '').trim() === DEMO_NAME);
  const demo = listConnections(ports).find((each) => each.name === DEMO_NAME);
  const isSame = to && from && baseUrl === demo?.baseUrl && sellerId === demo?.sellerId;
  if ((to || from) && !isSame)
    throw argumentError('The demo shop cannot be changed. Add your shop under another name.');
}

export function removeConnection(ports: Ports, name: string): readonly ConnectionSummary[] {
  const [preferred, other] = listConnections(ports);
  if (other && preferred!.name === name) nameInJobs(ports, name);
  const isStopped = stopJobs(ports, name);
  const left = forgettingShops(ports, () => remove(ports, name));
  if (isStopped) writeResults(ports, []);
  return left;
}

/** Pauses the user's jobs with this connection. Returns false if there are none. */
function stopJobs(ports: Ports, name: string) {
  return ports.exclusively(() => {
    const ids = new Set(jobsUsing(ports, name).map(({ id }) => id));
    if (ids.size === 0) return false;
    const result = () =>
      `Paused because the connection "${name}" was removed. Connect the shop under this name and resume the job, or delete this row.`;
    updateJobs(ports, ({ id }) => (ids.has(id) ? { state: 'paused', result } : undefined));
    forgetJobs(ports, ids);
    return true;
  });
}

/** A disconnected shop must not make other shops' tables look old. */
function forgettingShops<T>(ports: Ports, change: () => T) {
  const before = listConnections(ports);
  const done = change();
  const left = listConnections(ports);
  for (const { sellerId } of before)
    if (!left.some((each) => each.sellerId === sellerId)) forgetShop(ports.document, sellerId);
  return done;
}

/** Returns the user's jobs that pull with this connection. Jobs on an unreadable sheet don't run. */
export function jobsUsing(ports: Ports, name: string): readonly JobRow[] {
  if (!findOurs(ports.book, jobsTable.name)) return [];
  const { id: me } = userOf(ports);
  const otherwise = listConnections(ports)[0]?.name;
  const rows = orElse<readonly JobRow[], []>(
    () => readJobs(ports).rows,
    () => [],
  );
  return rows.filter(({ job }) => job?.owner === me && isPulling(job) && (job.filter.connection ?? otherwise) === name);
}

/** Adds the default connection's name to the user's jobs without one, so that they stay with their shop. */
function nameInJobs(ports: Ports, name: string) {
  ports.exclusively(() => {
    const ids = new Set(jobsUsing(ports, name).flatMap(({ id, job }) => (job?.filter.connection ? [] : [id])));
    if (ids.size === 0) return;
    const named = (filter: string) => [filter, condition('connection', name)].filter((each) => each !== '').join('; ');
    updateJobs(ports, ({ id, typed }) => (ids.has(id) ? { filter: named(typed.filter) } : undefined));
    // Reads the new filters and updates names.
    confirmConnections(ports, updateJobs(ports).sheet.rows, ids);
  });
}

const CONDITION = /connection\s*=\s*("(?:[^"]|"")*"|[^;\n]*)/i;

function renameInJobs(ports: Ports, before: string, name: string) {
  ports.exclusively(() => {
    const ids = new Set(jobsUsing(ports, before).map(({ id }) => id));
    const change = (filter: string) => filter.replace(CONDITION, () => condition('connection', name));
    if (ids.size > 0)
      updateJobs(ports, ({ id, typed }) => (ids.has(id) ? { filter: change(typed.filter) } : undefined));
  });
}
