/** What identifiers mean by the Catalog, as formulas remember it: so that none has to read a sheet to know what it asks. */
import { asciiJson } from '../../protocol/store.ts';
import { MINUTE } from '../../protocol/time.ts';
import type { Meaning } from '../../tables/catalog/asked-items.ts';
import { type Cache, LONGEST_KEPT } from '../ports.ts';
import { shardNumber } from './answer-cache.ts';

/** Changed with every pull that changes what the Catalog says of items: what was remembered before counts no more. */
export const CATALOG_CHANGED = 'items.changed';

/** The cache has room for 100 KB a text. */
const LONGEST_TEXT = 100_000;

/** Minutes for which a meaning is remembered: a person may type into the Catalog what was not clear. */
const CLEAR_KEPT = 60;
const UNCLEAR_KEPT = 5;

interface Shard {
  /** `CATALOG_CHANGED` as it was when the Catalog was read. */
  readonly mark: string;
  /** By what is asked (`about`), then by identifier. */
  readonly of: Readonly<Record<string, Readonly<Record<string, Slot>>>>;
}

/** `at` in minutes; `asks` is false where the Catalog was too large to be read. */
type Slot = readonly [at: number, asks: string | null | false, ...meant: string[]];

/** Names of the texts that have something about these; none where there are no identifiers. */
export function meaningTexts(identifiers: Iterable<string>): readonly string[] {
  const names = new Set([...identifiers].map(textOf));
  return names.size === 0 ? [] : [CATALOG_CHANGED, ...names];
}

/** What the texts have. */
export interface MeaningsRead {
  readonly mark: string;
  readonly meanings: ReadonlyMap<string, Meaning>;
}

/** Of identifiers `about` one question, such as stock on a connection; `now` in epoch milliseconds. */
export function readMeanings(
  texts: Readonly<Record<string, string>>,
  about: string,
  identifiers: readonly string[],
  now: number,
): MeaningsRead {
  const mark = texts[CATALOG_CHANGED] ?? '';
  const meanings = new Map<string, Meaning>();
  const shards = new Map<string, Shard>();
  for (const identifier of identifiers) {
    const name = textOf(identifier);
    const shard = shards.get(name) ?? shardIn(texts[name], mark);
    shards.set(name, shard);
    const slot = shard.of[about]?.[identifier];
    if (!slot) continue;
    const [at, asks, ...meant] = slot;
    const isClear = typeof asks === 'string' && meant.length === 0;
    if (now - at * MINUTE >= (isClear ? CLEAR_KEPT : UNCLEAR_KEPT) * MINUTE) continue;
    meanings.set(identifier, {
      meant,
      ...(typeof asks === 'string' ? { asks } : {}),
      ...(asks === false ? { isUnread: true } : {}),
    });
  }
  return { mark, meanings };
}

/** `mark` is what was read before the Catalog was. */
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
    // Where a text is full what is new counts.
    const text = all.length <= LONGEST_TEXT ? all : asciiJson({ mark, of: { [about]: slots } } satisfies Shard);
    return text.length <= LONGEST_TEXT ? [[name, text] as const] : [];
  });
  if (texts.length > 0) cache.putAll(Object.fromEntries(texts), LONGEST_KEPT);
}

function shardIn(text: string | undefined, mark: string): Shard {
  const shard = text === undefined ? undefined : (JSON.parse(text) as Shard);
  return shard?.mark === mark ? shard : { mark, of: {} };
}

function textOf(identifier: string): string {
  return `items.${shardNumber(identifier)}`;
}
