/** How things stand, on the sheet Status: freshness of tables, calls that are left, whose schedules run. */

import { findConnection } from '../account/connections.ts';
import { callsLeft } from '../limits/ledger.ts';
import { operations } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Connection } from '../protocol/connection.ts';
import { MarketError } from '../protocol/market-error.ts';
import { listStatus } from '../pull/commit.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { JobStates } from './due.ts';
import type { Gauge, Schedule } from './freshness.ts';
import { statusRecords, tableFreshness } from './freshness.ts';
import { freshnessText } from './freshness-text.ts';
import { heartbeatsIn, isLate } from './heartbeats.ts';
import type { JobRow } from './job-rows.ts';
import type { SchedulePorts } from './ports.ts';

/** How tables stand by jobs, and when people pulled them, for formulas. */
export const FRESHNESS = 'standing';

/** Under the lock. `interval`: milliseconds between two executions. Sentences for the person where the sheet cannot be used. */
export function writeStatus(
  ports: SchedulePorts,
  rows: readonly JobRow[],
  states: JobStates,
  interval: number,
): readonly string[] {
  const now = ports.clock.now();
  const jobs = rows.flatMap(({ job, target }) => (job ? [{ job, tables: target }] : []));
  const tables = tableFreshness(jobs, states, now, interval);
  ports.document.set(FRESHNESS, freshnessText(tables));
  const standing = {
    tables,
    gauges: gaugesOf(ports),
    schedules: schedulesOf(ports),
  };
  return listStatus(ports.book, statusRecords(standing, now, ports.book.timeZone()), now);
}

/** Of the default connection; none while nothing is connected. */
export function gaugesOf(ports: SchedulePorts): readonly (Gauge & { readonly operation: string })[] {
  let connection: Connection;
  try {
    connection = findConnection(ports.user);
  } catch (error) {
    if (error instanceof MarketError) return [];
    throw error;
  }
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
    const freeAt = left === 0 && next !== undefined ? { freeAt: next } : {};
    return { operation: operation.id, title: operation.title, cap: availability.cap, left, ...freeAt };
  });
}

function schedulesOf({ document, clock }: SchedulePorts): readonly Schedule[] {
  const now = clock.now();
  return Object.values(heartbeatsIn(document.all())).map((beat) => ({
    person: beat.name,
    state: isLate(beat, now) ? 'late' : 'on',
    interval: beat.interval,
    ...(beat.at === undefined ? {} : { lastAt: beat.at }),
  }));
}
