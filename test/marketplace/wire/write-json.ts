/** Writes an answer as JSON. */
import { dressText, type Manner } from './manner.ts';
import { type Fields, ListOf, Money, type Tree } from './tree.ts';

function plain(field: string, tree: Tree, manner: Manner): unknown {
  if (tree instanceof Money) return manner.scalarsAsText ? (tree.cents / 100).toFixed(2) : tree.cents / 100;
  if (tree instanceof ListOf) return plainList(tree, manner);
  if (typeof tree === 'string') return dressText(field, tree, manner);
  if (typeof tree === 'number' || typeof tree === 'boolean') return manner.scalarsAsText ? String(tree) : tree;
  return tree === null ? null : plainFields(tree, manner);
}

function plainList(list: ListOf, manner: Manner): unknown {
  const entries = list.entries.map((entry) => plain(list.child, entry, manner));
  if (entries.length === 0 && manner.emptyLists !== 'empty') {
    return manner.emptyLists === 'null' ? null : manner.emptyLists === 'blank' ? '' : undefined;
  }
  const alone = manner.singleObjects && entries.length === 1 && typeof entries[0] === 'object';
  const content = alone ? entries[0] : entries;
  return manner.wrappedLists && list.child !== '' ? { [list.child]: content } : content;
}

const plainFields = (fields: Fields, manner: Manner): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, value === undefined ? undefined : plain(name, value, manner)])
      .filter(([, value]) => value !== undefined),
  );

export function writeJson(fields: Fields, root: string | undefined, manner: Manner): string {
  const content = plainFields(fields, manner);
  const whole = manner.rootInJson && root !== undefined ? { [root]: content } : content;
  return (manner.bom ? '\uFEFF' : '') + JSON.stringify(whole);
}
