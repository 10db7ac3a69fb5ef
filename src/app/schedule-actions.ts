import { allConnections, findConnection, listConnections } from '../account/connections.ts';
import { setUser, type User, type UserFields, userOf } from '../account/person.ts';
import { plural } from '../protocol/lists.ts';
import { listOnStatus } from '../pull/status-rows.ts';
import { writeResults } from '../schedule/dispatcher.ts';
import { heartbeatsIn, isLate, removeHeartbeat, setHeartbeat } from '../schedule/heartbeats.ts';
import { readJobs } from '../schedule/job-rows.ts';
import { readDefinitions, updateJobs } from '../schedule/jobs-sheet.ts';
import { planJobRows, standardJobs } from '../schedule/new-jobs.ts';
import { statusRecords } from '../schedule/status-writer.ts';
import { applyEdits } from '../tables/edits.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import { updateRules } from '../tables/rules/rules-sheet.ts';
import { statusTable } from '../tables/status.ts';
import { spokenTime } from '../tables/zone.ts';
import { type EmailChoice, rememberStop, setEmailChoice } from './email.ts';
import { addJobs } from './job-actions.ts';
import type { Ports } from './ports.ts';
import { type ScheduleResult, type ScheduleView, schedule } from './schedule-view.ts';

/**
 * Turns on the schedule, restores a deleted Jobs sheet, and adds missing standard jobs for each connection. Doesn't
 * report empty tables during an import.
 */
export function setUpJobs(ports: Ports, isImporting = false): ScheduleResult {
  findConnection(ports.user);
  const interval = ports.trigger.install();
  const me = userOf(ports);
  startHeartbeat(ports, me, interval);
  const { restored, added } = ports.exclusively(() => {
    const zone = ports.book.timeZone();
    const isGone = ports.book.find(jobsTable.name) === undefined;
    const lost = isGone ? (readDefinitions(ports.document) ?? []) : [];
    applyEdits(ports.book, planJobRows(readJobs(ports), lost, zone));
    updateRules(ports.book, ports.document, true);
    const connections = listConnections(ports).map(({ name }) => name);
    const wanted = standardJobs({ connections, account: me.account, now: ports.clock.now(), interval });
    return { restored: lost.length, added: addJobs(ports, wanted, isImporting).length };
  });
  const parts = [
    ...(restored > 0 ? [`${plural(restored, 'job')} restored.`] : []),
    ...(added > 0 ? [`${plural(added, 'job')} added.`] : []),
  ];
  const view = schedule(ports);
  const next = view.triggers.find(({ isMine }) => isMine)!;
  const at = spokenTime(Date.parse(next.nextAt!), ports.book.timeZone(), ports.clock.now());
  const what = parts.join(' ') || 'You already have all standard jobs.';
  return { message: `${what} The ${next.lastAt ? 'next' : 'first'} run is at ${at}.`, schedule: view };
}

function startHeartbeat(ports: Ports, me: User, interval: number) {
  const now = ports.clock.now();
  const before = heartbeatsIn(ports.document.all())[me.id];
  const isOn = before?.interval === interval && !isLate(before, now);
  const [shop] = allConnections(ports.user);
  const { name } = me;
  if (before && isLate(before, now)) rememberStop(ports, before);
  setHeartbeat(ports.document, me.id, {
    ...(isOn ? before : { interval, since: now }),
    name,
    sellerId: shop?.sellerId,
  });
}

export function turnOn(ports: Ports): ScheduleView {
  findConnection(ports.user);
  startHeartbeat(ports, userOf(ports), ports.trigger.install());
  updateSheets(ports);
  return schedule(ports);
}

export function turnOff(ports: Ports): ScheduleView {
  const { id, name } = userOf(ports);
  ports.trigger.uninstall();
  const heartbeat = heartbeatsIn(ports.document.all())[id];
  if (heartbeat) rememberStop(ports, heartbeat);
  removeHeartbeat(ports.document, id);
  const now = ports.clock.now();
  const off = statusRecords({ schedules: [{ person: name, state: 'off' }] }, now, ports.book.timeZone());
  if (ports.book.find(statusTable.name)) ports.exclusively(() => listOnStatus(ports.book, off, now));
  updateSheets(ports);
  return schedule(ports);
}

export function setEmail(ports: Ports, input: Partial<EmailChoice>): ScheduleView {
  setEmailChoice(ports, input);
  return schedule(ports);
}

function updateSheets(ports: Ports) {
  if (!ports.book.find(jobsTable.name)) return;
  if (ports.book.tables().includes(statusTable.name)) writeResults(ports, []);
  else ports.exclusively(() => updateJobs(ports));
}

/** The account type determines how often the schedule runs. */
export function describeMe(ports: Ports, described: UserFields): ScheduleView {
  const me = setUser(ports, described);
  if (ports.trigger.interval() !== undefined) startHeartbeat(ports, me, ports.trigger.install());
  updateSheets(ports);
  return schedule(ports);
}
