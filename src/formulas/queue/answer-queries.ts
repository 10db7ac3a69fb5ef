/** Gets query results from the cache, waits for the leader to fetch them, or becomes the leader. */
import type { MarketError } from '../../protocol/market-error.ts';
import { answerOf, type Entry, isGood, readCache } from '../cache/answer-cache.ts';
import type { Ports } from '../ports.ts';
import type { Answer, Query } from '../query.ts';
import {
  acquireLease,
  anySlot,
  BREAKER,
  breakerError,
  isLed,
  isOwn,
  LEASE,
  outOfTime,
  readBreaker,
  writeRequest,
} from './coordination.ts';
import { askAsLeader } from './leader.ts';
import { notUnderstood, Understanding } from './understanding.ts';

/** Maximum wait in milliseconds, to show our own error before Google ends formulas at 30 seconds. */
const LONGEST = 25_000;

/** Deadlines for starting a batch, becoming the leader, and finishing a call. In milliseconds. */
const LAST_BATCH = 14_000;
const LAST_LEADER = 18_000;
const LAST_CALL = 23_000;

/** Time for a late leader to start its own batches, in milliseconds. */
const LEAST_FOR_OWN = 2000;

/** Pauses between cache reads, in milliseconds. Short at first, because most formulas wait for one batch. */
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 1000;

/** After this many milliseconds, a waiting formula polls more often, to become the leader sooner. */
const LONG = 8000;
const SHORT_PAUSE = 200;

/** Returns one result per query, in order. Throws if no query has a result, even an outdated one. */
export function answerQueries(ports: Ports, typed: readonly Query[]): readonly Answer[] {
  const { clock } = ports;
  const start = clock.now();
  const id = `${start.toString(36)}${Math.floor(ports.random() * 2 ** 32).toString(36)}`;
  const known = new Map<string, Entry>();
  const remember = (entries: ReadonlyMap<string, Entry>) => {
    for (const [key, entry] of entries) known.set(key, entry);
  };
  const understanding = new Understanding(ports);
  const answers = (errorOf: ErrorOf, now: number) => bestAnswers(typed, understanding, known, errorOf, now);
  let slot: string | undefined;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.2, LONGEST_PAUSE)) {
    const now = clock.now();
    understanding.recall(typed);
    const queries = understanding.asked(typed);
    const { entries, texts } = readCache(ports, queries, [...(slot ? [slot] : []), BREAKER, LEASE]);
    remember(entries);
    const open = queries.filter((query) => !isGood(known.get(query.key), query, now));
    if (open.length === 0) return answers(() => undefined, now);
    const breaker = readBreaker(texts[BREAKER], ports.fingerprint);
    const errorOf = (query: Query) => breakerError(breaker, query, now);
    if (now >= start + LONGEST || open.every(errorOf)) return answers(errorOf, now);
    const mayLead = now < start + LAST_LEADER && !isLed(texts, clock.now());
    const lease = mayLead ? acquireLease(ports, id, open) : undefined;
    if (lease) {
      const beginUntil = Math.max(start + LAST_BATCH, clock.now() + LEAST_FOR_OWN);
      const result = askAsLeader(ports, understanding, lease, open, { beginUntil, callUntil: start + LAST_CALL });
      remember(result.entries);
      const ended = clock.now();
      const isDone = (query: Query) => isGood(known.get(query.key), query, ended) || result.errorOf(query);
      if (understanding.asked(typed).every(isDone)) return answers(result.errorOf, ended);
    } else if (!slot || !isOwn(texts[slot], id)) {
      slot = anySlot(ports);
      writeRequest(ports.cache, slot, { id, queries: open });
    }
    clock.sleep((now > start + LONG ? SHORT_PAUSE : pause) * (0.5 + ports.random()));
  }
}

type ErrorOf = (query: Query) => MarketError | undefined;

function bestAnswers(
  queries: readonly Query[],
  understanding: Understanding,
  known: ReadonlyMap<string, Entry>,
  errorOf: ErrorOf,
  now: number,
): readonly Answer[] {
  const answers = queries.map((typed): Answer => {
    const understood = understanding.of(typed) ?? { query: typed, meant: [] };
    const { query, meant } = understood;
    if (!query) return { at: now, records: [], refused: notUnderstood(typed, understood) };
    const entry = known.get(query.key);
    const error = isGood(entry, query, now) ? undefined : (errorOf(query) ?? outOfTime());
    if (!entry) return { at: now, records: [], unknown: error! };
    return { ...answerOf(query, entry, error?.code), ...(meant.length > 0 ? { meant } : {}) };
  });
  if (answers.every(({ unknown }) => unknown)) throw answers[0]!.unknown;
  return answers;
}
