/** What a leader does: it asks for everything that formulas wait for, and puts the answers up for all. */
import { MarketError } from '../../protocol/market-error.ts';
import type { Asked, Batch } from '../asking.ts';
import { askBatch, batchesOf } from '../asking.ts';
import type { Item } from '../items.ts';
import { keepBreaker, mended, tripped, whyNot } from './breaker.ts';
import type { Entry } from './entry.ts';
import { entryOf, isGood } from './entry.ts';
import { leads, renewLead, resign } from './leadership.ts';
import { look } from './look.ts';
import type { Line, Ports } from './ports.ts';
import type { Ahead } from './read-ahead.ts';
import { readAhead } from './read-ahead.ts';
import { putUp } from './shelf.ts';
import { storedEntries } from './stored.ts';
import { readWishes } from './wishes.ts';

/** The longest that a call of the marketplace is waited for; the lease outlasts it by so much. In milliseconds. */
const LONGEST_CALL = 10_000;
const AFTER_CALL = 2000;

/** Formulas that start at one moment need so long to leave their wishes, in milliseconds. */
const GATHERING = 300;

/** After its last call a leader puts up again what the cache forgets before others have seen it, so long; in milliseconds. */
const LONGEST_LINGER = 2500;

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
  const { cache, clock, print } = ports;
  const first = look(ports, own);
  const known = new Map(first.entries);
  const waiting = new Map(own.map((item) => [item.key, item]));
  const tried = new Map<string, MarketError | undefined>();
  const errors = new Map<Item['operation'], MarketError>();
  let { breaker } = first;
  const isOpen = (item: Item) =>
    !tried.has(item.key) &&
    !errors.has(item.operation) &&
    !whyNot(breaker, item.operation, clock.now()) &&
    !isGood(known.get(item.key), item, clock.now());

  const recall = (items: readonly Item[]) => {
    const open = items.filter(isOpen);
    if (open.length === 0) return;
    const stored = storedEntries(ports.tables, open, ports.connection().sellerId, ports.zone);
    const newer = [...stored].filter(([key, { at }]) => at > (known.get(key)?.at ?? 0));
    if (newer.length === 0) return;
    for (const [key, entry] of newer) known.set(key, entry);
    putUp(cache, print, new Map(newer), clock.now());
  };
  const learn = (items: readonly Item[], isWanted: (item: Item) => boolean) => {
    const fresh = items.filter(({ key }) => !waiting.has(key));
    if (fresh.length === 0) return;
    for (const [key, entry] of look(ports, fresh).entries) known.set(key, entry);
    const wanted = fresh.filter(isWanted);
    for (const item of wanted) waiting.set(item.key, item);
    recall(wanted);
  };
  /** What others wait for though it was put up: the cache forgot it. */
  const putUpAgain = (wishes: readonly Item[]): boolean => {
    const answered = wishes.filter((item) => isGood(known.get(item.key), item, clock.now()));
    const standing = answered.length > 0 ? look(ports, answered).entries : known;
    const lost = answered.filter(({ key }) => !standing.has(key));
    if (lost.length > 0)
      putUp(cache, print, new Map(lost.map(({ key }) => [key, known.get(key)!])), clock.now());
    return lost.length > 0;
  };
  const settle = (items: readonly Item[], { found, fatal, isCut }: Asked) => {
    const now = clock.now();
    const entries = new Map(found.map((each) => [each.item.key, entryOf(each, now)] as const));
    if (entries.size > 0) putUp(cache, print, entries, now);
    for (const [key, entry] of entries) known.set(key, entry);
    for (const { key } of items) tried.set(key, isCut && !entries.has(key) ? tooMuch() : undefined);
    const { operation } = items[0]!;
    if (fatal) errors.set(operation, fatal);
    if (!fatal && !breaker.trips[operation]) return;
    breaker = fatal ? tripped(breaker, operation, fatal, now) : mended(breaker, operation);
    keepBreaker(cache, breaker);
  };

  if (own.some(isOpen)) {
    // While what is known has only grown old, other formulas are asked for again too; else they have no need of it.
    const isReopening = own.some((item) => isOpen(item) && known.has(item.key));
    recall(own);
    const ahead = readAround(ports);
    renewLead(ports, id);
    learn(ahead.items, ({ key }) => isReopening || !known.has(key));
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
        learn(wishes, () => true);
        const isForgetful = putUpAgain(wishes);
        const hurried = new Map((terms.areWishesFirst ? wishes : []).map((item) => [item.key, item]));
        const open = [...new Map([...hurried, ...waiting]).values()].filter(isOpen);
        const batches = batchesOf(open, ports.connection());
        const [batch] = batches;
        if (!batch && (!isForgetful || clock.now() > answeredAt + LONGEST_LINGER)) break;
        if (!batch) {
          renewLead(ports, id);
          clock.sleep(GATHERING);
          continue;
        }
        const { operation } = batch.items[0]!;
        const line = lines.get(operation) ?? ports.line(operation, patience);
        lines.set(operation, line);
        settle(batch.items, askBatch(line.network, ports.connection(), batch, callsFor(operation, batches)));
        answeredAt = clock.now();
        renewLead(ports, id);
      }
    } finally {
      for (const line of lines.values()) line.close();
    }
  }
  resign(ports, id);
  return { entries: known, whyNot: ({ key, operation }) => tried.get(key) ?? errors.get(operation) };
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
    return { items: [], unread: 1 };
  }
}

export function tooMuch(): MarketError {
  return new MarketError(
    'MARKET_TIMEOUT',
    'This is more than a formula can wait for; ask for less, or pull the table from the sidebar.',
  );
}
