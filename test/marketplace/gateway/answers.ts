/** Answers as bytes to be: status, body and headers. */
import { RESPONSE_ROOT } from '../assumptions.ts';
import type { Format } from '../wire/formats.ts';
import type { Manner } from '../wire/manner.ts';
import type { Refusal } from '../wire/refusal.ts';
import type { Fields } from '../wire/tree.ts';
import { writeError } from '../wire/write-errors.ts';
import { writeJson } from '../wire/write-json.ts';
import { writeXml } from '../wire/write-xml.ts';
import { BAD_GATEWAY, type Fault, internalError } from './faults.ts';

export interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
  /** The connection is closed instead. */
  closed?: true;
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

export const internalErrorAnswer = (format: Format): Answer => ({
  status: 500,
  body: internalError(format),
  headers: typed(format),
});

/** What becomes of an answer by a fault. */
export function spoil(answer: Answer, fault: Fault, format: Format): Answer {
  switch (fault) {
    case 'internal-error':
      return internalErrorAnswer(format);
    case 'bad-gateway':
      return { status: 502, body: BAD_GATEWAY, headers: { 'Content-Type': 'text/html' } };
    case 'unavailable':
      return { status: 503, body: '', headers: {} };
    case 'truncated':
      return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length * 0.6)) };
    case 'closed':
      return { ...answer, closed: true };
  }
}
