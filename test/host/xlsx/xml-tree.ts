// Parses XML into a tree for tests.
import { SaxesParser } from 'saxes';

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  /** The text of the node and its descendants. */
  text: string;
}

/** `spoken` returns the text that an element such as a tab stands for. */
export function xmlTree(
  xml: string,
  spoken: (name: string, attributes: Readonly<Record<string, string>>) => string = () => '',
): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const add = (text: string) => {
    for (const node of open) node.text += text;
  };
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: XmlNode = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)!.children.push(node);
    open.push(node);
    add(spoken(name, node.attributes));
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root;
}

/** All descendants with this name, from top to bottom. Skips the contents of nodes named `closed`. */
export function* nodes(node: XmlNode, name: string, closed?: string): Generator<XmlNode> {
  for (const child of node.children) {
    if (child.name === name) yield child;
    if (child.name !== closed) yield* nodes(child, name, closed);
  }
}
