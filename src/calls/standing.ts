/** How things stand, on the sheet Status: freshness of tables, calls that are left, whose schedules run. */
import { callsLeft } from '../limits/ledger.ts';
import { operations } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Connection } from '../protocol/connection.ts';
import { MarketError } from '../protocol/market-error.ts';
import { listStatus } from '../refresh/commit.ts';
import type { JobStates } from '../refresh/jobs/due.ts';
import type { JobRow } from '../refresh/jobs/rows.ts';
import type { Gauge, Schedule } from '../refresh/standing.ts';
import { statusRecords, tableStandings } from '../refresh/standing.ts';
import { standingsText } from '../refresh/standing-text.ts';
import type { TabledOperation } from '../tables/table.ts';
import { beatsIn, isLate } from './beats.ts';
import { findConnection } from './connections.ts';
import type { Ports } from './ports.ts';

/** How tables stand by jobs, and when people pulled them, for formulas. */
export const [STANDING, PULLED] = ['standing', 'pulled'];

/** Under the lock. `interval`: milliseconds between two executions. Sentences for the person where the sheet cannot be used. */
export function writeStanding(
  ports: Ports,
  rows: readonly JobRow[],
  states: JobStates,
  interval: number,
): readonly string[] {
  const now = ports.clock.now();
  const jobs = rows.flatMap(({ job, target }) => (job ? [{ job, tables: target }] : []));
  const tables = tableStandings(jobs, states, now, interval);
  ports.document.set(STANDING, standingsText(tables));
  const standing = {
    tables,
    gauges: gaugesOf(ports),
    schedules: schedulesOf(ports),
  };
  return listStatus(ports.book, statusRecords(standing, now, ports.book.timeZone()), now);
}

/** Of the default connection; none while nothing is connected. */
export function gaugesOf(ports: Ports): readonly (Gauge & { readonly operation: string })[] {
  let connection: Connection;
  try {
    connection = findConnection(ports.user);
  } catch (error) {
    if (error instanceof MarketError) return [];
    throw error;
  }
  const now = ports.clock.now();
  const all = Object.values<TabledOperation>(operations);
  const outlooks = ports.outlooks(
    all.map((operation) => cappedBy(operation, connection)),
    now,
  );
  return all.map((operation, index) => {
    const outlook = outlooks[index]!;
    const left = callsLeft(outlook, now);
    const next = outlook.free.find(({ at }) => at > now)?.at;
    const freeAt = left === 0 && next !== undefined ? { freeAt: next } : {};
    return { operation: operation.id, title: operation.title, cap: outlook.cap, left, ...freeAt };
  });
}

function schedulesOf({ document, clock }: Ports): readonly Schedule[] {
  const now = clock.now();
  return Object.values(beatsIn(document.all())).map((beat) => ({
    person: beat.name,
    state: isLate(beat, now) ? 'late' : 'on',
    interval: beat.interval,
    ...(beat.at === undefined ? {} : { lastAt: beat.at }),
  }));
}
