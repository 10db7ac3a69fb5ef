/** Removes the connection's keys from answers, and all content from failed calls before they are stored. */
import type { Connection } from './connection.ts';
import type { AnyRecord, Field, List, Shape } from './fields.ts';
import { MarketError } from './market-error.ts';
import type { Operation } from './operation.ts';

/** A shorter key would match ordinary text. */
const SHORTEST_KEY = 8;

type Redact = (text: string) => string;

/** Replaces keys with an ellipsis: complete or cut off, in any case, plain or in base64, with or without hyphens and spaces. */
export function redactorOf({ apiKey, secretKey }: Connection): Redact {
  const keys = [apiKey, secretKey].filter((key) => withoutGaps(key).length >= SHORTEST_KEY);
  if (keys.length === 0) return (text) => text;
  const pattern = new RegExp(`(?:${keys.flatMap(spellings).map(beginningOf).join('|')})…?`, 'gi');
  return (text) => text.replace(pattern, '…');
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The key, and its base64 forms: within a longer text it may begin at bit 0, 2 or 4 of a base64 digit. */
function spellings(key: string): readonly string[] {
  const bits = Array.from(key, (letter) => letter.charCodeAt(0).toString(2).padStart(8, '0')).join('');
  const digits = (from: number) => (bits.slice(from).match(/.{6}/g) ?? []).map((six) => BASE64[parseInt(six, 2)]);
  return [key, ...[0, 2, 4].map((from) => digits(from).join(''))];
}

/** Services may print a UUID without its hyphens, or group the letters of a key. */
const GAP = '[-\\s]?';

function withoutGaps(text: string): string {
  return text.replace(/[-\s]/g, '');
}

/** A pattern for the first letters of a text and as many of the others as follow. */
function beginningOf(text: string): string {
  const letters = Array.from(withoutGaps(text), (letter) => letter.replace(/\W/, '\\$&'));
  const rest = letters.slice(SHORTEST_KEY).reduceRight((after, letter) => `(?:${GAP}${letter}${after})?`, '');
  return letters.slice(0, SHORTEST_KEY).join(GAP) + rest;
}

/** Call it after decoding, because answers may have escaped keys. An unchanged record is returned itself. */
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

/** Escapes of XML and JSON: masking only their letters would break the document. */
const ESCAPED = /\\u[0-9a-f]{4}|\\.|&#?\w+;/gi;
/** Masking would turn the `e` of an exponent into another letter, and the number into invalid JSON. */
const EXPONENT = /(\d)e[+-]?\d+/gi;
const DECLARATION = /<\?.*?\?>/gs;
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

/** Replaces the letters and digits of all words but the `known` ones. The result is ASCII. */
export function masked(text: string, known: ReadonlySet<string>): string {
  return text
    .replace(DECLARATION, '')
    .replace(ESCAPED, 'x')
    .replace(EXPONENT, '$1')
    .replace(WORD, (word) => (known.has(word) ? word : word.replace(/\P{N}/gu, 'x').replace(/\p{N}/gu, '1')))
    .replace(/[^\x20-\x7E]+/g, ' ');
}

/** Words of envelopes, errors and web pages, which hold no data of the seller. */
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
