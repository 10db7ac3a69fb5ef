/** Known answers: what a leader knows, from the cache, from tables and from the marketplace; the latter two it writes to the cache. */
import { type Entry, entryOf, isGood, OLDEST, readCache, withMarksOf, writeEntries } from '../cache/answer-cache.ts';
import type { Ports } from '../ports.ts';
import { tableEntries } from '../prefetch/table-answers.ts';
import type { Found, Query } from '../query.ts';

export class KnownAnswers {
  readonly #ports: Ports;
  readonly #known: Map<string, Entry>;
  /** What the cache has no room for. */
  readonly #unkept = new Set<string>();

  constructor(ports: Ports, known: ReadonlyMap<string, Entry>) {
    this.#ports = ports;
    this.#known = new Map(known);
  }

  get entries(): ReadonlyMap<string, Entry> {
    return this.#known;
  }

  isGood(query: Query): boolean {
    return isGood(this.#known.get(query.key), query, this.#ports.clock.now());
  }

  readCache(queries: readonly Query[]): void {
    if (queries.length === 0) return;
    for (const [key, entry] of readCache(this.#ports, queries).entries) this.#known.set(key, entry);
  }

  /** Takes from tables what is not good, where they have something newer. */
  readTables(queries: readonly Query[]): void {
    const open = queries.filter((query) => !this.isGood(query));
    if (open.length === 0) return;
    const now = this.#ports.clock.now();
    const newer = tableEntries(this.#ports, open, this.#ports.connection().sellerId)
      // A time that is still to come was typed by somebody.
      .filter(([key, { at }]) => at <= now && at > (this.#known.get(key)?.at ?? now - OLDEST))
      .map(([key, entry]) => [key, withMarksOf(this.#known.get(key), entry)] as const);
    this.#write(new Map(newer));
  }

  /** Writes what the marketplace answered. */
  write(found: readonly Found[]): void {
    const now = this.#ports.clock.now();
    this.#write(new Map(found.map((each) => [each.query.key, entryOf(each, now)] as const)));
  }

  /** Writes again what the cache forgot of these; says whether there was any. */
  restore(queries: readonly Query[]): boolean {
    const good = queries.filter((query) => this.isGood(query) && !this.#unkept.has(query.key));
    if (good.length === 0) return false;
    const cached = readCache(this.#ports, good).entries;
    const lost = good.filter(({ key }) => !cached.has(key));
    this.#write(new Map(lost.map(({ key }) => [key, this.#known.get(key)!] as const)));
    return lost.length > 0;
  }

  /** Writes all that is known of these once more: the cache keeps a text for some hours after it was written. */
  prolong(queries: readonly Query[]): void {
    const known = queries.flatMap(({ key }) => {
      const entry = this.#known.get(key);
      return entry ? [[key, entry] as const] : [];
    });
    this.#write(new Map(known));
  }

  #write(entries: ReadonlyMap<string, Entry>): void {
    if (entries.size === 0) return;
    const { cache, fingerprint, clock } = this.#ports;
    for (const key of writeEntries(cache, fingerprint, entries, clock.now())) this.#unkept.add(key);
    for (const [key, entry] of entries) this.#known.set(key, entry);
  }
}
