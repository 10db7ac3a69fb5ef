/** Becomes the leader and fetches data for the workbook's formulas in few calls. */
import { type OperationId, operations } from '../../operations/registry.ts';
import { plural } from '../../protocol/lists.ts';
import { MarketError } from '../../protocol/market-error.ts';
import { spokenTime } from '../../tables/zone.ts';
import { isGood, readCache } from '../cache/answer-cache.ts';
import type { MarketAccess, Ports, Workbook } from '../ports.ts';
import type { Query } from '../query.ts';
import { acquireLease, BREAKER, isLed, LEASE, readBreaker, tripError } from '../queue/coordination.ts';
import { askAsLeader } from '../queue/leader.ts';
import { Understanding } from '../queue/understanding.ts';

interface Unanswered {
  readonly operation: OperationId;
  readonly values: number;
  /** Undefined if time ran out. */
  readonly error: MarketError | undefined;
}

interface Fetched {
  readonly values: number;
  readonly calls: number;
  readonly unanswered: readonly Unanswered[];
}

/** Maximum wait for running formulas, in milliseconds. */
const LONGEST_WAIT = 40_000;
const PAUSE = 500;

/** No batch starts after `beginUntil`, and no call after `callUntil`. */
export function fetchNeeds(
  ports: Ports,
  needed: readonly Query[],
  terms: { readonly beginUntil: number; readonly callUntil: number },
): Fetched {
  const open = openQueries(ports, needed);
  if (open.length === 0) return { values: 0, calls: 0, unanswered: [] };
  let calls = 0;
  const counting = (access: MarketAccess): MarketAccess => {
    const { http } = access.network;
    const fetchAll: typeof http.fetchAll = (requests) => {
      calls += requests.length;
      return http.fetchAll(requests);
    };
    return { ...access, network: { ...access.network, http: { fetchAll } } };
  };
  const result = askAsLeader(
    { ...ports, workbook: EMPTY, access: (...args) => counting(ports.access(...args)) },
    new Understanding(ports),
    awaitLease(ports, open),
    open,
    { ...terms, areRequestsFirst: true },
  );
  const now = ports.clock.now();
  const breaker = readBreaker(readCache(ports, [], [BREAKER]).texts[BREAKER], ports.fingerprint);
  const missing = open.filter((query) => !isGood(result.entries.get(query.key), query, now));
  const unanswered = [...new Set(missing.map(({ operation }) => operation))].map((operation): Unanswered => {
    const alike = missing.filter((query) => query.operation === operation);
    const errors = alike.map(result.errorOf);
    const error = errors.find((each) => each !== undefined) ?? tripError(breaker, alike[0]!, now);
    return { operation, values: alike.length, error };
  });
  const answered = open.filter((query) => !missing.includes(query)).map(({ key }) => result.entries.get(key)!);
  const values = answered.filter(({ records, refused }) => records.length > 0 && !refused).length;
  return { values, calls, unanswered };
}

/** Returns a message for the user. `zone` is the spreadsheet's time zone. */
export function fetchedText({ values, calls, unanswered }: Fetched, zone: string, now: number): string {
  if (calls === 0 && values === 0 && unanswered.length === 0) return 'Formulas are up to date.';
  const fetched = `Fetched ${plural(values, 'value')} for formulas in ${plural(calls, 'call')}.`;
  return [
    values > 0 ? `${fetched} Reload the spreadsheet to see ${values === 1 ? 'it' : 'them'}.` : fetched,
    ...unanswered.map((each) => unansweredText(each, zone, now)),
  ].join(' ');
}

function unansweredText({ operation, values, error }: Unanswered, zone: string, now: number) {
  const missing = `Missing ${plural(values, 'value')} from ${operations[operation].title}`;
  if (!error) return `${missing}: out of time. Refresh again.`;
  const { retryAt } = error.details;
  const again = retryAt === undefined ? '' : ` Refresh again after ${spokenTime(retryAt, zone, now)}.`;
  return `${missing}: ${error.message}${again}`;
}

/** Returns distinct resolved queries without a valid result. */
function openQueries(ports: Ports, needed: readonly Query[]): readonly Query[] {
  const understanding = new Understanding(ports);
  understanding.recall(needed);
  understanding.learn(needed);
  const queries = [...new Map(understanding.asked(needed).map((query) => [query.key, query] as const)).values()];
  const { entries } = readCache(ports, queries);
  const now = ports.clock.now();
  // Sort the oldest first, so that unknown identifiers don't use up the calls.
  const askedAt = ({ key }: Query) => entries.get(key)?.at ?? 0;
  return queries
    .filter((query) => !isGood(entries.get(query.key), query, now))
    .sort((one, other) => askedAt(one) - askedAt(other));
}

/** Keeps the leader from reading the sheets again. */
const EMPTY: Workbook = { ownColumn: () => 1, sheets: () => [], sheet: () => undefined, named: () => undefined };

function awaitLease(ports: Ports, own: readonly Query[]) {
  const { cache, clock, random } = ports;
  const id = `refresh ${random()}`;
  const until = clock.now() + LONGEST_WAIT;
  for (;;) {
    const lease = isLed(cache.getAll([LEASE]), clock.now()) ? undefined : acquireLease(ports, id, own);
    if (lease) return lease;
    if (clock.now() >= until)
      throw new MarketError('MARKET_TIMEOUT', 'Formulas are updating right now. Refresh again in a minute.');
    clock.sleep(PAUSE);
  }
}
