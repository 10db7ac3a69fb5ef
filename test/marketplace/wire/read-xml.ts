import { SaxesParser } from 'saxes';
import { malformed } from './refusal.ts';

/** Documented requests have at most five levels. */
const DEEPEST = 32;

type Node = { name: string; text: string; children: Map<string, unknown[]> };

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function contentOf(node: Node): unknown {
  if (node.children.size === 0) return node.text.trim();
  return Object.fromEntries(
    [...node.children].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** Returns the root's local name and its content: a string, or an object with arrays for repeated elements. */
export function readXml(source: string): { root: string; content: unknown } {
  const open: Node[] = [];
  let result: { root: string; content: unknown } | undefined;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw malformed(`The request is not well-formed XML: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw malformed('A document type declaration is not allowed.');
  });
  parser.on('opentag', (tag) => {
    if (open.length === DEEPEST) throw malformed('The request is nested too deeply.');
    open.push({ name: localName(tag.name), text: '', children: new Map() });
  });
  const addText = (text: string) => {
    const current = open.at(-1);
    if (current) current.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop() as Node;
    const content = contentOf(closed);
    const parent = open.at(-1);
    if (!parent) result = { root: closed.name, content };
    else {
      const siblings = parent.children.get(closed.name);
      if (siblings) siblings.push(content);
      else parent.children.set(closed.name, [content]);
    }
  });
  parser.write(source).close();
  if (!result) throw malformed('Root element is missing.');
  return result;
}
