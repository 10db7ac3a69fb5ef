import { type Encoding, padText } from './encoding.ts';
import { type Fields, ListOf, Money, type Tree } from './tree.ts';

function plain(field: string, tree: Tree, encoding: Encoding): unknown {
  if (tree instanceof Money) return encoding.scalarsAsText ? (tree.cents / 100).toFixed(2) : tree.cents / 100;
  if (tree instanceof ListOf) return plainList(tree, encoding);
  if (typeof tree === 'string') return padText(field, tree, encoding);
  if (typeof tree === 'number' || typeof tree === 'boolean') return encoding.scalarsAsText ? String(tree) : tree;
  return tree === null ? null : plainFields(tree, encoding);
}

function plainList(list: ListOf, encoding: Encoding): unknown {
  const entries = list.entries.map((entry) => plain(list.child, entry, encoding));
  if (entries.length === 0 && encoding.emptyLists !== 'empty') {
    return encoding.emptyLists === 'null' ? null : encoding.emptyLists === 'blank' ? '' : undefined;
  }
  const alone = encoding.singleObjects && entries.length === 1 && typeof entries[0] === 'object';
  const content = alone ? entries[0] : entries;
  return encoding.wrappedLists && list.child !== '' ? { [list.child]: content } : content;
}

const plainFields = (fields: Fields, encoding: Encoding): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, value === undefined ? undefined : plain(name, value, encoding)])
      .filter(([, value]) => value !== undefined),
  );

export function writeJson(fields: Fields, root: string | undefined, encoding: Encoding): string {
  const content = plainFields(fields, encoding);
  const whole = encoding.rootInJson && root !== undefined ? { [root]: content } : content;
  return (encoding.bom ? '\uFEFF' : '') + JSON.stringify(whole);
}
