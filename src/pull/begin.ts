/** Checks and plans a pull request without making calls. */

import { findConnection } from '../account/connections.ts';
import { userOf } from '../account/person.ts';
import type { Cost, Work } from '../limits/planner.ts';
import { findOperation } from '../operations/registry.ts';
import { columnsOf, columnValues } from '../operations/tables.ts';
import { pageSizesOf } from '../protocol/client.ts';
import { type Connection, cappedBy, chooseStorefront, isDemoAddress } from '../protocol/connection.ts';
import { START } from '../protocol/cursor.ts';
import { isoText } from '../protocol/dates.ts';
import { readParams } from '../protocol/params.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { PullPorts } from './context.ts';
import {
  askedItems,
  type Catalog,
  type Listed,
  listedValues,
  matchesFor,
  notesBefore,
  singleCallsIn,
} from './identifiers.ts';
import { costOf, daysOf, expectedSize } from './plan.ts';
import { type RememberedIdentifiers, type RememberedSize, recallRefused, recallSize } from './remembered.ts';
import { DEMO_NOTE, headerAdvice, isolatedNote, singleCallNote } from './report.ts';
import { notedAs, type Run, type RunPurpose, unitsOfRun, type Why } from './run.ts';
import { demandStorable } from './stored-run.ts';

/** A request from a user or job. Its fields are `unknown` because pages and sheets aren't trusted. */
export interface PullRequest {
  readonly operation?: unknown;
  /** Param values by name, including `connection` and `storefront`. */
  readonly params?: unknown;
  /** Counts changes without writing them. */
  readonly preview?: unknown;
  /** IDs of the columns to show in a new sheet, by table. */
  readonly columns?: unknown;
  readonly why?: Why;
}

/** Throws MarketError if the request is invalid. Jobs pass a `purpose`. */
export function begin(ports: PullPorts, asked: PullRequest, purpose?: RunPurpose): Run {
  const operation = findOperation(asked.operation);
  const params = (asked.params ?? {}) as Record<string, unknown>;
  const connection = findConnection(ports.user, params.connection);
  // Treat a pull that omits the default connection like one that names it.
  const input = { ...params, connection: connection.name };
  const { sellerId } = connection;
  const now = ports.clock.now();
  const run = beginRun({
    id: ports.unique(),
    operation,
    connection,
    input,
    now,
    // Sizes are stored by seller, because users can rename connections.
    last: purpose ? undefined : recallSize(ports.document, operation, { ...input, connection: sellerId }),
    before: recallRefused(ports.document, { operation: operation.id, sellerId }, now),
    isPreview: asked.preview === true,
    catalog: (polled) => readCatalog(ports.book, connection, polled),
    listed: (tables, column) => [
      ...new Set(tables.flatMap((table) => columnValues(ports.book, table, column, sellerId))),
    ],
    ...(purpose ? {} : { plan: (work) => costOf(work, ports.planInput(cappedBy(operation, connection))) }),
  });
  const { id: by, name: who } = userOf(ports);
  const chosen = chosenColumns(operation, asked.columns);
  const notes = !purpose && isDemoAddress(connection.baseUrl) ? [...run.notes, DEMO_NOTE] : run.notes;
  const begun: Run = { ...run, by, who, why: asked.why ?? 'sidebar', purpose, notes, ...(chosen ? { chosen } : {}) };
  demandStorable(begun);
  return begun;
}

function chosenColumns({ tables }: TabledOperation, input: unknown): Run['chosen'] {
  if (typeof input !== 'object' || input === null) return undefined;
  const given = input as Readonly<Record<string, unknown>>;
  const chosen = tables.flatMap(({ name }) => {
    const listed = Array.isArray(given[name]) ? (given[name] as readonly unknown[]) : [];
    const known = (columnsOf(name) ?? []).map(({ id }) => id).filter((id) => listed.includes(id));
    return known.length > 0 ? [[name, known] as const] : [];
  });
  return chosen.length > 0 ? Object.fromEntries(chosen) : undefined;
}

export interface RunInput {
  readonly id: string;
  readonly operation: TabledOperation;
  readonly connection: Connection;
  readonly input: Readonly<Record<string, unknown>>;
  readonly now: number;
  readonly last?: RememberedSize | undefined;
  readonly before?: RememberedIdentifiers;
  readonly isPreview?: boolean;
  readonly catalog?: Catalog;
  readonly listed?: Listed;
  /** Estimates the cost of the work, given caps and quotas. By default, only counts calls. */
  readonly plan?: (work: Work) => Cost;
}

/** Creates a run that isn't assigned to a user yet. */
export function beginRun(asked: RunInput): Run {
  const { operation, connection, input, now, last, before = new Map(), catalog, listed } = asked;
  const { version, settings = {} } = connection;
  const terms = { version, settings };
  const storefront = chooseStorefront(operation, connection, text(input.storefront));
  const { params: given, ignored, headers } = readParams(operation, input, terms);
  const listing = listed ? listedValues(operation, given, listed) : given;
  const { params, typed, left, notes, cut } = askedItems(
    operation,
    listing,
    catalog,
    operation.items?.polled?.[storefront],
  );
  const values = Object.values(params).flat();
  const matches = matchesFor(operation, params, catalog);
  const singles = singleCallsIn(
    operation,
    params,
    matches,
    values.filter((value) => before.has(value)),
    now,
  );
  const identifiers = notesBefore(values, before, singles);
  const units = unitsOfRun(operation, { params, terms, identifiers }).length;
  const { calls, cells, precision } = expectedSize(
    { units, days: daysOf(operation, params, now), ...pageSizesOf(operation, settings) },
    last,
  );
  const work = { operation: operation.id, calls, cells, precision };
  const { plan = (unplanned: Work) => withoutLimits(unplanned, now) } = asked;
  return {
    id: asked.id,
    operation: operation.id,
    connection: connection.name,
    sellerId: connection.sellerId,
    storefront,
    params,
    cut,
    // Cut like in the stored size, because `params` contains long lists, too.
    input: Object.fromEntries(
      Object.entries(input).flatMap(([name, value]) =>
        Array.isArray(value) ? [] : [[name, String(value ?? '').slice(0, 40)]],
      ),
    ),
    ignored,
    terms,
    identifiers,
    isPreview: asked.isPreview ?? false,
    state: 'planned',
    cursor: START,
    planned: plan(work),
    startedAt: now,
    workedFor: 0,
    executions: 0,
    calls: 0,
    pages: 0,
    records: 0,
    callsLeft: units,
    cells: 0,
    isKept: false,
    grown: 0,
    tables: [],
    typed,
    notFound: left,
    without: [],
    unnamed: 0,
    emptyStreak: 0,
    fellShort: 0,
    notes: [
      ...headers.map(headerAdvice),
      ...notes,
      ...isolatedNote(notedAs(identifiers, 'isolated').length),
      ...singleCallNote(notedAs(identifiers, 'single-call').length),
    ],
    tally: {},
    errors: [],
    stoppedBy: null,
    resumeAt: null,
    heldUntil: null,
    by: '',
    who: '',
    why: 'sidebar',
  };
}

/** Plans for jobs aren't shown. */
function withoutLimits({ operation, calls, cells = 0, precision }: Work, now: number): Cost {
  return {
    calls: { byOperation: { [operation]: calls } },
    executions: 1,
    minutes: 0,
    cells,
    finishAt: isoText(now),
    binding: null,
    ...(precision && { precision }),
  };
}

function text(input: unknown): string | undefined {
  return input === undefined || input === null || input === '' ? undefined : String(input);
}
