/** Error bodies in every shape the service has been seen to send. */
import type { Tree } from './tree.ts';
import { at, child, elements, isBranch, plain } from './tree.ts';

export interface ServiceError {
  readonly code: string;
  readonly message: string;
}

/** The errors that a tree reports; none when it is data. `headerCodes`: patterns of codes in a header, `?` for a digit. */
export function errorsIn(
  tree: Tree,
  headerCodes: readonly string[],
  isWrapped = false,
): readonly ServiceError[] {
  if (Array.isArray(tree)) return tree.flatMap((element) => single(element) ?? []);
  if (!isBranch(tree)) return [];
  const alone = single(tree);
  if (alone) return [alone];
  const listed = child(tree, 'Errors') ?? child(tree, 'Error');
  if (listed !== undefined) return elements(listed, 'Error').flatMap((element) => single(element) ?? []);
  const names = Object.keys(tree);
  const inner = names.length === 1 ? tree[names[0]!] : undefined;
  if (!isWrapped && isBranch(inner) && child(inner, 'Errors') !== undefined)
    return errorsIn(inner, headerCodes, true);
  return headerErrors(tree, headerCodes);
}

/** `Code` with `Message` or `Description`; the sponsored operations also fail with a bare `message` and `status`. */
function single(tree: Tree): ServiceError | undefined {
  if (!isBranch(tree)) return undefined;
  const code = plain(child(tree, 'Code'));
  const message = plain(child(tree, 'Message')) ?? plain(child(tree, 'Description'));
  if (code !== null || message !== null) return { code: code ?? '', message: message ?? '' };
  const status = plain(child(tree, 'status'));
  const error = plain(child(tree, 'message')) ?? plain(child(tree, 'error'));
  return status !== null && error !== null && child(tree, 'rows') === undefined
    ? { code: status, message: error }
    : undefined;
}

/** A `header` comes with success too: it is an error only where no rows came and its code looks like one. */
function headerErrors(tree: Tree, codes: readonly string[]): readonly ServiceError[] {
  const rows = at(tree, 'rows');
  if (elements(rows, 'row').length > 0) return [];
  return elements(child(tree, 'header'), 'header')
    .map((entry) => ({
      code: plain(child(entry, 'bizCode')) ?? '',
      message: plain(child(entry, 'msg')) ?? '',
    }))
    .filter(({ code }) => codes.some((pattern) => isLike(code, pattern)));
}

function isLike(code: string, pattern: string): boolean {
  return (
    code.length === pattern.length &&
    [...pattern].every((char, index) => (char === '?' ? /\d/.test(code[index]!) : char === code[index]))
  );
}
