/** Fetches what formulas need before they ask for it, in as few calls as possible, as their leader. */
import { type Cost, type PlanInput, planWork, type Work } from '../../limits/planner.ts';
import { type OperationId, operations } from '../../operations/registry.ts';
import { type Capped, cappedBy } from '../../protocol/caps.ts';
import { MarketError } from '../../protocol/market-error.ts';
import { isGood, readCache } from '../cache/answer-cache.ts';
import type { MarketAccess, Ports, Workbook } from '../ports.ts';
import type { Query } from '../query.ts';
import { BREAKER, readBreaker, tripError } from '../queue/attempts.ts';
import { batchesOf } from '../queue/batches.ts';
import { acquireLease, type HeldLease } from '../queue/coordination.ts';
import { askAsLeader } from '../queue/leader.ts';
import { Understanding } from '../queue/understanding.ts';
import type { Needs } from './needs.ts';

export interface FetchPorts extends Ports {
  /** What is known of caps and quotas, to plan with. */
  planInput(of: Capped): PlanInput;
  /** An id that nobody else has. */
  unique(): string;
}

/** What is to be asked, and what that costs. */
export interface Plan {
  /** Each once, as it is asked. */
  readonly queries: readonly Query[];
  readonly open: readonly Query[];
  readonly cost: Cost;
}

/** What could not be had of an operation. */
export interface Unanswered {
  readonly operation: OperationId;
  readonly values: number;
  /** Nothing where only the time was over. */
  readonly error: MarketError | undefined;
}

export interface Fetched {
  /** Values that are known now and were not before. */
  readonly values: number;
  /** Queries of which the marketplace knows nothing, and those that it refused. */
  readonly nothing: number;
  readonly refused: number;
  /** Those that were known before. */
  readonly known: number;
  readonly calls: number;
  readonly unanswered: readonly Unanswered[];
  /** What those cost. */
  readonly rest: Cost | undefined;
}

/** Formulas that are computed at this moment are answered first; for so long they are waited for. In milliseconds. */
const LONGEST_WAIT = 40_000;
const PAUSE = 500;

export function planFetch(ports: FetchPorts, needs: Needs): Plan {
  const understanding = new Understanding(ports);
  understanding.recall(needs.queries);
  understanding.learn(needs.queries);
  const asked = understanding.asked(needs.queries);
  const queries = [...new Map(asked.map((query) => [query.key, query] as const)).values()];
  const { entries } = readCache(ports, queries);
  const now = ports.clock.now();
  // What nobody ever asked for comes first, and what was asked last comes last: else what is never known would keep
  // the calls from what is.
  const askedAt = ({ key }: Query) => entries.get(key)?.at ?? 0;
  const open = queries
    .filter((query) => !isGood(entries.get(query.key), query, now))
    .sort((one, other) => askedAt(one) - askedAt(other));
  return { queries, open, cost: costOf(ports, open) };
}

/** `beginUntil` and `callUntil` in epoch milliseconds: after them no batch is begun, and no call. */
export function fetchNeeds(
  ports: FetchPorts,
  { queries, open }: Plan,
  terms: { readonly beginUntil: number; readonly callUntil: number },
): Fetched {
  const known = queries.length - open.length;
  if (open.length === 0) return { values: 0, nothing: 0, refused: 0, known, calls: 0, unanswered: [], rest: undefined };
  let calls = 0;
  const counting = (access: MarketAccess): MarketAccess => {
    const { http } = access.network;
    const fetchAll: typeof http.fetchAll = (requests) => {
      calls += requests.length;
      return http.fetchAll(requests);
    };
    return { ...access, network: { ...access.network, http: { fetchAll } } };
  };
  const lease = awaitLease(ports, ports.unique(), open);
  const result = askAsLeader(
    { ...ports, workbook: EMPTY, access: (...args) => counting(ports.access(...args)) },
    new Understanding(ports),
    lease,
    open,
    { ...terms, areRequestsFirst: true },
  );
  const now = ports.clock.now();
  const breaker = readBreaker(readCache(ports, [], [BREAKER]).texts[BREAKER], ports.fingerprint);
  const missing = open.filter((query) => !isGood(result.entries.get(query.key), query, now));
  const unanswered = [...new Set(missing.map(({ operation }) => operation))].map((operation): Unanswered => {
    const alike = missing.filter((query) => query.operation === operation);
    const errors = alike.map(result.errorOf);
    return {
      operation,
      values: alike.length,
      error: errors.find((error) => error !== undefined) ?? tripError(breaker, operation, now),
    };
  });
  const rest = missing.length === 0 ? undefined : costOf(ports, missing);
  const answered = open
    .map(({ key }) => result.entries.get(key))
    .filter((entry, index) => isGood(entry, open[index]!, now));
  const refused = answered.filter((entry) => entry?.refused).length;
  const nothing = answered.filter((entry) => entry?.records.length === 0).length - refused;
  const values = answered.length - nothing - refused;
  return { values, nothing, refused, known, calls, unanswered, rest };
}

/** All is read already. */
const EMPTY: Workbook = {
  ownColumn: () => 1,
  sheets: () => [],
  named: () => undefined,
};

function costOf(ports: FetchPorts, queries: readonly Query[]): Cost {
  const connection = ports.connection();
  const work = batchesOf(queries, connection).map(({ units, queries: own }): Work => {
    const [{ operation, list }] = own as [Query];
    // How many pages a table has is not known before.
    return { operation, calls: units.length, ...(list === undefined ? { precision: 'at least' } : {}) };
  });
  const planInput = (id: string) => ports.planInput(cappedBy(operations[id as OperationId], connection));
  return planWork(work, {
    ...planInput(work[0]?.operation ?? 'inventory'),
    usages: (id) => planInput(id).usages(id),
  });
}

function awaitLease(ports: FetchPorts, id: string, own: readonly Query[]): HeldLease {
  const { clock } = ports;
  const until = clock.now() + LONGEST_WAIT;
  for (;;) {
    const lease = acquireLease(ports, id, own);
    if (lease) return lease;
    if (clock.now() >= until)
      throw new MarketError(
        'MARKET_TIMEOUT',
        'Formulas are being computed at this moment; try again when they are done.',
      );
    clock.sleep(PAUSE);
  }
}
