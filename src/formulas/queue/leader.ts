/** The leader fetches data for all waiting formulas and writes it to the cache. */
import type { Entry } from '../cache/answer-cache.ts';
import { contextOf } from '../evaluate.ts';
import type { MarketAccess, Ports } from '../ports.ts';
import { type Ahead, readAhead } from '../prefetch/read-ahead.ts';
import { merged, type Query } from '../query.ts';
import { askBatch, type Batch, batchesOf } from './batches.ts';
import { Attempts, BREAKER, type HeldLease, readBreaker, readRequests } from './coordination.ts';
import { KnownAnswers } from './known-answers.ts';
import type { Understanding } from './understanding.ts';

/** Timeout of a call, and how much longer than that the lease lasts, in milliseconds. */
const LONGEST_CALL = 10_000;
const AFTER_CALL = 2000;

/** Time for concurrent formulas to write their requests, in milliseconds. */
const GATHERING = 300;

/** Time limit for reading ahead, in milliseconds. Formulas on unread sheets make their own requests. */
const LONGEST_READING = 1000;

interface LeaderTerms {
  /** No batch starts after this time. */
  readonly beginUntil: number;
  /** No call starts after this time. */
  readonly callUntil: number;
  /** Serves other formulas' requests before the leader's own queries. */
  readonly areRequestsFirst?: true;
}

interface LeaderResult extends Pick<Attempts, 'errorOf'> {
  readonly entries: ReadonlyMap<string, Entry>;
}

/** Fetches data for `own` and for waiting formulas, then releases the lease. Returns marketplace errors as values. */
export function askAsLeader(
  ports: Ports,
  understanding: Understanding,
  lease: HeldLease,
  own: readonly Query[],
  terms: LeaderTerms,
): LeaderResult {
  try {
    ports.checkConnection();
    const leader = new Leader(ports, understanding, lease, terms);
    leader.askForAll(own);
    return leader.result;
  } finally {
    lease.release();
  }
}

const NOTHING: Ahead = { queries: [], others: [], repeated: new Set(), unread: 0, isWhole: true };

class Leader {
  private readonly ports: Ports;
  private readonly lease: HeldLease;
  private readonly terms: LeaderTerms;
  private readonly understanding: Understanding;
  private readonly known: KnownAnswers;
  private readonly attempts: Attempts;
  /** Open queries by key, in fetch order. */
  private readonly waiting = new Map<string, Query>();
  private ahead: Ahead = NOTHING;
  /** True if no other formula can be waiting. */
  private isAlone = false;
  private readonly tablesRead = new Set<Query['operation']>();
  private readonly access = new Map<Query['operation'], MarketAccess>();

  constructor(ports: Ports, understanding: Understanding, lease: HeldLease, terms: LeaderTerms) {
    const { entries, texts } = lease.known;
    this.ports = ports;
    this.lease = lease;
    this.terms = terms;
    this.understanding = understanding;
    this.known = new KnownAnswers(ports, entries);
    this.attempts = new Attempts(ports, readBreaker(texts[BREAKER], ports.fingerprint));
  }

  get result(): LeaderResult {
    return { entries: this.known.entries, errorOf: (query) => this.attempts.errorOf(query) };
  }

  askForAll(own: readonly Query[]): void {
    if (!own.some((query) => this.isOpen(query))) return;
    this.readAhead(own);
    try {
      while (this.mayBegin() && this.askNext()) this.lease.renew();
    } finally {
      for (const access of this.access.values()) access.close();
    }
  }

  private isOpen(query: Query) {
    return this.attempts.mayAsk(query) && !this.known.isGood(query);
  }

  private mayBegin() {
    return this.ports.clock.now() < this.terms.beginUntil && this.lease.isHeld();
  }

  /** Finds the queries of other formulas, and serves queries from tables where possible. */
  private readAhead(own: readonly Query[]) {
    const { entries } = this.known;
    // If an outdated result must be renewed, other formulas' results are renewed too.
    const isReopening = own.some((query) => this.isOpen(query) && entries.has(query.key));
    const found = aheadIn(this.ports);
    const ahead = withoutOwn(found, own);
    this.lease.renew();
    this.understand([...own, ...ahead.queries, ...ahead.others]);
    const { queries, others } = ahead;
    this.ahead = {
      ...ahead,
      queries: this.understanding.asked(queries),
      others: this.understanding.asked(others),
    };
    this.isAlone = found.queries.length + found.others.length > 0 && isEmpty(ahead);
    const asked = this.understanding.asked(own);
    // Entries for queries as typed were read with the lease. Now read those for resolved queries.
    this.known.readCache(asked.filter((query) => !own.includes(query)));
    for (const query of asked) this.waiting.set(query.key, query);
    this.enqueue(this.ahead.queries, ({ key }) => isReopening || !entries.has(key));
    this.enqueue(this.ahead.others, () => false);
    this.readTables([...this.waiting.values()]);
    this.lease.renew();
  }

  /** Resolves queries. Drops identifiers the Catalog can't resolve. */
  private understand(queries: readonly Query[]) {
    this.understanding.recall(queries);
    this.understanding.learn(queries);
    return this.understanding.asked(queries);
  }

  /** Merges refresh requirements into waiting queries, and adds other wanted queries. */
  private enqueue(queries: readonly Query[], isWanted: (query: Query) => boolean) {
    this.known.readCache(queries.filter(({ key }) => !this.waiting.has(key)));
    for (const query of queries)
      if (this.waiting.has(query.key) || isWanted(query))
        this.waiting.set(query.key, merged(this.waiting.get(query.key), query));
  }

  /** Reads an operation's tables only once, for all queries. */
  private readTables(queries: readonly Query[]) {
    const read = this.tablesRead;
    const news = new Set(queries.map(({ operation }) => operation).filter((each) => !read.has(each)));
    for (const operation of news) read.add(operation);
    const others = this.ahead.others.filter(({ operation }) => news.has(operation));
    this.known.readTables([...queries, ...others]);
  }

  /** Fetches the next batch. Returns false if none is left. */
  private askNext() {
    const requested = this.requested();
    const news = requested.filter(({ key }) => !this.waiting.has(key));
    this.enqueue(requested, () => true);
    this.readTables(news);
    const batches = batchesOf(this.openWith(requested), this.ports.connection());
    const [batch] = batches;
    if (batch) this.ask(batch, callsFor(batch, batches));
    return batch !== undefined;
  }

  private requested() {
    if (this.isAlone) return [];
    const { cache, clock } = this.ports;
    if (this.ahead.unread > 0) clock.sleep(GATHERING);
    return this.understand(readRequests(cache));
  }

  private openWith(requested: readonly Query[]): readonly Query[] {
    const first = new Map((this.terms.areRequestsFirst ? requested : []).map((query) => [query.key, query]));
    return [...new Map([...first, ...this.waiting]).values()].filter((query) => this.isOpen(query));
  }

  private ask(batch: Batch, calls: number) {
    const { network } = this.accessTo(batch.queries[0]!.operation);
    const asked = askBatch(network, this.ports.connection(), batch, calls);
    this.known.write(asked.found);
    // Keeps existing results available until the marketplace recovers.
    if (asked.fatal) this.known.prolong([...this.waiting.values()]);
    this.attempts.note(batch.queries, asked);
  }

  private accessTo(operation: Query['operation']) {
    const beforeCalls = () => this.lease.renew(this.ports.clock.now() + LONGEST_CALL + AFTER_CALL);
    const deadlines = { until: this.terms.callUntil, longest: LONGEST_CALL, beforeCalls };
    const access = this.access.get(operation) ?? this.ports.access(operation, deadlines);
    this.access.set(operation, access);
    return access;
  }
}

/** Reserves all of an operation's calls together, because each reservation locks the ledger. */
function callsFor(next: Batch, batches: readonly Batch[]) {
  const { operation } = next.queries[0]!;
  const alike = batches.filter(({ queries }) => queries[0]!.operation === operation);
  return alike.reduce((sum, { units }) => sum + units.length, 0);
}

/** Reading ahead is optional. It fails if Google rejects the read or a user is deleting a sheet. */
function aheadIn(ports: Ports): Ahead {
  try {
    const { workbook, clock } = ports;
    const now = clock.now();
    return readAhead(workbook, contextOf(ports, now), () => clock.now() < now + LONGEST_READING);
  } catch {
    return { ...NOTHING, unread: 1, isWhole: false };
  }
}

function isEmpty({ queries, others, unread, isWhole }: Ahead) {
  return isWhole && unread === 0 && queries.length === 0 && others.length === 0;
}

function withoutOwn(ahead: Ahead, own: readonly Query[]): Ahead {
  const keys = new Set(own.map(({ key }) => key).filter((key) => !ahead.repeated.has(key)));
  const isOfOthers = ({ key }: Query) => !keys.has(key);
  return { ...ahead, queries: ahead.queries.filter(isOfOthers), others: ahead.others.filter(isOfOthers) };
}
