/** The last calls that failed, masked: nothing in them can tell a person, a key, an order or an item. */

import type { FailedCall } from '../protocol/client.ts';
import { answerWords, masked } from '../protocol/redact.ts';
import type { Store } from '../protocol/store.ts';
import { storedList } from '../protocol/stored.ts';

export interface MaskedCall {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly operation: string;
  readonly storefront: string;
  readonly page: number;
  readonly code: string;
  /** The service's own codes. */
  readonly serviceCodes: readonly string[];
  /** An HTTP status, or why none came. */
  readonly answered: number | string;
  readonly contentType: string;
  /** Characters of the answer, and its beginning. */
  readonly length: number;
  readonly text: string;
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

function maskedCall({ question, page, result, error }: FailedCall, at: number): MaskedCall {
  const { operation, storefront } = question;
  const serviceCodes = (error.details.serviceCodes ?? []).filter((code) => SERVICE_CODE.test(code));
  const known = new Set([...answerWords(operation), ...serviceCodes]);
  const text = 'fault' in result ? '' : result.text;
  return {
    at,
    operation: operation.id,
    storefront,
    page,
    code: error.code,
    serviceCodes,
    answered: 'fault' in result ? result.fault : result.status,
    contentType: 'fault' in result ? '' : kindOf(result.headers['content-type'] ?? ''),
    length: text.length,
    text: masked(text.slice(0, MOST_ANSWER), known),
  };
}

function kindOf(contentType: string): string {
  const [kind = 'plain'] = /json|xml|html/i.exec(contentType) ?? [];
  return `${/json|xml/i.test(kind) ? 'application' : 'text'}/${kind.toLowerCase()}`;
}
