/** Resolves identifiers through the Catalog, and caches the results. */
import { operations } from '../../operations/registry.ts';
import { unitsOf } from '../../protocol/cursor.ts';
import { countText, groupBy } from '../../protocol/lists.ts';
import { argumentError, MarketError } from '../../protocol/market-error.ts';
import type { Operation } from '../../protocol/operation.ts';
import { asciiJson, oncePer, parseJson } from '../../protocol/store.ts';
import { MINUTE } from '../../protocol/time.ts';
import { itemsOfSeller } from '../../tables/catalog/catalog.ts';
import { catalogTable } from '../../tables/catalog/catalog-table.ts';
import {
  identifierIn,
  itemListOf,
  type Meaning,
  meaningsOf,
  needsCatalog,
  unclearText,
} from '../../tables/catalog/item-keys.ts';
import { shardNumber } from '../cache/answer-cache.ts';
import type { Formula, Input } from '../formula.ts';
import { asRange } from '../parsed-arguments.ts';
import { type Cache, CELLS_AT_ONCE, LONGEST_KEPT, LONGEST_TEXT, type Ports, REFUSED } from '../ports.ts';
import { identifierOf, type Query, queryOf } from '../query.ts';

interface Understood {
  /** Undefined if the identifier isn't in the Catalog. */
  readonly query?: Query;
  readonly meant: readonly string[];
  readonly isUnread?: true;
}

type UnderstandingPorts = Pick<Ports, 'catalogTexts' | 'tables' | 'connection' | 'owner' | 'fingerprint' | 'clock'>;

export class Understanding {
  private readonly ports: UnderstandingPorts;
  /** Resolved queries by the original query's key. */
  private readonly known = new Map<string, Understood>();
  /** Value of `CATALOG_CHANGED` when the cache was read. */
  private mark = '';

  constructor(ports: UnderstandingPorts) {
    this.ports = ports;
  }

  /** Returns undefined until the query is resolved. */
  of(query: Query): Understood | undefined {
    return query.isOpen ? this.known.get(query.key) : { query, meant: [] };
  }

  /** Returns resolved queries, and unresolved ones as typed. Drops identifiers that aren't in the Catalog. */
  asked(queries: readonly Query[]): readonly Query[] {
    return queries.flatMap((typed) => {
      const understood = this.of(typed);
      return understood ? (understood.query ?? []) : typed;
    });
  }

  recall(queries: readonly Query[]): void {
    const open = this.openIn(queries);
    if (open.length === 0) return;
    const { catalogTexts, clock } = this.ports;
    const texts = catalogTexts.getAll(meaningTexts(open.map(identifierOf)));
    for (const [about, alike] of groupBy(open, (query) => this.about(query))) {
      const read = readMeanings(texts, about, alike.map(identifierOf), clock.now());
      this.mark = read.mark;
      this.note(alike, read.meanings);
    }
  }

  /** Resolves the remaining queries through the Catalog. */
  learn(queries: readonly Query[]): void {
    const open = this.openIn(queries);
    if (open.length === 0) return;
    const { catalogTexts, clock, connection, tables } = this.ports;
    const contents = tables(catalogTable.name);
    const isUnread = contents !== undefined && typeof contents !== 'object';
    const rows = typeof contents === 'object' ? itemsOfSeller(contents, connection()) : [];
    for (const [about, alike] of groupBy(open, (query) => this.about(query))) {
      const { operation, params } = alike[0]!;
      const list = itemListOf(operations[operation], openParams(operation, params))!;
      const found = meaningsOf(rows, list, new Set(alike.map(identifierOf)));
      const meanings = isUnread ? new Map([...found].map(unread)) : found;
      this.note(alike, meanings);
      // Don't cache the results of a rejected read, because Google may allow the next one.
      if (contents !== REFUSED) writeMeanings(catalogTexts, about, { mark: this.mark, meanings }, clock.now());
    }
  }

  private openIn(queries: readonly Query[]): readonly Query[] {
    return queries.filter((query) => !this.of(query));
  }

  private about({ operation }: Query) {
    return `${this.ports.fingerprint} ${operation}`;
  }

  private note(queries: readonly Query[], meanings: ReadonlyMap<string, Meaning>) {
    for (const query of queries) {
      const meaning = meanings.get(identifierOf(query));
      if (meaning) this.known.set(query.key, understoodAs(query, meaning, this.ports));
    }
  }
}

/** Cache keys needed to resolve a formula's identifiers. */
export function meaningTextsOf(formula: Formula, inputs: readonly Input[]): readonly string[] {
  const list = formula.gives === 'state' ? undefined : itemListOf(operations[formula.operation], {});
  if (!list) return [];
  const given = formula.arguments.findIndex(({ param }) => param === list.param);
  const identifiers = asRange(inputs[given]).flat().map(identifierIn);
  return meaningTexts(identifiers.filter((each) => each !== '' && needsCatalog(list, each)));
}

/** Flags an identifier that is unresolved because the Catalog couldn't be read. */
function unread([identifier, meaning]: readonly [string, Meaning]): readonly [string, Meaning] {
  return [identifier, meaning.asks === undefined ? { ...meaning, isUnread: true } : meaning];
}

export function notUnderstood(typed: Query, { meant, isUnread }: Understood): MarketError {
  const identifier = identifierOf(typed);
  if (!isUnread) return new MarketError('MARKET_NOT_FOUND', unclearText([{ identifier, meant }]));
  return argumentError(
    `Could not look up "${identifier}": the Catalog has more than ${countText(CELLS_AT_ONCE)} cells, or Google denied access. Enter the item number instead.`,
  );
}

/** Returns the query for the intended identifier. */
function understoodAs(typed: Query, { asks, ...meaning }: Meaning, { owner }: Pick<Ports, 'owner'>): Understood {
  if (asks === undefined) return meaning;
  const { operation, storefront, list, latest, maxAge, refresh } = typed;
  const params = { ...openParams(operation, typed.params), [list!]: [asks] };
  const [unit] = unitsOf(operations[operation], params, owner);
  const query = queryOf(operation, storefront, unit!, list, latest);
  return { query: { ...query, maxAge, ...(refresh ? { refresh } : {}) }, ...meaning };
}

/** Removes the param that depends on an identifier's prefix. */
function openParams(operation: Query['operation'], params: Query['params']): Query['params'] {
  const { split = [] }: Operation = operations[operation];
  const decided = split.flatMap((part) => ('each' in part && part.sortedBy ? [part.sortedBy.param] : []));
  return Object.fromEntries(Object.entries(params).filter(([name]) => !decided.includes(name)));
}

/** Changes with every pull that changes the Catalog, which invalidates cached meanings. */
export const CATALOG_CHANGED = 'items.changed';

/** Cache lifetimes in minutes. Short for unclear identifiers, because the user may add them to the Catalog. */
const CLEAR_KEPT = 60;
const UNCLEAR_KEPT = 5;

interface Shard {
  /** Value of `CATALOG_CHANGED` before the Catalog was read. */
  readonly mark: string;
  readonly of: Readonly<Record<string, Readonly<Record<string, Slot>>>>;
}

/** `at` is in minutes. `asks` is false if the Catalog was too large. */
type Slot = readonly [at: number, asks: string | null | false, ...meant: string[]];

export function meaningTexts(identifiers: Iterable<string>): readonly string[] {
  const names = new Set([...identifiers].map(textOf));
  return names.size === 0 ? [] : [CATALOG_CHANGED, ...names];
}

interface MeaningsRead {
  readonly mark: string;
  readonly meanings: ReadonlyMap<string, Meaning>;
}

/** `about`: connection and operation. */
export function readMeanings(
  texts: Readonly<Record<string, string>>,
  about: string,
  identifiers: readonly string[],
  now: number,
): MeaningsRead {
  const mark = texts[CATALOG_CHANGED] ?? '';
  const meanings = new Map<string, Meaning>();
  const shardOf = oncePer((name: string) => shardIn(texts[name], mark));
  for (const identifier of identifiers) {
    const slot = shardOf(textOf(identifier)).of[about]?.[identifier];
    if (!slot) continue;
    const [at, asks, ...meant] = slot;
    const isClear = typeof asks === 'string' && meant.length === 0;
    if (now - at * MINUTE >= (isClear ? CLEAR_KEPT : UNCLEAR_KEPT) * MINUTE) continue;
    const isAsked = typeof asks === 'string' ? { asks } : asks === false ? { isUnread: true as const } : {};
    meanings.set(identifier, { meant, ...isAsked });
  }
  return { mark, meanings };
}

export function writeMeanings(cache: Cache, about: string, { mark, meanings }: MeaningsRead, now: number): void {
  const at = Math.floor(now / MINUTE);
  const byText = new Map<string, Record<string, Slot>>();
  for (const [identifier, { asks, meant, isUnread }] of meanings) {
    const slots = byText.get(textOf(identifier)) ?? {};
    slots[identifier] = [at, asks ?? (isUnread ? false : null), ...meant];
    byText.set(textOf(identifier), slots);
  }
  const before = cache.getAll([...byText.keys()]);
  const texts = [...byText].flatMap(([name, slots]) => {
    const { of } = shardIn(before[name], mark);
    const all = asciiJson({ mark, of: { ...of, [about]: { ...of[about], ...slots } } } satisfies Shard);
    // If the shard is full, the new meanings replace all others.
    const text = all.length <= LONGEST_TEXT ? all : asciiJson({ mark, of: { [about]: slots } } satisfies Shard);
    return text.length <= LONGEST_TEXT ? [[name, text] as const] : [];
  });
  if (texts.length > 0) cache.putAll(Object.fromEntries(texts), LONGEST_KEPT);
}

function shardIn(text: string | undefined, mark: string) {
  const shard = parseJson<Shard>(text);
  return shard?.mark === mark ? shard : { mark, of: {} };
}

function textOf(identifier: string) {
  return `items.${shardNumber(identifier)}`;
}
