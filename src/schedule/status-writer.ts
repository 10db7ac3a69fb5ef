/** Writes the schedule's Status rows: freshness, calls left, schedules, and the warehouse. */
import { connectionIf } from '../account/connections.ts';
import { callsLeft, usedUp } from '../limits/ledger.ts';
import { operations } from '../operations/registry.ts';
import { cappedBy } from '../protocol/connection.ts';
import { instantAt } from '../protocol/fields.ts';
import { countText } from '../protocol/lists.ts';
import { isDamaged } from '../protocol/store.ts';
import { HOUR, MINUTE } from '../protocol/time.ts';
import { listOnStatus, recordOf } from '../pull/status-rows.ts';
import { loadRun, removeRun } from '../pull/stored-run.ts';
import { MOST_CELLS, removeRows } from '../tables/apply.ts';
import { openExisting } from '../tables/opened.ts';
import { cellAt, keyAt } from '../tables/positions.ts';
import type { Book } from '../tables/sheet.ts';
import { FRESHNESS, NO_REASON, type StatusRecord, showStates, statusColumns, statusTable } from '../tables/status.ts';
import type { TabledOperation } from '../tables/table.ts';
import { spokenTime } from '../tables/zone.ts';
import type { Holdings } from '../warehouse/export.ts';
import { warehouseDataset } from './datasets.ts';
import { heartbeatsIn, isLate } from './heartbeats.ts';
import type { JobRow } from './job-rows.ts';
import type { JobView } from './job-view.ts';
import type { SchedulePorts } from './ports.ts';
import { freshAt, keepFreshness, type TableFreshness, tableFreshness } from './table-freshness.ts';

/** Requires the lock. `unchanged`: today's runs without changes. Returns messages if the sheet could not be written. */
export function writeStatus(
  ports: SchedulePorts,
  rows: readonly JobRow[],
  views: ReadonlyMap<string, JobView>,
  unchanged: number,
  damaged: readonly StatusRecord[] = [],
): readonly string[] {
  const { document, book, clock, warehouse } = ports;
  const now = clock.now();
  const jobs = rows.flatMap(({ id, target }) => {
    const view = views.get(id);
    if (!view) return [];
    const tables = target.length > 0 ? target : [warehouseDataset.title];
    const sellerId = sellerOf(ports, view);
    // The connection of a paused job may have been removed.
    return sellerId === '' && view.job.isPaused ? [] : [{ view, tables, sellerId }];
  });
  const filled = tableFreshness(jobs);
  keepFreshness(document, filled);
  const tables = filled.map((each) => ({ ...each, doneAt: freshAt(document, now, each.table, each.sellerId) }));
  const schedules = Object.values(heartbeatsIn(document.all())).map((heartbeat): Schedule => {
    const { name: person, interval, at: lastAt } = heartbeat;
    return { person, interval, lastAt, state: isLate(heartbeat, now) ? 'late' : 'on' };
  });
  const holdings = warehouse.holdings();
  const held = holdings && { ...holdings, cells: book.cells() };
  const content = { tables, gauges: gaugesOf(ports), schedules, unchanged, held };
  const records = [...statusRecords(content, now, book.timeZone()), ...damaged];
  removeFormer(book, records);
  const { notes } = listOnStatus(book, records, now);
  showStates(book);
  return notes;
}

/** Other users' connections can't be read, so the seller for their jobs comes from earlier runs. */
function sellerOf(ports: SchedulePorts, { job, state }: JobView): string {
  const known = state.strategyState?.sellerId;
  return typeof known === 'string' ? known : (connectionIf(ports, job.filter.connection)?.sellerId ?? '');
}

/** The default connection's calls left per operation. Empty without a connection. */
export function gaugesOf(ports: SchedulePorts): readonly (Gauge & { readonly operation: string })[] {
  const connection = connectionIf(ports);
  if (!connection) return [];
  const now = ports.clock.now();
  return Object.values<TabledOperation>(operations).map((operation) => {
    const availability = ports.availability(cappedBy(operation, connection), now);
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
  /** When the next call is free. Set only if no calls are left. */
  readonly freeAt?: number | undefined;
}

export interface Schedule {
  readonly person: string;
  readonly state: 'on' | 'off' | 'late';
  readonly lastAt?: number | undefined;
  readonly interval?: number;
}

interface StatusContent {
  readonly tables?: readonly TableFreshness[];
  readonly gauges?: readonly Gauge[];
  readonly schedules?: readonly Schedule[];
  readonly unchanged?: number;
  /** `cells`: total cells in the workbook, including blank ones. */
  readonly held?: (Holdings & { readonly cells: number }) | undefined;
}

/** Appends the shop if jobs of several shops fill the table. */
function subjectOf(table: string, sellerId: string, tables: readonly TableFreshness[]): string {
  const isOnly = tables.every((other) => other.table !== table || other.sellerId === sellerId);
  return isOnly ? table : `${table} of ${sellerId || 'unknown shop'}`;
}

/** Removes rows for tables without a job, for tables now listed by shop, and for schedules with a new name or owner. */
function removeFormer(book: Book, records: readonly StatusRecord[]): void {
  const opened = openExisting(book, statusTable.name, statusColumns());
  if (!opened?.sheet) return;
  const current = new Set(records.map(({ about, subject }) => `${about}|${subject}`));
  const former = opened.contents.cells.flatMap((_, index) => {
    const [about, subject, state] = ['about', 'subject', 'state'].map((id) =>
      String(cellAt(opened.contents, index, id)),
    );
    const isOurs = about === FRESHNESS || (about === 'Schedule' && state !== 'off');
    return isOurs && !current.has(`${about}|${subject}`) && keyAt(opened.contents, index) !== '' ? [index + 1] : [];
  });
  removeRows(opened.sheet, former);
}

export function statusRecords(
  { tables = [], gauges = [], schedules = [], unchanged, held }: StatusContent,
  now: number,
  zone: string,
): readonly StatusRecord[] {
  const time = (at: number) => spokenTime(at, zone, now);
  const record = (about: string, subject: string, state: string, detail: readonly string[]) =>
    recordOf({ about, subject, state, detail: detail.join('; ') || null }, now);
  return [
    ...tables.map(({ table, sellerId, state, doneAt, allowed, nextAt, error }) => ({
      ...record(FRESHNESS, subjectOf(table, sellerId, tables), state, [
        ...(state === 'failing' ? [error?.replace(/\.$/, '') || NO_REASON] : []),
        doneAt === undefined ? 'no complete run yet' : `last complete run ${time(doneAt)}`,
        nextAt === undefined ? 'no run scheduled' : `next run about ${time(nextAt)}`,
      ]),
      lastComplete: doneAt === undefined ? null : instantAt(doneAt),
      hoursAllowed: allowed === undefined ? null : allowed / HOUR,
    })),
    ...gauges.map(({ title, cap, left, freeAt }) =>
      record(
        'Calls this hour',
        title,
        `${countText(left)} of ${countText(cap)} left`,
        left > 0 || freeAt === undefined ? [] : [`next available at ${time(freeAt)}`],
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
          record('Warehouse', held.project, `${countText(held.sent)} rows sent`, [
            `the spreadsheet has ${countText(held.cells)} of ${countText(MOST_CELLS)} cells`,
            ...(held.doneAt === undefined ? [] : [`last complete export ${time(held.doneAt)}`]),
            ...(held.expires ? ['old rows in its tables expire, so these rows stay in the spreadsheet'] : []),
          ]),
        ]
      : []),
  ];
}

/** Removes corrupted stored values and reports each of them once. `stored`: all document properties. */
export function dropDamaged(
  { document, book, clock }: Pick<SchedulePorts, 'document' | 'book' | 'clock'>,
  stored: Readonly<Record<string, string>>,
): readonly StatusRecord[] {
  const keys = Object.keys(stored).filter((key) => {
    const [, run, part] = /^run\.([^.]+)(\..*)?$/.exec(key) ?? [];
    if (run === undefined) return key !== 'consent' && isDamaged(stored[key]!);
    return part === undefined && loadRun({ get: (name) => stored[name] ?? null }, run) === undefined;
  });
  for (const key of keys) {
    if (key.startsWith('run.')) removeRun(document, key.slice(4));
    else if (key.startsWith('ledger.')) document.set(key, usedUp(clock.now()));
    else document.remove(key);
  }
  const about = 'Stored data';
  const detail = 'It was edited or damaged. The add-on will recreate it. No table data was lost.';
  return [...keys, ...(book.damaged?.() ?? [])].map((subject) =>
    recordOf({ about, subject, state: 'could not be read', detail }, clock.now()),
  );
}
