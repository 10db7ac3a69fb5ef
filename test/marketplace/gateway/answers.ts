/** Answers as bytes to be: status, body and headers. */
import { RESPONSE_ROOT } from '../assumptions.ts';
import type { Format } from '../wire/formats.ts';
import type { Manner } from '../wire/manner.ts';
import type { Refusal } from '../wire/refusal.ts';
import type { Fields } from '../wire/tree.ts';
import { writeError } from '../wire/write-errors.ts';
import { writeJson } from '../wire/write-json.ts';
import { writeXml } from '../wire/write-xml.ts';

export interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
  /** How it comes, unless at once: some time later, not at all but with the connection kept, or closed instead. */
  delivery?: 'late' | 'never' | 'closed';
}

const typed = (format: Format) => ({ 'Content-Type': `application/${format}; charset=utf-8` });

export const refusalAnswer = (refusal: Refusal, format: Format, manner?: Manner): Answer => ({
  status: refusal.status,
  body: writeError(refusal.error, format, manner),
  headers: { ...typed(format), ...refusal.headers },
});

/** The sponsored operations' JSON never has a root. */
export const successAnswer = (fields: Fields, format: Format, jsonOnly: boolean, manner: Manner): Answer => ({
  status: 200,
  body:
    format === 'json'
      ? writeJson(fields, jsonOnly ? undefined : RESPONSE_ROOT, manner)
      : writeXml(fields, RESPONSE_ROOT, manner),
  headers: typed(format),
});

const INTERNAL_ERROR = {
  code: 'InternalError',
  message:
    'Our servers are currently unavailable and cannot process your request at this time. ' +
    'Please try again. We apologize for any inconvenience.',
};

export const internalErrorAnswer = (format: Format, status = 500): Answer => ({
  status,
  body: writeError(INTERNAL_ERROR, format),
  headers: typed(format),
});
