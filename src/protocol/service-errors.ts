/** Error bodies in every shape the service has been seen to send. */
import { child, elements, isBranch, plain, type Tree } from './parse.ts';

export interface ServiceError {
  readonly code: string;
  readonly message: string;
}

/** The errors that a tree reports; none when it is data. `headerCodes`: patterns of codes in a header, `?` for a digit. */
export function errorsIn(tree: Tree, headerCodes: readonly string[]): readonly ServiceError[] {
  if (Array.isArray(tree)) return allOf(tree.filter(isBranch));
  if (!isBranch(tree)) return allOf(tree);
  const isSuccess = /^(true|yes|y|t|1)$/i.test(plain(child(tree, 'IsSuccess')) ?? '');
  // Messages beside data are remarks.
  if (isSuccess && isFull(child(tree, 'ResponseBody'))) return [];
  const only = single(tree);
  if (only && !(isSuccess && isPraise(only))) return [only];
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

function isFull(body: Tree): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length > 0;
}

/** Some services give success a code, too. */
function isPraise({ code, message }: ServiceError): boolean {
  return /^(0+|200|ok|success|successful)$/i.test(code || message);
}

/**
 * `Code` with `Message` or `Description`, or nothing but a text; the sponsored operations also fail with a bare
 * `message` and `status`. Names in lower case are common words: a single one, or in a row of data, is no error.
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

/** A code of the specification is separated from the words behind it. */
function inText(text: string): ServiceError | undefined {
  const [, code, message] = /^([A-Z]{2}\d{3})\b[\s:,;.-]*(.*)$/s.exec(text) ?? [];
  if (code !== undefined && message !== undefined) return { code, message };
  return text === '' ? undefined : { code: '', message: text };
}

/**
 * A `header` comes with success too: it is an error only where no rows came and its code looks like one, or where it
 * is all that came.
 */
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

function isLike(code: string, pattern: string): boolean {
  return (
    code.length === pattern.length &&
    [...pattern].every((char, index) => (char === '?' ? /\d/.test(code[index]!) : char === code[index]))
  );
}
