/** Reads results from the cache, and adds results from tables, the marketplace, and pulls. */
import { type OperationId, operations } from '../../operations/registry.ts';
import type { Operation, Storefront } from '../../protocol/operation.ts';
import type { UnitRecords } from '../../protocol/page.ts';
import { type Entry, entryOf, isGood, OLDEST, readCache, withMarksOf, writeEntries } from '../cache/answer-cache.ts';
import { formulas } from '../functions/registry.ts';
import type { Cache, Ports } from '../ports.ts';
import { tableEntries } from '../prefetch/table-answers.ts';
import { byIdentifier, type Found, isSingleCall, latestOf, ownRecords, type Query, queryOf } from '../query.ts';

export class KnownAnswers {
  private readonly ports: Ports;
  private readonly known: Map<string, Entry>;

  constructor(ports: Ports, known: ReadonlyMap<string, Entry>) {
    this.ports = ports;
    this.known = new Map(known);
  }

  get entries(): ReadonlyMap<string, Entry> {
    return this.known;
  }

  isGood(query: Query): boolean {
    return isGood(this.known.get(query.key), query, this.ports.clock.now());
  }

  readCache(queries: readonly Query[]): void {
    if (queries.length === 0) return;
    for (const [key, entry] of readCache(this.ports, queries).entries) this.known.set(key, entry);
  }

  /** Replaces outdated results with newer ones from tables. */
  readTables(queries: readonly Query[]): void {
    const open = queries.filter((query) => !this.isGood(query));
    if (open.length === 0) return;
    const now = this.ports.clock.now();
    const newer = tableEntries(this.ports, open, this.ports.connection().sellerId)
      // Ignore future times: users must have typed them.
      .filter(([key, { at }]) => at <= now && at > (this.known.get(key)?.at ?? now - OLDEST))
      .map(([key, entry]) => [key, withMarksOf(this.known.get(key), entry)] as const);
    this.keep(new Map(newer));
  }

  write(found: readonly Found[]): void {
    const now = this.ports.clock.now();
    const entry = (each: Found) => entryOf(each, now, this.known.get(each.query.key));
    this.keep(new Map(found.map((each) => [each.query.key, entry(each)] as const)));
  }

  /** Rewrites entries, because Google's cache drops them after six hours. */
  prolong(queries: readonly Query[]): void {
    const keys = new Set(queries.map(({ key }) => key));
    this.keep(new Map([...this.known].filter(([key]) => keys.has(key))));
  }

  private keep(entries: ReadonlyMap<string, Entry>) {
    if (entries.size === 0) return;
    const { cache, fingerprint, clock } = this.ports;
    writeEntries(cache, fingerprint, entries, clock.now());
    for (const [key, entry] of entries) this.known.set(key, entry);
  }
}

/**
 * Adds a pull's complete results to the connection's cache, one entry per unit. A leader that writes at the same time
 * may overwrite some; formulas fetch those again.
 */
export function share(
  cache: Cache,
  fingerprint: string,
  operation: OperationId,
  storefront: Storefront,
  whole: readonly UnitRecords[],
  now: number,
): void {
  const found = whole.flatMap((each) => foundIn(operation, storefront, each));
  const entries = new Map(found.map((each) => [each.query.key, entryOf(each, now)] as const));
  if (entries.size > 0) writeEntries(cache, fingerprint, entries, now);
}

function foundIn(operation: OperationId, storefront: Storefront, { params, records }: UnitRecords): Found[] {
  const { finds = [] }: Operation = operations[operation];
  const list = finds.find(({ param }) => params[param] !== undefined)?.param;
  const latest = latestIn(operation);
  const found = (name: string | undefined): Found => {
    const unit = name === undefined ? params : { ...params, [list!]: [name] };
    const query = queryOf(operation, storefront, unit, list, latest);
    const own = name === undefined || isSingleCall(query) ? records : byIdentifier(query, records)(name);
    return { query, records: ownRecords(query, own) };
  };
  return list === undefined ? [found(undefined)] : [params[list]!].flat().map(found);
}

/** The `latest` setting shared by an operation's formulas. */
function latestIn(operation: OperationId) {
  const own = formulas.flatMap((each) => (each.gives !== 'state' && each.operation === operation ? [each] : []));
  return own.map((each) => latestOf(each)).find((latest) => latest !== undefined);
}
