/** What the sheet Status says of the schedule: how fresh each table is, calls that are left, whose schedules run. */
import { connectionIf } from '../account/connections.ts';
import { callsLeft } from '../limits/ledger.ts';
import { operations } from '../operations/registry.ts';
import { instantAt } from '../protocol/fields.ts';
import { cappedBy } from '../protocol/gate.ts';
import { HOUR, MINUTE } from '../protocol/time.ts';
import { listOnStatus, recordOf } from '../pull/status-rows.ts';
import { MOST_CELLS, removeRows } from '../tables/apply.ts';
import { openExisting } from '../tables/opened.ts';
import { cellAt, keyAt } from '../tables/positions.ts';
import type { Book } from '../tables/sheet.ts';
import { FRESHNESS, NO_REASON, type StatusRecord, showStates, statusColumns, statusTable } from '../tables/status.ts';
import type { TabledOperation } from '../tables/table.ts';
import { wallText } from '../tables/zone.ts';
import type { Holdings } from '../warehouse/plan.ts';
import { heartbeatsIn, isLate } from './heartbeats.ts';
import type { JobRow } from './job-rows.ts';
import type { JobView } from './job-view.ts';
import type { SchedulePorts } from './ports.ts';
import { keepFreshness, type TableFreshness, tableFreshness } from './table-freshness.ts';

/**
 * Under the lock. `views` are the jobs of the rows, by id; `unchanged` runs of today changed nothing. Sentences for the
 * person where the sheet cannot be used.
 */
export function writeStatus(
  ports: SchedulePorts,
  rows: readonly JobRow[],
  views: ReadonlyMap<string, JobView>,
  unchanged: number,
  damaged: readonly StatusRecord[] = [],
): readonly string[] {
  const { document, book, clock, warehouse } = ports;
  const now = clock.now();
  const jobs = rows.flatMap(({ id, target: tables }) => {
    const view = views.get(id);
    return view ? [{ view, tables, sellerId: sellerOf(ports, view) }] : [];
  });
  const tables = tableFreshness(jobs);
  keepFreshness(document, tables);
  const schedules = Object.values(heartbeatsIn(document.all())).map((heartbeat): Schedule => {
    const { name: person, interval, at: lastAt } = heartbeat;
    return { person, interval, lastAt, state: isLate(heartbeat, now) ? 'late' : 'on' };
  });
  const holdings = warehouse.holdings();
  const held = holdings && { ...holdings, cells: book.cells() };
  const content = { tables, gauges: gaugesOf(ports), schedules, unchanged, held };
  const records = [...statusRecords(content, now, book.timeZone()), ...damaged];
  forgetFormer(book, records);
  const { notes } = listOnStatus(book, records, now);
  showStates(book);
  return notes;
}

/** Whose shop a job pulls: of another person's job only its runs tell. */
function sellerOf(ports: SchedulePorts, { job, state }: JobView): string {
  const known = state.strategyState?.sellerId;
  return typeof known === 'string' ? known : (connectionIf(ports, job.filter.connection)?.sellerId ?? '');
}

/** Of the default connection; none while nothing is connected. */
export function gaugesOf(ports: SchedulePorts): readonly (Gauge & { readonly operation: string })[] {
  const connection = connectionIf(ports);
  if (!connection) return [];
  const now = ports.clock.now();
  const all = Object.values<TabledOperation>(operations);
  const availabilities = ports.availabilities(
    all.map((operation) => cappedBy(operation, connection)),
    now,
  );
  return all.map((operation, index) => {
    const availability = availabilities[index]!;
    const left = callsLeft(availability, now);
    const next = availability.free.find(({ at }) => at > now)?.at;
    const freeAt = left === 0 ? next : undefined;
    return { operation: operation.id, title: operation.title, cap: availability.cap, left, freeAt };
  });
}

export interface Gauge {
  readonly title: string;
  readonly cap: number;
  readonly left: number;
  /** When the next one is free, while none is. */
  readonly freeAt?: number | undefined;
}

export interface Schedule {
  readonly person: string;
  /** `late`: its trigger has not come for longer than it should. */
  readonly state: 'on' | 'off' | 'late';
  readonly lastAt?: number | undefined;
  readonly interval?: number;
}

interface StatusContent {
  readonly tables?: readonly TableFreshness[];
  readonly gauges?: readonly Gauge[];
  readonly schedules?: readonly Schedule[];
  readonly unchanged?: number;
  /** `cells`: those of the workbook, blank ones too. */
  readonly held?: (Holdings & { readonly cells: number }) | undefined;
}

/** It says whose table it is where there are several shops. */
function subjectOf(table: string, sellerId: string, tables: readonly TableFreshness[]): string {
  const isOnly = tables.every((other) => other.table !== table || other.sellerId === sellerId);
  return isOnly ? table : `${table} of ${sellerId || 'unknown shop'}`;
}

/** Rows about tables that no job fills any more, or that are told apart by shop by now, would go on saying what was. */
function forgetFormer(book: Book, records: readonly StatusRecord[]): void {
  const opened = openExisting(book, statusTable.name, statusColumns());
  if (!opened?.sheet) return;
  const current = new Set(records.map(({ about, subject }) => `${about}|${subject}`));
  const former = opened.contents.cells.flatMap((_, index) => {
    const cell = (id: string) => String(cellAt(opened.contents, index, id));
    const isFormer = cell('about') === FRESHNESS && !current.has(`${FRESHNESS}|${cell('subject')}`);
    return isFormer && keyAt(opened.contents, index) !== '' ? [index + 1] : [];
  });
  removeRows(opened.sheet, former);
}

/** Rows of the sheet Status; times in the words of the spreadsheet's zone. */
export function statusRecords(
  { tables = [], gauges = [], schedules = [], unchanged, held }: StatusContent,
  now: number,
  zone: string,
): readonly StatusRecord[] {
  const time = (at: number) => timeText(at, now, zone);
  const record = (about: string, subject: string, state: string, detail: readonly string[]) =>
    recordOf({ about, subject, state, detail: detail.join('; ') || null }, now);
  return [
    ...tables.map(({ table, sellerId, state, doneAt, allowed, nextAt, error }) => ({
      ...record(FRESHNESS, subjectOf(table, sellerId, tables), state, [
        ...(state === 'failing' ? [error?.replace(/\.$/, '') || NO_REASON] : []),
        doneAt === undefined ? 'no complete run yet' : `complete run of ${time(doneAt)}`,
        nextAt === undefined ? 'no next run' : `next about ${time(nextAt)}`,
      ]),
      lastComplete: doneAt === undefined ? null : instantAt(doneAt),
      hoursAllowed: allowed === undefined ? null : allowed / HOUR,
    })),
    ...gauges.map(({ title, cap, left, freeAt }) =>
      record(
        'Calls this hour',
        title,
        `${thousands(left)} of ${thousands(cap)} left`,
        left > 0 || freeAt === undefined ? [] : [`next free at ${time(freeAt)}`],
      ),
    ),
    ...schedules.map(({ person, state, lastAt, interval }) =>
      record('Schedule', person, state, [
        ...(interval === undefined || state === 'off' ? [] : [`every ${interval / MINUTE} minutes`]),
        ...(lastAt === undefined ? [] : [`last run ${time(lastAt)}`]),
      ]),
    ),
    ...(unchanged === undefined ? [] : [record('Log', 'Runs that changed nothing', `${unchanged} today`, [])]),
    ...(held
      ? [
          record('Warehouse', held.project, `${thousands(held.sent)} rows sent`, [
            `the workbook has ${thousands(held.cells)} of ${thousands(MOST_CELLS)} cells`,
            ...(held.doneAt === undefined ? [] : [`complete export of ${time(held.doneAt)}`]),
            ...(held.expires
              ? ['its tables expire, so old rows stay in the workbook']
              : []),
          ]),
        ]
      : []),
  ];
}

/** `12:41`, with its day where that is another one. */
export function timeText(at: number, now: number, zone: string): string {
  const text = wallText(at, zone).slice(0, 16);
  return wallText(now, zone).startsWith(text.slice(0, 10)) ? text.slice(11) : text;
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}
