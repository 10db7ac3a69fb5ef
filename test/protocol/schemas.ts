/** As much of XML Schema as the four schemas of the fixtures use: members, how often, and simple values. */

import { parse } from '../../src/protocol/parse.ts';
import { type Branch, elements, type Tree } from '../../src/protocol/tree.ts';
import { documentText } from './wire-documents.ts';

export interface Element {
  readonly name: string;
  readonly optional: boolean;
  readonly many: boolean;
  /** Name of the simple type, such as `int`. */
  readonly type: string;
  readonly values: readonly string[];
  readonly children: readonly Element[];
}

function tree(text: string): Branch {
  const parsed = parse(text);
  if (!('tree' in parsed)) throw new Error(parsed.why);
  return parsed.tree as Branch;
}

export function schemaOf(file: string): Element {
  return element((tree(documentText(`xsd/${file}`)).schema as Branch).element as Branch);
}

/** The declared members, values and type below a schema node, through whatever groups lie between. */
function element(node: Branch): Element {
  const found = inside(node, []);
  return {
    name: String(node['@name']),
    optional: node['@minOccurs'] === '0',
    many: node['@maxOccurs'] === 'unbounded',
    type: String(node['@type'] ?? found.base).replace('xs:', ''),
    values: found.values,
    children: found.children,
  };
}

function inside(
  node: Branch,
  seen: readonly string[],
): { base: string; values: string[]; children: Element[] } {
  const result = { base: '', values: [] as string[], children: [] as Element[] };
  for (const [name, inner] of Object.entries(node)) {
    if (name === '@base') result.base = String(inner);
    if (name.startsWith('@')) continue;
    for (const each of elements([inner].flat() as Tree, name) as Branch[]) {
      if (name === 'element') result.children.push(element(each));
      else if (name === 'enumeration') result.values.push(String(each['@value']));
      else if (typeof each === 'object') {
        const below = inside(each, [...seen, name]);
        result.base ||= below.base;
        result.values.push(...below.values);
        result.children.push(...below.children);
      }
    }
  }
  return result;
}

/** Where a document breaks the schema; the order of members is free, as the schemas say. */
export function violations(root: Element, text: string): string[] {
  const document = tree(text);
  const [name] = Object.keys(document);
  return name === root.name ? check(root, document[name], name) : [`${name} is unknown`];
}

function check({ type, values, children }: Element, node: Tree, path: string): string[] {
  if (children.length === 0) {
    const text = String(node);
    if (values.length > 0 && !values.includes(text)) return [`${path}: "${text}" is not allowed`];
    return type === 'int' && !/^-?\d{1,10}$/.test(text) ? [`${path}: "${text}" is no number`] : [];
  }
  const branch = (node === '' ? {} : node) as Branch;
  const present = Object.keys(branch).flatMap((name) => {
    const known = children.find((child) => child.name === name);
    if (!known) return [`${path}/${name} is unknown`];
    const each = [branch[name]].flat() as Tree[];
    const repeated = each.length > 1 && !known.many ? [`${path}/${name} is repeated`] : [];
    return [...repeated, ...each.flatMap((one) => check(known, one, `${path}/${name}`))];
  });
  const missing = children
    .filter(({ name, optional }) => !optional && !(name in branch))
    .map(({ name }) => `${path}/${name} is missing`);
  return [...present, ...missing];
}
