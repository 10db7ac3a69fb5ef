/** What a leader does: it asks for everything that formulas wait for, and puts the answers up for all. */
import type { MarketError } from '../../protocol/market-error.ts';
import type { Entry } from '../cache/entry.ts';
import { readCache } from '../cache/read-cache.ts';
import type { Ahead } from '../prefetch/read-ahead.ts';
import { readAhead } from '../prefetch/read-ahead.ts';
import type { Query } from '../query.ts';
import { forBoth } from '../query.ts';
import { askBatch } from './ask-batch.ts';
import { Attempts } from './attempts.ts';
import type { Batch } from './batches.ts';
import { batchesOf } from './batches.ts';
import { KnownAnswers } from './known-answers.ts';
import { leads, renewLead, resign } from './leader-lease.ts';
import { readPending } from './pending-requests.ts';
import type { MarketAccess, Ports } from './ports.ts';

/** The longest that a call of the marketplace is waited for; the lease outlasts it by so much. In milliseconds. */
const LONGEST_CALL = 10_000;
const AFTER_CALL = 2000;

/** Formulas that start at one moment need so long to leave their wishes, in milliseconds. */
const GATHERING = 300;

/** After its last call a leader puts up again what the cache forgets before others have seen it, so long; in milliseconds. */
const LONGEST_LINGER = 5000;

export interface LeaderTerms {
  /** No batch is begun after it, in epoch milliseconds. */
  readonly beginUntil: number;
  /** No call is begun after it. */
  readonly callUntil: number;
  /** Of a leader that has time: what others wait for goes before its own. */
  readonly areWishesFirst?: true;
}

export interface LeaderResult {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Why an item was not answered; nothing where it was not tried. */
  whyNot(item: Query): MarketError | undefined;
}

/** `own` comes first. Nothing is thrown of what the marketplace does. */
export function lead(ports: Ports, id: string, own: readonly Query[], terms: LeaderTerms): LeaderResult {
  try {
    ports.demandSame();
  } catch (error) {
    resign(ports, id);
    throw error;
  }
  const leading = new Leading(ports, id, own, terms);
  leading.askForAll(own);
  resign(ports, id);
  return leading.led;
}

/** What a leader knows and has under way while it leads. */
class Leading {
  readonly #ports: Ports;
  readonly #id: string;
  readonly #terms: LeaderTerms;
  readonly #knowledge: KnownAnswers;
  readonly #tries: Attempts;
  /** What formulas wait for, by key, in the order in which it is asked for. */
  readonly #waiting: Map<string, Query>;
  #ahead: Ahead = { queries: [], others: [], unread: 0 };
  /** Operations whose tables were looked at for what formulas may ask. */
  readonly #recalled = new Set<Query['operation']>();
  readonly #lines = new Map<Query['operation'], MarketAccess>();
  /** Epoch milliseconds. */
  #answeredAt = 0;

  constructor(ports: Ports, id: string, own: readonly Query[], terms: LeaderTerms) {
    const { entries, breaker } = readCache(ports, own);
    this.#ports = ports;
    this.#id = id;
    this.#terms = terms;
    this.#knowledge = new KnownAnswers(ports, entries);
    this.#tries = new Attempts(ports, breaker);
    this.#waiting = new Map(own.map((item) => [item.key, item] as const));
  }

  get led(): LeaderResult {
    return { entries: this.#knowledge.entries, whyNot: (item) => this.#tries.whyNot(item) };
  }

  askForAll(own: readonly Query[]): void {
    if (!own.some((item) => this.#isOpen(item))) return;
    this.#lookAround(own);
    this.#answeredAt = this.#ports.clock.now();
    try {
      while (this.#mayBegin() && this.#goOn()) renewLead(this.#ports, this.#id);
    } finally {
      for (const line of this.#lines.values()) line.close();
    }
  }

  /** Whether it is worth asking for. */
  #isOpen(item: Query): boolean {
    return this.#tries.mayAsk(item) && !this.#knowledge.isGood(item);
  }

  #mayBegin(): boolean {
    return this.#ports.clock.now() < this.#terms.beginUntil && leads(this.#ports, this.#id);
  }

  /** What the formulas of the workbook will ask, and what tables know of all that. */
  #lookAround(own: readonly Query[]): void {
    const { entries } = this.#knowledge;
    // While what is known has only grown old, other formulas are asked for again too; else they have no need of it.
    const isReopening = own.some((item) => this.#isOpen(item) && entries.has(item.key));
    this.#ahead = readAround(this.#ports);
    renewLead(this.#ports, this.#id);
    this.#enlist(this.#ahead.queries, ({ key }) => isReopening || !entries.has(key));
    this.#enlist(this.#ahead.others, () => false);
    this.#recall([...this.#waiting.values()]);
    renewLead(this.#ports, this.#id);
  }

  /** Items that wait already may have to be newer than before; of others those that are wanted wait from now on. */
  #enlist(items: readonly Query[], isWanted: (item: Query) => boolean): void {
    this.#knowledge.look(items.filter(({ key }) => !this.#waiting.has(key)));
    for (const item of items)
      if (this.#waiting.has(item.key) || isWanted(item))
        this.#waiting.set(item.key, forBoth(this.#waiting.get(item.key), item));
  }

  /** From tables, and with the first items of an operation whatever else formulas may ask of it: they are read once. */
  #recall(items: readonly Query[]): void {
    const recalled = this.#recalled;
    const news = new Set(items.map(({ operation }) => operation).filter((each) => !recalled.has(each)));
    for (const operation of news) recalled.add(operation);
    const others = this.#ahead.others.filter(({ operation }) => news.has(operation));
    this.#knowledge.recall([...items, ...others]);
  }

  /** Asks for the next batch, or waits a little for others to see what is known; false when there is nothing to do. */
  #goOn(): boolean {
    const { cache, clock } = this.#ports;
    if (this.#ahead.unread > 0) clock.sleep(GATHERING);
    const wishes = readPending(cache);
    const news = wishes.filter(({ key }) => !this.#waiting.has(key));
    this.#enlist(wishes, () => true);
    this.#recall(news);
    const batches = batchesOf(this.#openWith(wishes), this.#ports.connection());
    const [batch] = batches;
    const isForgetful = this.#knowledge.remind(batch ? wishes : [...this.#waiting.values()]);
    if (batch) this.#ask(batch, callsFor(batch, batches));
    else if (isForgetful && clock.now() < this.#answeredAt + LONGEST_LINGER) clock.sleep(GATHERING);
    else return false;
    return true;
  }

  #openWith(wishes: readonly Query[]): readonly Query[] {
    const hurried = new Map((this.#terms.areWishesFirst ? wishes : []).map((item) => [item.key, item]));
    return [...new Map([...hurried, ...this.#waiting]).values()].filter((item) => this.#isOpen(item));
  }

  #ask(batch: Batch, calls: number): void {
    const { network } = this.#lineFor(batch.queries[0]!.operation);
    const asked = askBatch(network, this.#ports.connection(), batch, calls);
    this.#knowledge.learn(asked.found);
    // Nothing newer is to be had after an error: what is known may have to last.
    if (asked.fatal) this.#knowledge.renew([...this.#waiting.values()]);
    this.#tries.note(batch.queries, asked);
    this.#answeredAt = this.#ports.clock.now();
  }

  #lineFor(operation: Query['operation']): MarketAccess {
    const beforeCalls = () =>
      renewLead(this.#ports, this.#id, this.#ports.clock.now() + LONGEST_CALL + AFTER_CALL);
    const patience = { until: this.#terms.callUntil, longest: LONGEST_CALL, beforeCalls };
    const line = this.#lines.get(operation) ?? this.#ports.access(operation, patience);
    this.#lines.set(operation, line);
    return line;
  }
}

/** All that is to come of an operation is reserved at once, since the ledger is held for each reservation. */
function callsFor(next: Batch, batches: readonly Batch[]): number {
  const { operation } = next.queries[0]!;
  const alike = batches.filter(({ queries }) => queries[0]!.operation === operation);
  return alike.reduce((sum, { units }) => sum + units.length, 0);
}

/** A workbook that cannot be read, such as one whose sheet somebody just deletes, is not worth an error. */
function readAround({ workbook, owner, zone, clock }: Ports): Ahead {
  try {
    return readAhead(workbook, { owner, zone, now: clock.now() });
  } catch {
    return { queries: [], others: [], unread: 1 };
  }
}
