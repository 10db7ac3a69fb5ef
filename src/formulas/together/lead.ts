/** What a leader does: it asks for everything that formulas wait for, and puts the answers up for all. */
import { MarketError } from '../../protocol/market-error.ts';
import type { Asked } from '../asking.ts';
import { askBatch } from '../asking.ts';
import type { Batch } from '../batches.ts';
import { batchesOf } from '../batches.ts';
import type { Item } from '../items.ts';
import { forBoth } from '../items.ts';
import { keepBreaker, mended, tripped, whyNot } from './breaker.ts';
import type { Entry } from './entry.ts';
import { Knowledge } from './knowledge.ts';
import { leads, renewLead, resign } from './leadership.ts';
import { look } from './look.ts';
import type { Line, Ports } from './ports.ts';
import type { Ahead } from './read-ahead.ts';
import { readAhead } from './read-ahead.ts';
import { readWishes } from './wishes.ts';

/** The longest that a call of the marketplace is waited for; the lease outlasts it by so much. In milliseconds. */
const LONGEST_CALL = 10_000;
const AFTER_CALL = 2000;

/** Formulas that start at one moment need so long to leave their wishes, in milliseconds. */
const GATHERING = 300;

/** After its last call a leader puts up again what the cache forgets before others have seen it, so long; in milliseconds. */
const LONGEST_LINGER = 5000;

export interface Terms {
  /** No batch is begun after it, in epoch milliseconds. */
  readonly beginUntil: number;
  /** No call is begun after it. */
  readonly callUntil: number;
  /** Of a leader that has time: what others wait for goes before its own. */
  readonly areWishesFirst?: true;
}

export interface Led {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Why an item was not answered; nothing where it was not tried. */
  whyNot(item: Item): MarketError | undefined;
}

/** `own` comes first. Nothing is thrown of what the marketplace does. */
export function lead(ports: Ports, id: string, own: readonly Item[], terms: Terms): Led {
  const { cache, clock } = ports;
  try {
    ports.demandSame();
  } catch (error) {
    resign(ports, id);
    throw error;
  }
  const first = look(ports, own);
  const knowledge = new Knowledge(ports, first.entries);
  const waiting = new Map(own.map((item) => [item.key, item] as const));
  const tried = new Map<string, MarketError | undefined>();
  const errors = new Map<Item['operation'], MarketError>();
  let { breaker } = first;
  const isOpen = (item: Item) =>
    !tried.has(item.key) &&
    !errors.has(item.operation) &&
    !whyNot(breaker, item.operation, clock.now()) &&
    !knowledge.isGood(item);

  const enlist = (items: readonly Item[], isWanted: (item: Item) => boolean) => {
    knowledge.look(items.filter(({ key }) => !waiting.has(key)));
    for (const item of items)
      if (waiting.has(item.key) || isWanted(item))
        waiting.set(item.key, forBoth(waiting.get(item.key), item));
  };
  const settle = (items: readonly Item[], { found, fatal, isCut }: Asked) => {
    knowledge.learn(found);
    const answered = new Set(found.map(({ item }) => item.key));
    for (const { key } of items) tried.set(key, isCut && !answered.has(key) ? tooMuch() : undefined);
    const { operation } = items[0]!;
    if (fatal) {
      errors.set(operation, fatal);
      // Nothing newer is to be had: what is known may have to last.
      knowledge.renew([...waiting.values()]);
    }
    if (!fatal && !breaker.trips[operation]) return;
    breaker = fatal ? tripped(breaker, operation, fatal, clock.now()) : mended(breaker, operation);
    keepBreaker(cache, breaker);
  };

  if (own.some(isOpen)) {
    const { entries } = first;
    // While what is known has only grown old, other formulas are asked for again too; else they have no need of it.
    const isReopening = own.some((item) => isOpen(item) && entries.has(item.key));
    const ahead = readAround(ports);
    renewLead(ports, id);
    enlist(ahead.items, ({ key }) => isReopening || !knowledge.entries.has(key));
    enlist(ahead.others, () => false);
    const recalled = new Set<Item['operation']>();
    const recall = (items: readonly Item[]) => {
      const news = new Set(items.map(({ operation }) => operation).filter((each) => !recalled.has(each)));
      for (const operation of news) recalled.add(operation);
      knowledge.recall([...items, ...ahead.others.filter(({ operation }) => news.has(operation))]);
    };
    recall([...waiting.values()]);
    renewLead(ports, id);
    const patience = {
      until: terms.callUntil,
      longest: LONGEST_CALL,
      beforeCalls: () => renewLead(ports, id, clock.now() + LONGEST_CALL + AFTER_CALL),
    };
    const lines = new Map<Item['operation'], Line>();
    let answeredAt = clock.now();
    try {
      while (clock.now() < terms.beginUntil && leads(ports, id)) {
        if (ahead.unread > 0) clock.sleep(GATHERING);
        const wishes = readWishes(cache);
        const news = wishes.filter(({ key }) => !waiting.has(key));
        enlist(wishes, () => true);
        recall(news);
        const hurried = new Map((terms.areWishesFirst ? wishes : []).map((item) => [item.key, item]));
        const open = [...new Map([...hurried, ...waiting]).values()].filter(isOpen);
        const batches = batchesOf(open, ports.connection());
        const [batch] = batches;
        const isForgetful = knowledge.remind(batch ? wishes : [...waiting.values()]);
        if (batch) {
          const { operation } = batch.items[0]!;
          const line = lines.get(operation) ?? ports.line(operation, patience);
          lines.set(operation, line);
          const calls = callsFor(operation, batches);
          settle(batch.items, askBatch(line.network, ports.connection(), batch, calls));
          answeredAt = clock.now();
        } else if (isForgetful && clock.now() < answeredAt + LONGEST_LINGER) clock.sleep(GATHERING);
        else break;
        renewLead(ports, id);
      }
    } finally {
      for (const line of lines.values()) line.close();
    }
  }
  resign(ports, id);
  return {
    entries: knowledge.entries,
    whyNot: ({ key, operation }) => tried.get(key) ?? errors.get(operation),
  };
}

/** All that is to come of an operation is reserved at once, since the ledger is held for each reservation. */
function callsFor(operation: Item['operation'], batches: readonly Batch[]): number {
  const alike = batches.filter(({ items }) => items[0]!.operation === operation);
  return alike.reduce((sum, { units }) => sum + units.length, 0);
}

/** A workbook that cannot be read, such as one whose sheet somebody just deletes, is not worth an error. */
function readAround({ workbook, owner, zone, clock }: Ports): Ahead {
  try {
    return readAhead(workbook, { owner, zone, now: clock.now() });
  } catch {
    return { items: [], others: [], unread: 1 };
  }
}

export function tooMuch(): MarketError {
  return new MarketError(
    'MARKET_TIMEOUT',
    'This is more than a formula can wait for; ask for less, or pull the table from the sidebar.',
  );
}
