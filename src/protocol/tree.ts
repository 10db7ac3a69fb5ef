/** Plain trees, which is what XML and JSON texts both become, and the few ways to walk them. */

export type Tree = string | number | boolean | null | undefined | readonly Tree[] | { readonly [name: string]: Tree };
export type Branch = { readonly [name: string]: Tree };

export function isBranch(tree: Tree): tree is Branch {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}

/** Placeholder for the operator's brand. */
const NEUTRAL = 'Market';

/** Words before a name that make it another field's, and are no brand. */
const NO_BRANDS: readonly string[] = ['Parent', 'Seller', 'Manufacturer', 'Mfr'];

/** The child of that name; a name that begins with the neutral brand word is found under any brand word. */
export function child(tree: Tree, name: string): Tree {
  if (!isBranch(tree)) return undefined;
  if (Object.prototype.hasOwnProperty.call(tree, name)) return tree[name];
  const other = Object.keys(tree).find((key) => isSpelling(key, name));
  return other === undefined ? undefined : tree[other];
}

/** Whether the key is that name, under whatever brand word. */
export function isSpelling(key: string, name: string): boolean {
  if (key === name) return true;
  if (!name.startsWith(NEUTRAL)) return false;
  const rest = name.slice(NEUTRAL.length);
  const word = key.slice(0, -rest.length);
  return key.endsWith(rest) && /^\w+$/.test(word) && !NO_BRANDS.includes(word);
}

/** Follows a dotted path. */
export function at(tree: Tree, path: string): Tree {
  if (!path.includes('.')) return child(tree, path);
  return path.split('.').reduce<Tree>((node, name) => child(node, name), tree);
}

/** Wrappers around a list that are taken off; no service has more, and a hostile answer may have thousands. */
const DEEPEST = 3;

/** A list in any of its shapes: array, object around an array, a single element, blank. */
export function elements(tree: Tree, element: string, depth = DEEPEST): readonly Tree[] {
  if (tree === null || tree === undefined || tree === '') return [];
  if (Array.isArray(tree)) return tree.flatMap((entry) => bare(entry, element));
  if (!isBranch(tree)) return [tree];
  const names = namesIn(tree);
  if (names.length === 0) return [];
  const inner = child(tree, element);
  if (inner !== undefined) return Array.isArray(inner) ? inner : inner === null || inner === '' ? [] : [inner];
  // The specification does not show every element name: an object with one list in it is that list.
  const only = names.length === 1 ? tree[names[0]!] : undefined;
  return depth > 0 && (Array.isArray(only) || isBranch(only)) ? elements(only, element, depth - 1) : [tree];
}

/** What an entry of a list holds: itself, unless each is wrapped in the name of its kind. */
function bare(entry: Tree, element: string): Tree | readonly Tree[] {
  if (!isBranch(entry) || typeof entry[element] !== 'object' || entry[element] === null) return entry;
  return namesIn(entry).length === 1 ? entry[element] : entry;
}

/** The names of members, without the attributes that XML and its translations to JSON have among them. */
function namesIn(tree: Branch): readonly string[] {
  return Object.keys(tree).filter((name) => !name.startsWith('@'));
}

/** A single value as trimmed text; `null` when there is none. */
export function plain(tree: Tree): string | null {
  if (typeof tree === 'string') return tree.trim();
  if (typeof tree === 'number' || typeof tree === 'boolean') return String(tree);
  // An XML element with attributes keeps its text under this name.
  const text = isBranch(tree) && Object.prototype.hasOwnProperty.call(tree, '#text') ? tree['#text'] : null;
  return typeof text === 'string' ? text.trim() : typeof text === 'number' ? String(text) : null;
}
