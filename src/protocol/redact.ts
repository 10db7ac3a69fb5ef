/** Takes keys out of answers: a service that repeats its request must not bring them into a cell or a log. */
import type { Connection } from './connection.ts';
import type { AnyRecord, Value } from './fields.ts';
import { MarketError } from './market-error.ts';

/** Shorter keys would be found in ordinary text. */
const SHORTEST_KEY = 8;

export type Redact = (text: string) => string;

/** Replaces the keys of a connection by an ellipsis, and the beginning of one where a message was cut. */
export function redactorOf({ apiKey, secretKey }: Connection): Redact {
  const keys = [apiKey, secretKey].filter((key) => key.length >= SHORTEST_KEY);
  return (text) => keys.reduce(withoutKey, text);
}

function withoutKey(text: string, key: string): string {
  const beginning = key.slice(0, SHORTEST_KEY);
  if (!text.includes(beginning)) return text;
  const clean = text.split(key).join('…');
  const cut = clean.lastIndexOf(beginning);
  const rest = clean.slice(cut).replace(/…$/, '');
  return cut >= 0 && clean.endsWith('…') && key.startsWith(rest) ? `${clean.slice(0, cut)}…` : clean;
}

/** The record itself where it holds no key. Applied after decoding: on the wire a key may be spelled with escapes. */
export function redactRecord(record: AnyRecord, redact: Redact): AnyRecord {
  let changed = false;
  const clean: AnyRecord = {};
  for (const [name, value] of Object.entries(record)) {
    clean[name] = Array.isArray(value) ? value.map((each) => redactRecord(each, redact)) : redactValue(value, redact);
    changed = changed || clean[name] !== value;
  }
  return changed ? clean : record;
}

function redactValue(value: Value | null, redact: Redact): Value | null {
  return typeof value === 'string' ? redact(value) : value;
}

export function redactError(error: MarketError, redact: Redact): MarketError {
  const { serviceCode, serviceCodes } = error.details;
  return new MarketError(error.code, redact(error.message), {
    ...error.details,
    ...(serviceCode === undefined ? {} : { serviceCode: redact(serviceCode) }),
    ...(serviceCodes === undefined ? {} : { serviceCodes: serviceCodes.map(redact) }),
  });
}
