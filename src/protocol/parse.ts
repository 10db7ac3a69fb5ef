/** Parses XML or JSON into a plain tree. The text itself shows its format; the header may be wrong. */
import { XMLParser } from 'fast-xml-parser';
import { messageOf } from './market-error.ts';

export type Parsed =
  | { readonly tree: Tree }
  | { readonly not: 'empty' | 'html' | 'text' | 'broken'; readonly why: string };

const WEB_PAGE = /^<(?:!doctype\s+html|html|head|body)\b/i;

/** Parses the body of a response. If it is not data, `not` says what it is. */
export function parse(body: string): Parsed {
  const text = body.replace(/^\uFEFF/, '').trim();
  if (text === '') return { not: 'empty', why: 'The answer was empty.' };
  if (WEB_PAGE.test(withoutProlog(text))) return { not: 'html', why: 'The answer was a web page.' };
  // The parser is made outside the try: if its constructor failed, the answer would not be broken.
  const parser = text[0] === '<' ? xmlParser(text) : undefined;
  try {
    if (parser) return { tree: unwrap(xml(text, parser)) };
    if (text[0] === '{' || text[0] === '[') return { tree: unwrap(json(text)) };
  } catch (error) {
    return { not: 'broken', why: messageOf(error) };
  }
  return { not: 'text', why: text };
}

/** The beginning of the text after its XML declaration and leading comments. */
function withoutProlog(text: string): string {
  let from = 0;
  for (;;) {
    const close = text.startsWith('<?xml', from) ? '?>' : text.startsWith('<!--', from) ? '-->' : undefined;
    const at = close === undefined ? -1 : text.indexOf(close, from);
    if (close === undefined || at < 0) return text.slice(from, from + LONGEST_TAG);
    from = at + close.length;
    while (/\s/.test(text[from] ?? '')) from++;
  }
}

/** Characters that are enough to recognize a first tag. */
const LONGEST_TAG = 100;

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Integers that are too long for a double become texts, so that IDs keep all of their digits. */
function json(text: string): Tree {
  // Broken JSON must fail before the pattern is applied, which would take quadratic time on it.
  const tree = JSON.parse(text) as Tree;
  if (!/\d{16}/.test(text)) return tree;
  const exact = text.replace(STRING_OR_NUMBER, (part) => (/^-?\d{16,}$/.test(part) ? `"${part}"` : part));
  return JSON.parse(exact) as Tree;
}

const UNSAFE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Markup, complete or cut off. A `<` that it does not match begins a declaration, or a fake comment in an attribute. */
const MARKUP = /<!--.*?(?:-->|$)|<!\[CDATA\[.*?(?:\]\]>|$)|<\?.*?(?:\?>|$)|<[^!?<>"'](?:[^<>"']|"[^"<]*"|'[^'<]*')*>/gs;

/** Outside of texts: the parser would read one in the middle, too. */
function hasDocumentType(text: string): boolean {
  return /<!DOCTYPE/i.test(text) && text.replace(MARKUP, '').includes('<');
}

/** The parser takes 10 µs per attribute, and a page of orders has a few thousand. */
const MOST_ATTRIBUTES = 50_000;

function hasTooManyAttributes(text: string): boolean {
  const assigned = /=\s*["']/g;
  for (let count = 0; assigned.test(text); count++) if (count === MOST_ATTRIBUTES) return true;
  return false;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g;

const AMPERSAND = /<!\[CDATA\[.*?(?:\]\]>|$)|&#(?:0*38|[xX]0*26);/gs;

/** The parser decodes `&#38;lt;` twice, but `&amp;lt;` once. */
function withNamedAmpersands(text: string): string {
  return text.includes('&#') ? text.replace(AMPERSAND, (part) => (part[0] === '&' ? '&amp;' : part)) : text;
}

function xml(text: string, parser: XMLParser): Tree {
  // The parser takes quadratic time for white space in a tag.
  if (/\s{1000}/.test(text)) throw new Error('The answer contains too much white space.');
  if (hasTooManyAttributes(text)) throw new Error('The response contains too many attributes.');
  // XML 1.0 forbids most control characters, but one in a title must not fail the page.
  const clean = withNamedAmpersands(text.replace(CONTROL, ''));
  // A document type could define entities of any size. The service sends none.
  if (hasDocumentType(clean)) throw new Error('A document type declaration is not accepted.');
  return parser.parse(clean, true) as Tree;
}

function xmlParser(text: string): XMLParser {
  return new XMLParser({
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreAttributes: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    removeNSPrefix: true,
    htmlEntities: true,
    // Without a document type, no entity is longer than its name.
    processEntities: { enabled: true, maxTotalExpansions: Infinity, maxExpandedLength: Infinity },
    // Control characters can also be numeric entities.
    ...(text.includes('&#') ? { tagValueProcessor: withoutControl, attributeValueProcessor: withoutControl } : {}),
    attributeNamePrefix: '@',
    // The parser refuses answers with such names. With another name they are harmless unknown fields.
    transformTagName: (name) => (UNSAFE_NAMES.includes(name) ? `${name}_` : name),
  });
}

function withoutControl(_: string, value: string): string {
  return value.replace(CONTROL, '');
}

/** Removes the root of the envelope, which any brand may name, but keeps the root of an error. */
function unwrap(parsed: Tree): Tree {
  if (!isBranch(parsed)) return parsed;
  const tree = withoutDeclaration(parsed);
  const names = Object.keys(tree);
  const root = names.length === 1 ? names[0]! : '';
  return /^\w+APIResponse$/.test(root) && (isBranch(tree[root]) || tree[root] === '') ? tree[root] || {} : tree;
}

const DECLARATION = '?xml';

/** JSON that was converted from XML has the declaration as a second member. */
function withoutDeclaration(tree: Branch): Branch {
  if (tree[DECLARATION] === undefined) return tree;
  return Object.fromEntries(Object.entries(tree).filter(([name]) => name !== DECLARATION));
}

export type Tree = string | number | boolean | null | undefined | readonly Tree[] | { readonly [name: string]: Tree };
export type Branch = { readonly [name: string]: Tree };

export function isBranch(tree: Tree): tree is Branch {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}

/** Stands for the operator's brand in the names of our declarations. */
const NEUTRAL = 'Market';

/** Prefixes of other fields, which are no brands. */
const NO_BRANDS: readonly string[] = ['Parent', 'Seller', 'Manufacturer', 'Mfr'];

/** The member of that name. A name with the neutral brand also finds one with another brand. */
export function child(tree: Tree, name: string): Tree {
  if (!isBranch(tree)) return undefined;
  if (Object.prototype.hasOwnProperty.call(tree, name)) return tree[name];
  const other = Object.keys(tree).find((key) => isSpelling(key, name));
  return other === undefined ? undefined : tree[other];
}

/** Whether the key is this name, possibly with another brand. */
export function isSpelling(key: string, name: string): boolean {
  if (key === name) return true;
  if (!name.startsWith(NEUTRAL)) return false;
  const rest = name.slice(NEUTRAL.length);
  const word = key.slice(0, -rest.length);
  return key.endsWith(rest) && /^\w+$/.test(word) && !NO_BRANDS.includes(word);
}

export function at(tree: Tree, path: string): Tree {
  if (!path.includes('.')) return child(tree, path);
  return path.split('.').reduce<Tree>((node, name) => child(node, name), tree);
}

/** At most this many wrappers are removed from a list; a hostile answer may have thousands. */
const DEEPEST = 3;

/** The elements of a list in any shape: an array, an object around an array, a single element, or nothing. */
export function elements(tree: Tree, element: string, depth = DEEPEST): readonly Tree[] {
  if (tree === null || tree === undefined || tree === '') return [];
  if (Array.isArray(tree)) return tree.flatMap((entry) => bare(entry, element));
  if (!isBranch(tree)) return [tree];
  const names = namesIn(tree);
  if (names.length === 0) return [];
  const inner = child(tree, element);
  if (inner !== undefined) return Array.isArray(inner) ? inner : inner === null || inner === '' ? [] : [inner];
  // The documentation lacks some element names, so an object whose only member is a list is that list.
  const only = names.length === 1 ? tree[names[0]!] : undefined;
  return depth > 0 && (Array.isArray(only) || isBranch(only)) ? elements(only, element, depth - 1) : [tree];
}

/** Removes the object with the element's name around an entry. */
function bare(entry: Tree, element: string): Tree | readonly Tree[] {
  if (!isBranch(entry) || typeof entry[element] !== 'object' || entry[element] === null) return entry;
  return namesIn(entry).length === 1 ? entry[element] : entry;
}

/** The names of members, without XML attributes. */
function namesIn(tree: Branch): readonly string[] {
  return Object.keys(tree).filter((name) => !name.startsWith('@'));
}

/** The trimmed text of a value; `null` if it has none. */
export function plain(tree: Tree): string | null {
  if (typeof tree === 'string') return tree.trim();
  if (typeof tree === 'number' || typeof tree === 'boolean') return String(tree);
  // An XML element with attributes has its text in a member.
  const text = isBranch(tree) && Object.prototype.hasOwnProperty.call(tree, '#text') ? tree['#text'] : null;
  return typeof text === 'string' ? text.trim() : typeof text === 'number' ? String(text) : null;
}
