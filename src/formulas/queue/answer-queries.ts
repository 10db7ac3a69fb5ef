/** Answers a formula: from the shelf where that will do, else through whoever leads, else as the leader. */
import type { MarketError } from '../../protocol/market-error.ts';
import type { Answer } from '../answers.ts';
import type { Entry } from '../cache/entry.ts';
import { answerOf, isGood } from '../cache/entry.ts';
import { readCache } from '../cache/read-cache.ts';
import type { Query } from '../query.ts';
import { tooMuch } from './attempts.ts';
import { whyNot } from './breaker.ts';
import { lead } from './leader.ts';
import { takeLead } from './leader-lease.ts';
import { anySlot, isMine, leaveRequest } from './pending-requests.ts';
import type { Ports } from './ports.ts';

/** Google ends a formula after 30 seconds; it has to say so before. In milliseconds. */
const LONGEST = 25_000;

/**
 * After so long a leader begins no batch for others, and none at all, and waits for no call, so that all comes in time;
 * in milliseconds.
 */
const LONGEST_LEAD = 14_000;
const LATEST_LEAD = 18_000;
const LONGEST_CALLS = 23_000;

/** A late leader has so long to begin what it needs itself, in milliseconds. */
const LEAST_LEAD = 2000;

/** Between two looks, in milliseconds, varied by half to both sides: short at first, since most wait for one batch. */
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 1000;

/** Whoever has waited so long goes before others, by looking more often; in milliseconds. */
const LONG = 8000;
const SHORT_PAUSE = 200;

/** One answer an item, in their order. Throws where something is not known at all and cannot be asked for. */
export function answerQueries(ports: Ports, items: readonly Query[]): readonly Answer[] {
  const { clock } = ports;
  const start = clock.now();
  const id = `${start.toString(36)}${Math.floor(ports.random() * 2 ** 32).toString(36)}`;
  const known = new Map<string, Entry>();
  const remember = (entries: ReadonlyMap<string, Entry>) => {
    for (const [key, entry] of entries) known.set(key, entry);
  };
  let slot = anySlot(ports);
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.2, LONGEST_PAUSE)) {
    const now = clock.now();
    const { entries, breaker, isLed, texts } = readCache(ports, items, [slot]);
    remember(entries);
    const open = items.filter((item) => !isGood(known.get(item.key), item, now));
    const isOver = now >= start + LONGEST || open.every(({ operation }) => whyNot(breaker, operation, now));
    if (isOver) return asGoodAsKnown(items, known, (item) => whyNot(breaker, item.operation, now), now);
    if (!isLed && now < start + LATEST_LEAD && takeLead(ports, id)) {
      const beginUntil = Math.max(start + LONGEST_LEAD, clock.now() + LEAST_LEAD);
      const terms = { beginUntil, callUntil: start + LONGEST_CALLS };
      const led = lead(ports, id, open, terms);
      remember(led.entries);
      const ended = clock.now();
      const isDone = (item: Query) => isGood(known.get(item.key), item, ended) || led.whyNot(item);
      if (items.every(isDone)) return asGoodAsKnown(items, known, led.whyNot, ended);
    } else if (!isMine(texts[slot], id)) {
      slot = anySlot(ports);
      leaveRequest(ports.cache, slot, { id, queries: open });
    }
    clock.sleep((now > start + LONG ? SHORT_PAUSE : pause) * (0.5 + ports.random()));
  }
}

/** Last good values where nothing newer can be had; throws where there is none at all. */
function asGoodAsKnown(
  items: readonly Query[],
  known: ReadonlyMap<string, Entry>,
  whyNot: (item: Query) => MarketError | undefined,
  now: number,
): readonly Answer[] {
  const answers = items.map((item): Answer => {
    const entry = known.get(item.key);
    const isLate = !isGood(entry, item, now);
    const why = isLate ? (whyNot(item) ?? tooMuch()) : undefined;
    if (!entry) return { at: now, records: [], unknown: why! };
    return answerOf(item, entry, why?.code);
  });
  if (answers.every(({ unknown }) => unknown)) throw answers[0]!.unknown;
  return answers;
}
