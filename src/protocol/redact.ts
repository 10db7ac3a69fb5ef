/** Removes keys from responses, and masks failed calls before they are stored. */
import type { Connection } from './connection.ts';
import type { AnyRecord, Field, List, Shape } from './fields.ts';
import { MarketError } from './market-error.ts';
import type { Operation } from './operation.ts';
import { once } from './store.ts';

/** Minimum length. Shorter keys could match ordinary text. */
const SHORTEST_KEY = 8;

type Redact = (text: string) => string;

/** Replaces keys with an ellipsis, including truncated, base64-encoded, and reformatted ones, ignoring case. */
export function redactorOf({ apiKey, secretKey }: Connection): Redact {
  const keys = [apiKey, secretKey].filter((key) => withoutGaps(key).length >= SHORTEST_KEY);
  if (keys.length === 0) return (text) => text;
  const forms = keys.flatMap(spellings);
  // Almost no text contains a key, and the full pattern is large.
  const shortest = new RegExp(forms.map((each) => lettersOf(each).slice(0, SHORTEST_KEY).join(GAP)).join('|'), 'i');
  const whole = once(() => new RegExp(`(?:${forms.map(beginningOf).join('|')})…?`, 'gi'));
  return (text) => (shortest.test(text) ? text.replace(whole(), '…') : text);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns the key and its base64 forms. Within longer text, the key can start at bit 0, 2, or 4 of a base64 digit. */
function spellings(key: string): readonly string[] {
  const bits = Array.from(key, (letter) => letter.charCodeAt(0).toString(2).padStart(8, '0')).join('');
  const digits = (from: number) => (bits.slice(from).match(/.{6}/g) ?? []).map((six) => BASE64[parseInt(six, 2)]);
  return [key, ...[0, 2, 4].map((from) => digits(from).join(''))];
}

/** Services may omit a UUID's hyphens or print a key in groups. */
const GAP = '[-\\s]?';

function withoutGaps(text: string) {
  return text.replace(/[-\s]/g, '');
}

function lettersOf(text: string): readonly string[] {
  return Array.from(withoutGaps(text), (letter) => letter.replace(/\W/, '\\$&'));
}

/** Returns a pattern for the text or a truncated form of it. */
function beginningOf(text: string) {
  const letters = lettersOf(text);
  const rest = letters.slice(SHORTEST_KEY).reduceRight((after, letter) => `(?:${GAP}${letter}${after})?`, '');
  return letters.slice(0, SHORTEST_KEY).join(GAP) + rest;
}

/** Call this after decoding, because keys can be escaped. Returns unchanged records as is. */
export function redactRecord(record: AnyRecord, redact: Redact): AnyRecord {
  let changed = false;
  const clean: AnyRecord = {};
  for (const [name, value] of Object.entries(record)) {
    const text = typeof value === 'string' ? redact(value) : value;
    clean[name] = Array.isArray(value) ? value.map((each) => redactRecord(each, redact)) : text;
    changed = changed || clean[name] !== value;
  }
  return changed ? clean : record;
}

export function redactError(error: MarketError, redact: Redact): MarketError {
  const { code, message, details } = error;
  const codes = {
    serviceCode: details.serviceCode && redact(details.serviceCode),
    serviceCodes: details.serviceCodes?.map(redact),
  };
  return new MarketError(code, redact(message), { ...details, ...codes });
}

/** XML and JSON escapes. Masking their letters would break the document. */
const ESCAPED = /\\u[0-9a-f]{4}|\\.|&#?\w+;/gi;
/** Exponents. Masking the `e` would make the number invalid JSON. */
const EXPONENT = /(\d)e[+-]?\d+/gi;
const DECLARATION = /^\s*<\?.*?\?>/s;
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

/** Masks the letters and digits of all words that aren't `known`. Returns ASCII. */
export function masked(text: string, known: ReadonlySet<string>): string {
  return text
    .replace(DECLARATION, '')
    .replace(ESCAPED, 'x')
    .replace(EXPONENT, '$1')
    .replace(WORD, (word) => (known.has(word) ? word : word.replace(/\P{N}/gu, 'x').replace(/\p{N}/gu, '1')))
    .replace(/[^\x20-\x7E]+/g, ' ');
}

/** Words of envelopes, errors, and web pages, which contain no seller data. */
const COMMON = `IsSuccess OperationType SellerID ResponseBody ResponseDate Memo PageInfo TotalCount TotalPageCount PageIndex PageSize
totalRows Errors Error errors error Code code Message message Result List true false null CDATA html head title body h1 p`;

export function answerWords({ answer, paging }: Operation): ReadonlySet<string> {
  const { list, element, record, envelope, asked } = answer;
  const paths = [list, element, ...Object.values(paging ?? {}).map(String)];
  const shapes = [record, envelope ?? {}, asked ?? {}].flatMap(wiresOf);
  return new Set([COMMON, ...paths, ...shapes].flatMap((text) => text.split(/[\s.]+/)));
}

function wiresOf(shape: Shape): readonly string[] {
  return Object.values<Field | List>(shape).flatMap((each) =>
    each.kind === 'list'
      ? [each.wire, each.element, ...wiresOf(each.of)]
      : [each.wire, ...(each.alias ?? []), ...(each.pair ? Object.values(each.pair) : [])],
  );
}
