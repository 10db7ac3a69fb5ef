import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { type Encoding, isFreeText, padText } from './encoding.ts';
import { type Fields, ListOf, Money, type Tree } from './tree.ts';

/** Characters that XML 1.0 can't represent. Only quoted request content has them. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function append(parent: XMLBuilder, name: string, tree: Tree | undefined, encoding: Encoding): void {
  if (tree === undefined) return;
  if (tree instanceof ListOf) {
    if (tree.entries.length === 0 && encoding.emptyLists === 'missing') return;
    const list = parent.ele(name);
    for (const entry of tree.entries) append(list, tree.child, entry, encoding);
    return;
  }
  const element = parent.ele(name);
  if (tree instanceof Money) element.txt((tree.cents / 100).toFixed(2));
  else if (typeof tree === 'object' && tree !== null) appendAll(element, tree, encoding);
  else if (tree !== null && tree !== '') appendText(element, name, String(tree), encoding);
}

function appendText(element: XMLBuilder, name: string, value: string, encoding: Encoding): void {
  const text = padText(name, value.replace(UNWRITABLE, ''), encoding);
  if (encoding.cdata && isFreeText(name)) element.txt('\n  ').dat(text).txt('\n');
  else element.txt(text);
}

function appendAll(parent: XMLBuilder, fields: Fields, encoding: Encoding): void {
  for (const [name, tree] of Object.entries(fields)) append(parent, name, tree, encoding);
}

export function writeXml(fields: Fields, root: string, encoding: Encoding): string {
  const document = create({ version: '1.0', encoding: 'utf-8' });
  appendAll(document.ele(root), fields, encoding);
  return (encoding.bom ? '\uFEFF' : '') + document.end({ headless: !encoding.declaration });
}
