/** Documents as trees that tests can corrupt. Members are ordered, can repeat, and can have any name. */
import { SaxesParser } from 'saxes';

export interface Leaf {
  readonly is: 'leaf';
  text: string;
  /** Whether JSON shows it as a string, not as a number or keyword. */
  quoted: boolean;
  /** Whether the text is written without escaping. */
  raw?: boolean;
}

export interface Group {
  readonly is: 'group';
  /** An array; in XML, elements with the same name. */
  array: boolean;
  members: [name: string, node: Node][];
}

export type Node = Leaf | Group;

export const leaf = (text: string, quoted = true): Leaf => ({ is: 'leaf', text, quoted });
export const raw = (text: string): Leaf => ({ is: 'leaf', text, quoted: false, raw: true });
export const group = (members: [string, Node][], array = false): Group => ({ is: 'group', array, members });

export function treeOfJson(text: string): Node {
  const grow = (value: unknown): Node => {
    if (Array.isArray(value))
      return group(
        value.map((each) => ['entry', grow(each)]),
        true,
      );
    if (typeof value === 'object' && value !== null)
      return group(Object.entries(value).map(([name, each]) => [name, grow(each)]));
    return leaf(String(value), typeof value === 'string');
  };
  return grow(JSON.parse(text.replace(/^\uFEFF/, '')));
}

/** The tree of an XML document; its root is the only member. */
export function treeOfXml(text: string): Node {
  const top = group([]);
  const open: Group[] = [top];
  const said: string[] = [''];
  const parser = new SaxesParser({ fragment: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    const element = group([]);
    open.at(-1)!.members.push([name, element]);
    open.push(element);
    said.push('');
  });
  const say = (part: string) => {
    said[said.length - 1] += part;
  };
  parser.on('text', say);
  parser.on('cdata', say);
  parser.on('closetag', () => {
    const element = open.pop()!;
    const words = said.pop()!;
    const holder = open.at(-1)!.members;
    if (element.members.length === 0) holder[holder.length - 1]![1] = leaf(words);
  });
  parser.write(text.replace(/^\uFEFF/, '')).close();
  return top;
}

export function writeJson(node: Node): string {
  if (node.is === 'leaf') return node.quoted && !node.raw ? JSON.stringify(node.text) : node.text;
  const members = node.members.map(([name, each]) =>
    node.array ? writeJson(each) : `${JSON.stringify(name)}:${writeJson(each)}`,
  );
  return node.array ? `[${members.join(',')}]` : `{${members.join(',')}}`;
}

export function writeXml(node: Node, root = 'MarketAPIResponse'): string {
  if (node.is === 'leaf') return node.raw ? node.text : escaped(node.text);
  const inner = node.members.map(([name, each]) => `<${name}>${writeXml(each, '')}</${name}>`).join('');
  // An XML document has one root, but a tree read from JSON can have many top members.
  return root && node.members.length !== 1 ? `<${root}>${inner}</${root}>` : inner;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** `at` and `other` can be any integer; they wrap around. */
export interface Change {
  readonly how: (typeof CHANGES)[number];
  readonly at: number;
  readonly other: number;
  readonly value: Node;
  readonly name: string;
}

export const CHANGES = [
  'replace',
  'remove',
  'rename',
  'repeat',
  'add',
  'wrap in array',
  'wrap in object',
  'unwrap',
  'swap',
  'unquote',
  'nest',
] as const;

interface Place {
  readonly holder: Group;
  readonly index: number;
}

function placesIn(node: Node): Place[] {
  const places: Place[] = [];
  const open: Node[] = [node];
  for (let next = open.pop(); next; next = open.pop())
    if (next.is === 'group')
      for (const [index, [, each]] of next.members.entries()) {
        places.push({ holder: next, index });
        open.push(each);
      }
  return places;
}

export function changed(node: Node, changes: readonly Change[]): Node {
  // Wraps the root, so that it can be replaced like any member.
  const holder = group([['top', structuredClone(node)]]);
  for (const change of changes) make(change, placesIn(holder));
  return holder.members[0]?.[1] ?? group([]);
}

function make({ how, at, other, value, name }: Change, places: readonly Place[]): void {
  const place = places[at % places.length];
  if (!place) return;
  const { holder, index } = place;
  const member = holder.members[index]!;
  const [known, node] = member;
  switch (how) {
    case 'replace':
      member[1] = structuredClone(value);
      break;
    case 'remove':
      holder.members.splice(index, 1);
      break;
    case 'rename':
      member[0] = name;
      break;
    case 'repeat':
      holder.members.splice(index, 0, [known, structuredClone(other % 2 ? value : node)]);
      break;
    case 'add':
      if (node.is === 'group') node.members.push([name, structuredClone(value)]);
      break;
    case 'wrap in array':
      member[1] = group([[known, node]], true);
      break;
    case 'wrap in object':
      member[1] = group([[name, node]]);
      break;
    case 'unwrap':
      if (node.is === 'group' && node.members[0]) member[1] = node.members[0][1];
      break;
    case 'swap': {
      const second = places[other % places.length]!;
      const partner = second.holder.members[second.index];
      if (partner) member[1] = structuredClone(partner[1]);
      break;
    }
    case 'unquote':
      if (node.is === 'leaf') node.quoted = !node.quoted;
      break;
    case 'nest':
      for (let depth = other % 60; depth > 0; depth--) member[1] = group([[name, member[1]]], depth % 2 === 0);
      break;
  }
}
