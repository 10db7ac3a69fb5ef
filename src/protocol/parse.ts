/** Parses XML or JSON into a tree. Detects the format from the text, because the content type can be wrong. */
import { XMLParser } from 'fast-xml-parser';
import { messageOf } from './market-error.ts';

export type Parsed =
  | { readonly tree: Tree }
  | { readonly not: 'empty' | 'html' | 'text' | 'broken'; readonly why: string };

const WEB_PAGE = /^<(?:!doctype\s+html|html|head|body)\b/i;

/** Parses a response body. If it isn't data, `not` says what it is instead. */
export function parse(body: string): Parsed {
  const text = body.replace(/^\uFEFF/, '').trim();
  if (text === '') return { not: 'empty', why: 'The response was empty.' };
  if (WEB_PAGE.test(withoutProlog(text))) return { not: 'html', why: 'The response was a web page.' };
  // Keep this outside the try block: an error in the constructor doesn't mean that the response is broken.
  const parser = text[0] === '<' ? xmlParser(text) : undefined;
  try {
    if (parser) return { tree: unwrap(xml(text, parser)) };
    if (text[0] === '{' || text[0] === '[') return { tree: unwrap(json(text)) };
  } catch (error) {
    return { not: 'broken', why: messageOf(error) };
  }
  return { not: 'text', why: text };
}

/** Returns the start of the text after the XML declaration and leading comments. */
function withoutProlog(text: string) {
  let from = 0;
  for (;;) {
    const close = text.startsWith('<?xml', from) ? '?>' : text.startsWith('<!--', from) ? '-->' : undefined;
    const at = close === undefined ? -1 : text.indexOf(close, from);
    if (close === undefined || at < 0) return text.slice(from, from + LONGEST_TAG);
    from = at + close.length;
    while (/\s/.test(text[from] ?? '')) from++;
  }
}

/** Characters needed to recognize the first tag. */
const LONGEST_TAG = 100;

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses integers too long for a double as strings, to keep all digits of IDs. */
function json(text: string) {
  // Reject broken JSON first: the pattern takes quadratic time on it.
  const tree = JSON.parse(text) as Tree;
  if (!/\d{16}/.test(text)) return tree;
  const exact = text.replace(STRING_OR_NUMBER, (part) => (/^-?\d{16,}$/.test(part) ? `"${part}"` : part));
  return JSON.parse(exact) as Tree;
}

const UNSAFE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Matches complete or truncated markup. An unmatched `<` starts a declaration, or a fake comment in an attribute. */
const MARKUP = /<!--.*?(?:-->|$)|<!\[CDATA\[.*?(?:\]\]>|$)|<\?.*?(?:\?>|$)|<[^!?<>"'](?:[^<>"']|"[^"<]*"|'[^'<]*')*>/gs;

/** Limits parsing time, at 10 µs per attribute. A page of orders has a few thousand. */
const MOST_ATTRIBUTES = 50_000;

function hasTooManyAttributes(text: string) {
  const assigned = /=\s*["']/g;
  for (let count = 0; assigned.test(text); count++) if (count === MOST_ATTRIBUTES) return true;
  return false;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g;

const AMPERSAND = /<!\[CDATA\[.*?(?:\]\]>|$)|&#(?:0*38|[xX]0*26);/gs;

function xml(text: string, parser: XMLParser) {
  // The parser takes quadratic time on white space in tags.
  if (/\s{1000}/.test(text)) throw new Error('The response contains too much white space.');
  if (hasTooManyAttributes(text)) throw new Error('The response contains too many attributes.');
  // XML 1.0 forbids most control characters, but one in a title shouldn't fail the page.
  // The parser decodes `&#38;lt;` twice, but `&amp;lt;` once.
  const clean = text.replace(CONTROL, '').replace(AMPERSAND, (part) => (part[0] === '&' ? '&amp;' : part));
  // A document type could define huge entities. The service sends none. In comments and CDATA, it has no effect.
  if (/<!DOCTYPE/i.test(clean) && clean.replace(MARKUP, '').includes('<'))
    throw new Error('The response contains a document type declaration.');
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
    // Safe without a document type, because no predefined entity expands to more than its name.
    processEntities: { enabled: true, maxTotalExpansions: Infinity, maxExpandedLength: Infinity },
    // Numeric entities can encode control characters.
    ...(text.includes('&#') ? { tagValueProcessor: withoutControl, attributeValueProcessor: withoutControl } : {}),
    attributeNamePrefix: '@',
    // The parser rejects these names. Renamed, they become unknown fields.
    transformTagName: (name) => (UNSAFE_NAMES.includes(name) ? `${name}_` : name),
  });
}

function withoutControl(_: string, value: string) {
  return value.replace(CONTROL, '');
}

/** Removes the envelope's root, whose name depends on the brand, but keeps error roots. */
function unwrap(parsed: Tree) {
  if (!isBranch(parsed)) return parsed;
  // JSON converted from XML contains the XML declaration as a member.
  const tree = Object.fromEntries(Object.entries(parsed).filter(([name]) => name !== '?xml'));
  const names = Object.keys(tree);
  const root = names.length === 1 ? names[0]! : '';
  return /^\w+APIResponse$/.test(root) && (isBranch(tree[root]) || tree[root] === '') ? tree[root] || {} : tree;
}

export type Tree = string | number | boolean | null | undefined | readonly Tree[] | { readonly [name: string]: Tree };
export type Branch = { readonly [name: string]: Tree };

export function isBranch(tree: Tree): tree is Branch {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}

/** Placeholder for the operator's brand in declared names. */
const NEUTRAL = 'Market';

/** Field name prefixes that aren't brands. */
const NO_BRANDS: readonly string[] = ['Parent', 'Seller', 'Manufacturer', 'Mfr'];

/** Names with the placeholder brand match any brand. */
export function child(tree: Tree, name: string): Tree {
  if (!isBranch(tree)) return undefined;
  if (Object.prototype.hasOwnProperty.call(tree, name)) return tree[name];
  const other = Object.keys(tree).find((key) => isSpelling(key, name));
  return other === undefined ? undefined : tree[other];
}

/** Returns true if the key equals the name, ignoring the brand. */
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

/** Maximum number of wrappers to remove from a list. A hostile response could have thousands. */
const DEEPEST = 3;

/** Returns a list's elements from an array, an object around an array, a single element, or a missing value. */
export function elements(tree: Tree, element: string, depth = DEEPEST): readonly Tree[] {
  if (tree === null || tree === undefined || tree === '') return [];
  if (Array.isArray(tree)) return tree.flatMap((entry) => bare(entry, element));
  if (!isBranch(tree)) return [tree];
  const names = namesIn(tree);
  if (names.length === 0) return [];
  const inner = child(tree, element);
  if (inner !== undefined) return Array.isArray(inner) ? inner : inner === null || inner === '' ? [] : [inner];
  // Some element names are undocumented, so treat an object's only member as the list.
  const only = names.length === 1 ? tree[names[0]!] : undefined;
  return depth > 0 && (Array.isArray(only) || isBranch(only)) ? elements(only, element, depth - 1) : [tree];
}

/** Unwraps an entry from an object with the element's name. */
function bare(entry: Tree, element: string): Tree | readonly Tree[] {
  if (!isBranch(entry) || typeof entry[element] !== 'object' || entry[element] === null) return entry;
  return namesIn(entry).length === 1 ? entry[element] : entry;
}

/** Returns member names, without XML attributes. */
function namesIn(tree: Branch): readonly string[] {
  return Object.keys(tree).filter((name) => !name.startsWith('@'));
}

/** Returns the value's trimmed text, or `null`. */
export function plain(tree: Tree): string | null {
  if (typeof tree === 'string') return tree.trim();
  if (typeof tree === 'number' || typeof tree === 'boolean') return String(tree);
  // XML elements with attributes have their text in a member.
  const text = isBranch(tree) && Object.prototype.hasOwnProperty.call(tree, '#text') ? tree['#text'] : null;
  return typeof text === 'string' ? text.trim() : typeof text === 'number' ? String(text) : null;
}
