/** What a leader does: it asks for everything that formulas wait for, and writes the answers to the cache for all. */
import type { MarketError } from '../../protocol/market-error.ts';
import type { Entry } from '../cache/answer-cache.ts';
import { contextOf } from '../evaluate.ts';
import type { MarketAccess, Ports } from '../ports.ts';
import { type Ahead, readAhead } from '../prefetch/read-ahead.ts';
import { merged, type Query } from '../query.ts';
import { askBatch, type Batch, batchesOf } from './batches.ts';
import { Attempts, BREAKER, type HeldLease, readBreaker, readRequests } from './coordination.ts';
import { KnownAnswers } from './known-answers.ts';
import type { Understanding } from './understanding.ts';

/** The longest that a call of the marketplace is waited for; the lease outlasts it by so much. In milliseconds. */
const LONGEST_CALL = 10_000;
const AFTER_CALL = 2000;

/** Formulas that start at one moment need so long to write their requests, in milliseconds. */
const GATHERING = 300;

/** After its last call a leader restores what the cache forgets before others have seen it, so long; in milliseconds. */
const LONGEST_LINGER = 5000;
/** Sheets are read ahead for so long: formulas on the others ask to be answered when they are computed. */
const LONGEST_READING = 1000;

interface LeaderTerms {
  /** No batch is begun after it, in epoch milliseconds. */
  readonly beginUntil: number;
  /** No call is begun after it. */
  readonly callUntil: number;
  /** Of a leader that has time: what others wait for goes before its own. */
  readonly areRequestsFirst?: true;
}

interface LeaderResult {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Why a query was not answered; nothing where it was not tried. */
  errorOf(query: Query): MarketError | undefined;
}

/** `own` comes first, and `understanding` learns what they mean. To be called by who holds the lease, which is released. Nothing is thrown of what the marketplace does. */
export function askAsLeader(
  ports: Ports,
  understanding: Understanding,
  lease: HeldLease,
  own: readonly Query[],
  terms: LeaderTerms,
): LeaderResult {
  try {
    ports.checkConnection();
  } catch (error) {
    lease.release();
    throw error;
  }
  const leader = new Leader(ports, understanding, lease, terms);
  leader.askForAll(own);
  lease.release();
  return leader.result;
}

const NOTHING: Ahead = { queries: [], others: [], repeated: new Set(), unread: 0, isWhole: true };

class Leader {
  readonly #ports: Ports;
  readonly #lease: HeldLease;
  readonly #terms: LeaderTerms;
  readonly #understanding: Understanding;
  readonly #known: KnownAnswers;
  readonly #attempts: Attempts;
  /** What formulas wait for, by key, in the order in which it is asked for. */
  readonly #waiting = new Map<string, Query>();
  /** Keys of what others wait for. */
  readonly #shared = new Set<string>();
  #ahead: Ahead = NOTHING;
  /** Nobody else in the workbook can wait for anything. */
  #isAlone = false;
  /** Operations whose tables were read for what formulas may ask. */
  readonly #tablesRead = new Set<Query['operation']>();
  readonly #access = new Map<Query['operation'], MarketAccess>();
  /** Epoch milliseconds. */
  #answeredAt = 0;

  constructor(ports: Ports, understanding: Understanding, lease: HeldLease, terms: LeaderTerms) {
    const { entries, texts } = lease.known;
    this.#ports = ports;
    this.#lease = lease;
    this.#terms = terms;
    this.#understanding = understanding;
    this.#known = new KnownAnswers(ports, entries);
    this.#attempts = new Attempts(ports, readBreaker(texts[BREAKER], ports.fingerprint));
  }

  get result(): LeaderResult {
    return { entries: this.#known.entries, errorOf: (query) => this.#attempts.errorOf(query) };
  }

  askForAll(own: readonly Query[]): void {
    if (!own.some((query) => this.#isOpen(query))) return;
    this.#readAhead(own);
    this.#answeredAt = this.#ports.clock.now();
    try {
      while (this.#mayBegin() && this.#askNext()) this.#lease.renew();
    } finally {
      for (const access of this.#access.values()) access.close();
    }
  }

  /** Whether it is worth asking for. */
  #isOpen(query: Query): boolean {
    return this.#attempts.mayAsk(query) && !this.#known.isGood(query);
  }

  #mayBegin(): boolean {
    return this.#ports.clock.now() < this.#terms.beginUntil && this.#lease.isHeld();
  }

  /** What the formulas of the workbook will ask, and what tables have of all that. */
  #readAhead(own: readonly Query[]): void {
    const { entries } = this.#known;
    // While what is known has only grown old, other formulas are asked for again too; else they have no need of it.
    const isReopening = own.some((query) => this.#isOpen(query) && entries.has(query.key));
    const found = aheadIn(this.#ports);
    const ahead = withoutOwn(found, own);
    this.#lease.renew();
    this.#understand([...own, ...ahead.queries, ...ahead.others]);
    this.#ahead = {
      ...ahead,
      queries: this.#understanding.asked(ahead.queries),
      others: this.#understanding.asked(ahead.others),
    };
    this.#isAlone = !this.#terms.areRequestsFirst && isNobody(ahead) && !isNobody(found);
    const asked = this.#understanding.asked(own);
    // The lease came with the answers for the identifiers as typed; answers for what they mean are read now.
    this.#known.readCache(asked.filter((query) => !own.includes(query)));
    for (const query of asked) this.#waiting.set(query.key, query);
    this.#enqueue(this.#ahead.queries, ({ key }) => isReopening || !entries.has(key));
    this.#enqueue(this.#ahead.others, () => false);
    this.#readTables([...this.#waiting.values()]);
    this.#lease.renew();
  }

  /** As they are asked; of what nobody knows there is nothing to ask. */
  #understand(queries: readonly Query[]): readonly Query[] {
    this.#understanding.recall(queries);
    this.#understanding.learn(queries);
    return this.#understanding.asked(queries);
  }

  /** Queries that wait already may have to be newer than before; of others those that are wanted wait from now on. */
  #enqueue(queries: readonly Query[], isWanted: (query: Query) => boolean): void {
    this.#known.readCache(queries.filter(({ key }) => !this.#waiting.has(key)));
    for (const query of queries)
      if (this.#waiting.has(query.key) || isWanted(query))
        this.#waiting.set(query.key, merged(this.#waiting.get(query.key), query));
  }

  /** With the first queries of an operation whatever else formulas may ask of it: tables are read once. */
  #readTables(queries: readonly Query[]): void {
    const read = this.#tablesRead;
    const news = new Set(queries.map(({ operation }) => operation).filter((each) => !read.has(each)));
    for (const operation of news) read.add(operation);
    const others = this.#ahead.others.filter(({ operation }) => news.has(operation));
    this.#known.readTables([...queries, ...others]);
  }

  /** Asks for the next batch, or waits a little for others to see what is known; false when there is nothing to do. */
  #askNext(): boolean {
    const { clock } = this.#ports;
    const requested = this.#requested();
    const news = requested.filter(({ key }) => !this.#waiting.has(key));
    this.#enqueue(requested, () => true);
    this.#readTables(news);
    const batches = batchesOf(this.#openWith(requested), this.#ports.connection());
    const [batch] = batches;
    const isForgetful = this.#known.restore(batch ? requested : this.#forOthers(requested));
    if (batch) this.#ask(batch, callsFor(batch, batches));
    else if (isForgetful && clock.now() < this.#answeredAt + LONGEST_LINGER) clock.sleep(GATHERING);
    else return false;
    return true;
  }

  #requested(): readonly Query[] {
    if (this.#isAlone) return [];
    const { cache, clock } = this.#ports;
    if (this.#ahead.unread > 0) clock.sleep(GATHERING);
    return this.#understand(readRequests(cache));
  }

  /** What others wait for, or will ask: what is only this formula's own it has. */
  #forOthers(requested: readonly Query[]): readonly Query[] {
    for (const { key } of [...requested, ...this.#ahead.queries]) this.#shared.add(key);
    return [...this.#waiting.values()].filter(({ key }) => this.#shared.has(key));
  }

  #openWith(requested: readonly Query[]): readonly Query[] {
    const first = new Map((this.#terms.areRequestsFirst ? requested : []).map((query) => [query.key, query]));
    return [...new Map([...first, ...this.#waiting]).values()].filter((query) => this.#isOpen(query));
  }

  #ask(batch: Batch, calls: number): void {
    const { network } = this.#accessTo(batch.queries[0]!.operation);
    const asked = askBatch(network, this.#ports.connection(), batch, calls);
    this.#known.write(asked.found);
    // Nothing newer is to be had after an error: what is known may have to last.
    if (asked.fatal) this.#known.prolong([...this.#waiting.values()]);
    this.#attempts.note(batch.queries, asked);
    this.#answeredAt = this.#ports.clock.now();
  }

  #accessTo(operation: Query['operation']): MarketAccess {
    const beforeCalls = () => this.#lease.renew(this.#ports.clock.now() + LONGEST_CALL + AFTER_CALL);
    const deadlines = { until: this.#terms.callUntil, longest: LONGEST_CALL, beforeCalls };
    const access = this.#access.get(operation) ?? this.#ports.access(operation, deadlines);
    this.#access.set(operation, access);
    return access;
  }
}

/** All that is to come of an operation is reserved at once, since the ledger is held for each reservation. */
function callsFor(next: Batch, batches: readonly Batch[]): number {
  const { operation } = next.queries[0]!;
  const alike = batches.filter(({ queries }) => queries[0]!.operation === operation);
  return alike.reduce((sum, { units }) => sum + units.length, 0);
}

/** A workbook that cannot be read, such as one whose sheet somebody just deletes, or that Google refuses, is not worth an error. */
function aheadIn(ports: Ports): Ahead {
  try {
    const { workbook, clock } = ports;
    const now = clock.now();
    return readAhead(workbook, contextOf(ports, now), () => clock.now() < now + LONGEST_READING);
  } catch {
    return { ...NOTHING, unread: 1, isWhole: false };
  }
}

/** Nobody asks for anything. */
function isNobody({ queries, others, unread, isWhole }: Ahead): boolean {
  return isWhole && unread === 0 && queries.length === 0 && others.length === 0;
}

/** What no call makes but the one whose own it is. */
function withoutOwn(ahead: Ahead, own: readonly Query[]): Ahead {
  const keys = new Set(own.map(({ key }) => key).filter((key) => !ahead.repeated.has(key)));
  const isOfOthers = ({ key }: Query) => !keys.has(key);
  return { ...ahead, queries: ahead.queries.filter(isOfOthers), others: ahead.others.filter(isOfOthers) };
}
