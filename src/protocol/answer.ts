/** Reads a response: returns its data or throws an error with a remedy. The service's errors have many shapes. */
import { fromPacific, readWall } from './dates.ts';
import type { HttpResult } from './http.ts';
import { clip } from './lists.ts';
import { type ErrorCode, type ErrorDetails, lacksPermission, MarketError } from './market-error.ts';
import { child, elements, isBranch, type Parsed, parse, plain, type Tree } from './parse.ts';
import { assumed, codesIn, type Settings } from './settings.ts';
import { HOUR, MINUTE, SECOND } from './time.ts';

const ASK = "Check your entries, or ask the operator's support.";

/** Returns the tree of a successful response. Throws a `MarketError` otherwise. */
export function readAnswer(result: HttpResult, now: number, settings: Settings = assumed): Tree {
  if ('fault' in result) throw faultError(result, now);
  const parsed = parse(result.text);
  const body = 'tree' in parsed ? parsed.tree : refusalText(parsed, result.status);
  const errors = errorsIn(body, codesIn(settings.headerErrorCodes));
  if (result.status >= 300 && result.status < 400)
    throw new MarketError(
      'MARKET_UNREACHABLE',
      'The API address redirects to another address; your keys were not sent there. Enter the address shown in the seller portal.',
      { httpStatus: result.status },
    );
  if (result.status >= 400 || errors.length > 0) throw statusError(result, errors, now, settings);
  if (!('tree' in parsed)) throw badAnswer(parsed, result.status);
  const success = plain(child(parsed.tree, 'IsSuccess'));
  if (success !== null && /^(false|no|n|f|0)$/i.test(success))
    throw new MarketError(
      'MARKET_SERVICE',
      `The marketplace could not complete the request: ${quote(plain(child(parsed.tree, 'Memo')) || 'no reason given')}. ${ASK}`,
      { httpStatus: result.status },
    );
  return parsed.tree;
}

/** Returns a plain-text error. Ignores statuses 403 and 404, which come from firewalls and gateways. */
function refusalText(parsed: Exclude<Parsed, { tree: unknown }>, status: number) {
  const isRefusal = status >= 400 && status < 500 && status !== 403 && status !== 404;
  return isRefusal && parsed.not === 'text' ? parsed.why : undefined;
}

/** Google's short-term limits and most outages end within this time. */
const PAUSE = MINUTE;

export const HELD_BACK =
  "Google is not allowing this account any calls right now. Try again in a minute, or tomorrow if today's calls are used up.";

function faultError({ fault, message, sent = 1 }: Faulty, now: number): MarketError {
  const [said, retryAt] = [`(Google says: ${quote(message)})`, now + PAUSE];
  const passing = (code: ErrorCode, text: string, details: ErrorDetails = {}) =>
    new MarketError(code, text, { passing: true, ...details });
  switch (fault) {
    case 'limit':
      return passing('MARKET_QUOTA', HELD_BACK, { retryAt });
    case 'permission':
      return new MarketError('MARKET_BLOCKED', lacksPermission('to call the marketplace'));
    case 'bandwidth':
      return new MarketError(
        'MARKET_QUOTA',
        `Google is limiting the data that this account transfers. Try again in a minute. ${said}`,
        { retryAt },
      );
    case 'timeout':
      // Resending a batch's requests was their retry.
      return passing('MARKET_TIMEOUT', 'The marketplace took too long to respond. Try again.', {
        passing: sent > 1 ? undefined : true,
      });
    case 'interrupted':
      return passing(
        'MARKET_UNREACHABLE',
        `The marketplace responded moments ago but cannot be reached now. Try again in a minute. ${said}`,
        { retryAt },
      );
    case 'unreachable':
      return passing(
        'MARKET_UNREACHABLE',
        `The marketplace cannot be reached. Check the connection's API address. If it is correct, Google may be limiting this account: try again in a minute. ${said}`,
      );
  }
}

type Response = Exclude<HttpResult, { fault: unknown }>;
type Faulty = Extract<HttpResult, { fault: unknown }>;

function statusError(result: Response, errors: readonly ServiceError[], now: number, settings: Settings): MarketError {
  const { status } = result;
  const error = (code: ErrorCode, message: string, details: ErrorDetails = {}) =>
    new MarketError(code, message, { httpStatus: status, ...details });
  if (status === 429 || isAnyOf(errors, settings.capCodes)) {
    const retryAt = readResetTime(result.headers, settings.capResetHeader, now);
    return error('MARKET_CAP', "You've reached the marketplace's call limit for now.", { retryAt });
  }
  const byCode = credentialsError(errors, status, settings);
  if (byCode) return byCode;
  if (status === 401) return sellerError(status, errors, true);
  if (status === 403 && errors.length === 0 && !/^\s*[[{]/.test(result.text))
    return error(
      'MARKET_BLOCKED',
      "The marketplace's firewall blocked the call. Ask the operator's support to allow calls from Google Apps Script.",
    );
  // Error codes take precedence over the status.
  if (status === 404 && (errors.length === 0 || isAnyOf(errors, settings.addressCodes)))
    return error(
      'MARKET_STOREFRONT',
      `The marketplace does not offer this operation at that address. Check the API address and the storefront.${wordsOf(errors)}`,
    );
  if (errors.length > 0) return serviceError(errors, status, settings);
  if (status >= 500)
    return error(
      'MARKET_UNREACHABLE',
      `The marketplace is not available right now (status ${status}). Try again in a few minutes.`,
      { passing: true },
    );
  return error(
    'MARKET_SERVICE',
    `The marketplace rejected the call (status ${status}). Ask the operator's support whether your account can use this operation.`,
  );
}

/** Uses only error codes, because message wording varies. */
function credentialsError(errors: readonly ServiceError[], httpStatus: number, settings: Settings) {
  const keyError = (key: string, serviceCode: string) =>
    new MarketError('MARKET_KEY', `The ${key} was not accepted. Copy it again from the seller portal.`, {
      serviceCode,
      httpStatus,
    });
  for (const error of errors) {
    if (error.code === 'InvalidToken') return keyError('secret key', error.code);
    if (isAnyOf([error], settings.apiKeyCodes)) return keyError('API key', error.code);
    if (isAnyOf([error], settings.sellerCodes)) return sellerError(httpStatus, errors);
  }
  return undefined;
}

function isAnyOf(errors: readonly ServiceError[], codes: string) {
  return errors.some(({ code }) => codesIn(codes).includes(code));
}

function sellerError(httpStatus: number, errors: readonly ServiceError[], isQuoted = false) {
  const words = isQuoted ? wordsOf(errors) : '';
  return new MarketError(
    'MARKET_SELLER',
    `The seller ID does not match the keys, or the keys are for another storefront. Check the connection's seller ID.${words}`,
    { httpStatus, serviceCode: errors[0]?.code || undefined },
  );
}

function serviceError(errors: readonly ServiceError[], httpStatus: number, settings: Settings) {
  const hint = hintFor(errors, httpStatus, settings);
  return new MarketError('MARKET_SERVICE', `The marketplace says: ${quote(joined(errors))}.${hint}`, {
    httpStatus,
    ...(errors[0]?.code ? { serviceCode: errors[0].code, serviceCodes: errors.map(({ code }) => code) } : {}),
    passing: httpStatus >= 500 || undefined,
  });
}

function wordsOf(errors: readonly ServiceError[]) {
  return errors.length > 0 ? ` (The marketplace says: ${quote(joined(errors))}.)` : '';
}

function joined(errors: readonly ServiceError[]) {
  return errors.map(({ code, message }) => [code, message].filter(Boolean).join(': ')).join('; ');
}

function hintFor(errors: readonly ServiceError[], httpStatus: number, settings: Settings): string {
  if (httpStatus >= 500)
    return ' Try again in a few minutes. If a pull of items keeps failing, request fewer: an identifier that matches two products can cause this error.';
  if (isAnyOf(errors, settings.requestFaultCodes))
    return ' Check your entries, then the order version and Advanced settings in Connect ▸ Edit.';
  return ` ${ASK}`;
}

function badAnswer(parsed: Exclude<Parsed, { tree: unknown }>, httpStatus: number) {
  const kind = {
    empty: 'an empty response',
    html: 'a web page instead of data',
    text: 'plain text instead of data',
    broken: 'an incomplete or damaged response',
  }[parsed.not];
  return new MarketError(
    'MARKET_BAD_ANSWER',
    `The marketplace sent ${kind}. The response was ignored. Try again later.`,
    {
      httpStatus,
      passing: true,
    },
  );
}

/** Formats the marketplace's text as one line without a final period, and clips it. */
function quote(text: string) {
  return clip(text.replace(/\s+/g, ' ').trim().replace(/\.$/, ''), 300);
}

/** The wait if the response has no plausible reset time. */
const FALLBACK = MINUTE;

/**
 * Returns the time of the next allowed call in epoch milliseconds, 1 second to 1 hour from now. `resetHeader` is in
 * Pacific time, month first. A time more than an hour ahead is treated as wrong.
 */
export function readResetTime(headers: Readonly<Record<string, string>>, resetHeader: string, now: number): number {
  const after = headers['retry-after']?.trim();
  const seconds = Number(after);
  if (after && Number.isFinite(seconds)) return clamp(now + seconds * SECOND, now);
  const text = headers[resetHeader.toLowerCase()];
  const read = text ? readWall(text.trim()) : undefined;
  if (!read) return now + FALLBACK;
  const at = read.offset === undefined ? fromPacific(read.wall).at : read.wall - read.offset;
  return at > now + HOUR ? now + FALLBACK : clamp(at, now);
}

function clamp(at: number, now: number) {
  return Math.min(Math.max(at, now + SECOND), now + HOUR);
}

export interface ServiceError {
  readonly code: string;
  readonly message: string;
}

/** Returns a response's errors; empty if it contains data. `headerCodes` are patterns in which `?` matches a digit. */
export function errorsIn(tree: Tree, headerCodes: readonly string[]): readonly ServiceError[] {
  if (Array.isArray(tree)) return allOf(tree.filter(isBranch));
  if (!isBranch(tree)) return allOf(tree);
  const isSuccess = /^(true|yes|y|t|1)$/i.test(plain(child(tree, 'IsSuccess')) ?? '');
  // Successful responses can contain messages.
  if (isSuccess && isFull(child(tree, 'ResponseBody'))) return [];
  const only = single(tree);
  // Some services send a code with successful responses.
  const saysSuccess = only && /^(0+|200|ok|success|successful)$/i.test(only.code || only.message);
  if (only && !(isSuccess && saysSuccess)) return [only];
  const listed = child(tree, 'Errors') ?? child(tree, 'Error');
  if (listed !== undefined) return allOf(listed);
  const names = Object.keys(tree);
  const inner = names.length === 1 ? tree[names[0]!] : undefined;
  if (child(inner, 'Errors') !== undefined) return errorsIn(inner, headerCodes);
  return headerErrors(tree, headerCodes);
}

function allOf(list: Tree): readonly ServiceError[] {
  return elements(list, 'Error').flatMap((element) => single(element) ?? []);
}

function isFull(body: Tree) {
  return typeof body === 'object' && body !== null && Object.keys(body).length > 0;
}

/**
 * Reads one error: `Code` with `Message` or `Description`, or plain text. Sponsored operations can fail with `message`
 * and `status`. These common names indicate an error only if both are present and there are no rows.
 */
function single(tree: Tree): ServiceError | undefined {
  if (typeof tree === 'string') return inText(tree.trim());
  if (!isBranch(tree)) return undefined;
  const code = plain(child(tree, 'Code')) || '';
  const message = plain(child(tree, 'Message')) || plain(child(tree, 'Description')) || '';
  if (code !== '' || message !== '') return { code, message };
  const status = plain(child(tree, 'code')) || plain(child(tree, 'status'));
  const error = plain(child(tree, 'message')) || plain(child(tree, 'error'));
  return status && error && child(tree, 'rows') === undefined ? { code: status, message: error } : undefined;
}

/** Splits text into a documented code and its message. */
function inText(text: string): ServiceError | undefined {
  const [, code, message] = /^([A-Z]{2}\d{3})\b[\s:,;.-]*(.*)$/s.exec(text) ?? [];
  if (code !== undefined && message !== undefined) return { code, message };
  return text === '' ? undefined : { code: '', message: text };
}

/** Successful responses have a `header`, too. It is an error only without rows, with an error code or alone. */
function headerErrors(tree: Tree, codes: readonly string[]): readonly ServiceError[] {
  const rows = child(tree, 'rows');
  if (elements(rows, 'row').length > 0) return [];
  const entries = elements(child(tree, 'header'), 'header').map((entry) => ({
    code: plain(child(entry, 'bizCode')) ?? '',
    message: plain(child(entry, 'msg')) ?? '',
  }));
  return rows === undefined && child(tree, 'totalRows') === undefined
    ? entries.filter(({ code, message }) => code !== '' || message !== '')
    : entries.filter(({ code }) => codes.some((pattern) => isLike(code, pattern)));
}

function isLike(code: string, pattern: string) {
  return (
    code.length === pattern.length &&
    [...pattern].every((char, index) => (char === '?' ? /\d/.test(code[index]!) : char === code[index]))
  );
}
