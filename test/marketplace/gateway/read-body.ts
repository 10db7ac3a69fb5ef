import { REQUEST_ROOT } from '../assumptions.ts';
import type { Operation } from '../operations/operation.ts';
import { bodyFormat, type FormatHeaders, requireJson } from '../wire/formats.ts';
import { Members } from '../wire/members.ts';
import { readXml } from '../wire/read-xml.ts';
import { malformed } from '../wire/refusal.ts';

function readJson(text: string, roots: readonly string[]): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('The request is not valid JSON.');
  }
  const members = Members.of(value, 'request');
  const [only, ...others] = members.names();
  return only !== undefined && others.length === 0 && roots.includes(only) ? members.group(only) : members;
}

export function readBody(operation: Operation, source: string, headers: FormatHeaders): Members {
  if (operation.method === 'GET') return Members.of({}, '');
  const text = source.replace(/^\uFEFF/, '');
  if (operation.isSponsored) {
    requireJson(headers);
    return readJson(text, [REQUEST_ROOT]);
  }
  const root = operation.requestRoot as string;
  if (bodyFormat(headers.contentType) === 'json') return readJson(text, [root, REQUEST_ROOT]);
  const document = readXml(text);
  if (document.root !== root) throw malformed(`The root element must be '${root}'.`);
  return Members.of(document.content, root);
}
