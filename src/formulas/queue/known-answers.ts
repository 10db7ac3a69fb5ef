/** What a leader knows of items: from the shelf, from tables, from the marketplace; the latter two it puts up for all. */

import { OLDEST, writeEntries } from '../cache/answer-cache.ts';
import type { Entry } from '../cache/entry.ts';
import { entryOf, isGood, withMarksOf } from '../cache/entry.ts';
import { readCache } from '../cache/read-cache.ts';
import { storedEntries } from '../prefetch/table-answers.ts';
import type { Query } from '../query.ts';
import type { Found } from './ask-batch.ts';
import type { Ports } from './ports.ts';

export class KnownAnswers {
  readonly #ports: Ports;
  readonly #known: Map<string, Entry>;
  /** What the cache has no room for. */
  readonly #left = new Set<string>();

  constructor(ports: Ports, known: ReadonlyMap<string, Entry>) {
    this.#ports = ports;
    this.#known = new Map(known);
  }

  get entries(): ReadonlyMap<string, Entry> {
    return this.#known;
  }

  isGood(item: Query): boolean {
    return isGood(this.#known.get(item.key), item, this.#ports.clock.now());
  }

  /** Takes down what stands on the shelf. */
  look(items: readonly Query[]): void {
    if (items.length === 0) return;
    for (const [key, entry] of readCache(this.#ports, items).entries) this.#known.set(key, entry);
  }

  /** Takes from tables what is not good, where they know something newer. */
  recall(items: readonly Query[]): void {
    const open = items.filter((item) => !this.isGood(item));
    if (open.length === 0) return;
    const now = this.#ports.clock.now();
    const newer = storedEntries(this.#ports, open, this.#ports.connection().sellerId)
      // A time that is still to come was typed by somebody.
      .filter(([key, { at }]) => at <= now && at > (this.#known.get(key)?.at ?? now - OLDEST))
      .map(([key, entry]) => [key, withMarksOf(this.#known.get(key), entry)] as const);
    this.#put(new Map(newer));
  }

  /** What the marketplace answered. */
  learn(found: readonly Found[]): void {
    const now = this.#ports.clock.now();
    this.#put(new Map(found.map((each) => [each.item.key, entryOf(each, now)] as const)));
  }

  /** Puts up again what the cache forgot of these; says whether there was any. */
  remind(items: readonly Query[]): boolean {
    const good = items.filter((item) => this.isGood(item) && !this.#left.has(item.key));
    if (good.length === 0) return false;
    const standing = readCache(this.#ports, good).entries;
    const lost = good.filter(({ key }) => !standing.has(key));
    this.#put(new Map(lost.map(({ key }) => [key, this.#known.get(key)!] as const)));
    return lost.length > 0;
  }

  /** Puts up all that is known of these once more: the cache keeps a text for some hours after it was written. */
  renew(items: readonly Query[]): void {
    const known = items.flatMap(({ key }) => {
      const entry = this.#known.get(key);
      return entry ? [[key, entry] as const] : [];
    });
    this.#put(new Map(known));
  }

  #put(entries: ReadonlyMap<string, Entry>): void {
    if (entries.size === 0) return;
    const { cache, print, clock } = this.#ports;
    for (const key of writeEntries(cache, print, entries, clock.now())) this.#left.add(key);
    for (const [key, entry] of entries) this.#known.set(key, entry);
  }
}
