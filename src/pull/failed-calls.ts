/** The last calls that failed, masked: what the marketplace was asked and answered, as a report for support may show it. */
import { answerWords } from '../protocol/answer-words.ts';
import type { FailedCall } from '../protocol/client.ts';
import { masked } from '../protocol/masked.ts';
import type { Operation } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import type { Store } from '../protocol/store.ts';
import { storedList } from '../protocol/stored.ts';

/** Nothing in it can tell a person, a key, an order or an item. */
export interface MaskedCall {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly operation: string;
  readonly storefront: string;
  /** Of the connection. */
  readonly format: string;
  readonly version: string;
  /** Params in the service's spelling; identifiers are numbered. */
  readonly params: Params;
  readonly page: number;
  readonly code: string;
  /** The service's own codes. */
  readonly serviceCodes: readonly string[];
  /** An HTTP status, or why none came. */
  readonly answered: number | string;
  readonly contentType: string;
  /** Characters of the answer, and its beginning; whether that is all of it. */
  readonly length: number;
  readonly text: string;
  readonly isWhole: boolean;
}

const MOST_CALLS = 5;
const MOST_ANSWER = 1000;

const failures = () => storedList<MaskedCall>('failures', 1, MOST_CALLS);

/** The newest first. */
export function failedCalls(document: Pick<Store, 'get'>): readonly MaskedCall[] {
  return failures().read(document);
}

export function rememberFailedCall(document: Store, call: FailedCall, at: number): void {
  failures().add(document, [maskedCall(call, at)]);
}

/** Codes of the marketplace's documentation look so; anything else in their place may be anything. */
const SERVICE_CODE = /^[A-Z]{2}\d{3}$/;

function maskedCall({ question, params, page, result, error }: FailedCall, at: number): MaskedCall {
  const { operation, storefront, connection } = question;
  const serviceCodes = (error.details.serviceCodes ?? []).filter((code) => SERVICE_CODE.test(code));
  const known = new Set([...answerWords(operation), ...serviceCodes]);
  const text = 'fault' in result ? '' : result.text;
  return {
    at,
    operation: operation.id,
    storefront,
    format: connection.format,
    version: connection.version,
    params: maskedParams(operation, params),
    page,
    code: error.code,
    serviceCodes,
    answered: 'fault' in result ? result.fault : result.status,
    contentType: 'fault' in result ? '' : kindOf(result.headers['content-type'] ?? ''),
    length: text.length,
    text: masked(text.slice(0, MOST_ANSWER), known),
    isWhole: text.length <= MOST_ANSWER,
  };
}

function kindOf(contentType: string): string {
  const [kind = 'plain'] = /json|xml|html/i.exec(contentType) ?? [];
  return `${/json|xml/i.test(kind) ? 'application' : 'text'}/${kind.toLowerCase()}`;
}

const DATE = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d:\d\d)?$/;

/** Codes and dates stay; identifiers and texts are told apart by a number, so that as many calls come of them as before. */
function maskedParams({ params: declared }: Operation, params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const { choices, type } = declared[name] ?? {};
      const mask = (text: string, index: number) => {
        const isPublic = type === 'choice' ? choices?.[text] !== undefined : type?.startsWith('day') && DATE.test(text);
        return isPublic ? text : numbered(text, index + 1);
      };
      return [name, typeof value === 'string' ? mask(value, 0) : value.map(mask)];
    }),
  );
}

/** By the first letters the service tells its own item numbers from those of sellers. */
function numbered(text: string, number: number): string {
  if (/^\d+$/.test(text)) return String(1000 + number);
  return (/^9SI/i.test(text) ? '9SIX' : 'X') + String(number).padStart(4, '0');
}
