import { HTTP, SPONSORED_ERROR_CODE } from '../assumptions.ts';
import type { Operation } from '../operations/operation.ts';
import type { FaultKind } from '../options.ts';
import { PLAIN } from '../wire/encoding.ts';
import type { Format } from '../wire/formats.ts';
import { type Fields, ListOf } from '../wire/tree.ts';
import { type Answer, internalErrorAnswer, refusalAnswer, successAnswer } from './answers.ts';
import { tooMany } from './caps.ts';
import { ACCESS_DENIED, BAD_GATEWAY, CHALLENGE, MAINTENANCE, WRONG_STOREFRONT } from './proxy-bodies.ts';

export interface FaultContext {
  operation: Operation;
  /** Undefined if the call was rejected. */
  fields: Fields | undefined;
  format: Format;
  now: number;
}

/** The time until a `rate-limited` call can be retried. */
const ALLOWANCE_BACK_MS = 60_000;

const foreign = (status: number, type: string, body: string): Answer => ({
  status,
  body,
  headers: { 'Content-Type': type },
});

/** Leaves responses of the sponsored operations unchanged, because they have no IsSuccess. */
function withoutSuccess(answer: Answer, { operation, fields, format }: FaultContext): Answer {
  if (operation.isSponsored || !fields) return answer;
  const told = {
    ...fields,
    IsSuccess: false,
    ResponseBody: null,
    Memo: 'The request could not be processed.',
  };
  return successAnswer(told, format, false, PLAIN);
}

function headerOnly(answer: Answer, { operation }: FaultContext): Answer {
  if (!operation.isSponsored) return answer;
  const error = { msg: 'has parameter valid question, please check request', bizCode: SPONSORED_ERROR_CODE };
  return successAnswer({ header: new ListOf('', [error]) }, 'json', true, PLAIN);
}

export function applyFault(answer: Answer, kind: FaultKind, context: FaultContext): Answer {
  const { operation, format, now } = context;
  switch (kind) {
    case 'internal-error':
      return internalErrorAnswer(format);
    case 'bad-gateway':
      return foreign(502, 'text/html', BAD_GATEWAY);
    case 'unavailable':
      return { status: 503, body: '', headers: {} };
    case 'truncated':
      return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length * 0.6)) };
    case 'closed':
      return { ...answer, delivery: 'closed' };
    case 'timeout':
      return { ...answer, delivery: 'never' };
    case 'slow':
      return { ...answer, delivery: 'late' };
    case 'html-200':
      return foreign(200, 'text/html; charset=utf-8', MAINTENANCE);
    case 'empty-200':
      return { status: 200, body: '', headers: answer.headers };
    case 'plain-401':
      return foreign(HTTP.wrongCredentials, 'text/plain', WRONG_STOREFRONT);
    case 'firewall-403':
      return foreign(403, 'text/html; charset=UTF-8', CHALLENGE);
    case 'access-denied-403':
      return foreign(HTTP.notYourSeller, 'application/xml; charset=utf-8', ACCESS_DENIED);
    case 'header-only':
      return headerOnly(answer, context);
    case 'issuccess-false':
      return withoutSuccess(answer, context);
    case 'error-array-200':
      return internalErrorAnswer(format, 200);
    case 'rate-limited':
      return refusalAnswer(tooMany(operation.callsPerHour, now + ALLOWANCE_BACK_MS), format);
  }
}
