/** Writes an answer as XML. */
import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { dressText, isFreeText, type Manner } from './manner.ts';
import { type Fields, ListOf, Money, type Tree } from './tree.ts';

/** What XML 1.0 has no way to carry; it can only come from a request that is quoted in the answer. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function append(parent: XMLBuilder, name: string, tree: Tree | undefined, manner: Manner): void {
  if (tree === undefined) return;
  if (tree instanceof ListOf) {
    if (tree.entries.length === 0 && manner.emptyLists === 'missing') return;
    const list = parent.ele(name);
    for (const entry of tree.entries) append(list, tree.child, entry, manner);
    return;
  }
  const element = parent.ele(name);
  if (tree instanceof Money) element.txt((tree.cents / 100).toFixed(2));
  else if (typeof tree === 'object' && tree !== null) appendAll(element, tree, manner);
  else if (tree !== null && tree !== '') appendText(element, name, String(tree), manner);
}

function appendText(element: XMLBuilder, name: string, value: string, manner: Manner): void {
  const text = dressText(name, value.replace(UNWRITABLE, ''), manner);
  if (manner.cdata && isFreeText(name)) element.txt('\n  ').dat(text).txt('\n');
  else element.txt(text);
}

function appendAll(parent: XMLBuilder, fields: Fields, manner: Manner): void {
  for (const [name, tree] of Object.entries(fields)) append(parent, name, tree, manner);
}

export function writeXml(fields: Fields, root: string, manner: Manner): string {
  const document = create({ version: '1.0', encoding: 'utf-8' });
  appendAll(document.ele(root), fields, manner);
  return (manner.bom ? '\uFEFF' : '') + document.end({ headless: !manner.declaration });
}
