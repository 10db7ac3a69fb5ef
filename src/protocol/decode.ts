/** Decodes trees into typed records. Values that don't match their kind stay text. */
import { readDay, readInstant } from './dates.ts';
import {
  type AnyRecord,
  type Field,
  isList,
  type Kind,
  type List,
  type Privacy,
  type RecordOf,
  type Shape,
  type Value,
} from './fields.ts';
import { at, type Branch, elements, isBranch, isSpelling, plain, type Tree } from './parse.ts';

interface Reading {
  /** Skips fields with one of these privacy levels. */
  readonly withheld: ReadonlySet<Privacy>;
  /** Reads date-times without an offset as UTC instead of Pacific time. */
  readonly inUtc?: boolean;
  /** Called with each undocumented field and code, and each unreadable value. */
  readonly onUnknown?: (unknown: UnknownField) => void;
}

/** An undocumented field, or an undocumented code or unreadable value of a documented field. */
export interface UnknownField {
  readonly is: 'code' | 'field' | 'value';
  /** Our name for the field, or the received name if the field is undocumented. */
  readonly field: string;
  readonly value: string;
}

/** Omits withheld fields. `parent` is the tree of the containing record. */
export function decodeRecord<S extends Shape>(tree: Tree, shape: S, reading: Reading, parent?: Tree): RecordOf<S> {
  const { withheld, onUnknown } = reading;
  // A flat list element shares its parent's tree, which was checked earlier.
  if (onUnknown && tree !== parent && isBranch(tree))
    for (const unknown of unknownFields(tree, shape)) onUnknown(unknown);
  const record: AnyRecord = {};
  for (const [name, member] of Object.entries<Field | List>(shape)) {
    if (isList(member)) {
      record[name] = elementsOf(tree, member)
        .filter(isBranch)
        .map((element) => decodeRecord(element, member.of, reading, tree));
    } else if (member.privacy === undefined || !withheld.has(member.privacy)) {
      record[name] = record[member.per ?? ''] === 0 ? null : decodeField(name, tree, member, reading, parent);
    }
  }
  return record as RecordOf<S>;
}

function elementsOf(tree: Tree, list: List) {
  const listed = at(tree, list.wire);
  const isFlat = list.flat && (listed === undefined || listed === null) && hasAny(tree, list.of);
  return isFlat ? [tree] : elements(listed, list.element);
}

function hasAny(tree: Tree, shape: Shape) {
  return Object.values(shape).some((member) => {
    const value = at(tree, member.wire);
    return value !== undefined && value !== null && value !== '';
  });
}

/** Returns all wire names in a shape, including element names of flat lists. */
function namesIn(shape: Shape): readonly string[] {
  return Object.values(shape).flatMap((member) => {
    if (isList(member)) return [member.wire, ...namesIn(member.flat ? member.of : {})];
    const { wire, alias = [], pair } = member;
    return [wire.split('.')[0]!, ...alias, ...Object.values(pair ?? {})];
  });
}

/** Caches names by shape, because thousands of records share one. */
const KNOWN = new WeakMap<Shape, ReadonlySet<string>>();

function isKnown(key: string, shape: Shape) {
  let names = KNOWN.get(shape);
  if (!names) {
    names = new Set(namesIn(shape));
    KNOWN.set(shape, names);
  }
  return names.has(key) || [...names].some((name) => isSpelling(key, name));
}

function unknownFields(tree: Branch, shape: Shape): readonly UnknownField[] {
  return Object.keys(tree)
    .filter((key) => !/^[@#]/.test(key) && !isKnown(key, shape))
    .map((field) => ({ is: 'field', field, value: plain(tree[field]) ?? '' }));
}

function decodeField(
  name: string,
  tree: Tree,
  field: Field,
  { inUtc, onUnknown }: Reading,
  parent: Tree,
): Value | null {
  const found = find(tree, field);
  if (field.kind === 'pairs') return decodePairs(tree, field) ?? decodePairs(parent, field);
  if (field.kind === 'texts') {
    const parts = elements(found, '').map(plain).filter(isPresent);
    return parts.length > 0 ? parts.join(', ') : null;
  }
  const text = plain(found);
  if (text === null || text === '') return null;
  const value = decodeText(text, field.kind, inUtc);
  if (field.codes && !isCode(String(value), field.codes)) onUnknown?.({ is: 'code', field: name, value: text });
  else if (value === text && !TEXTS.includes(field.kind)) onUnknown?.({ is: 'value', field: name, value: text });
  return value;
}

function find(tree: Tree, { wire, alias }: Field): Tree {
  const found = at(tree, wire);
  if (found !== undefined && found !== null) return found;
  return alias?.map((other) => at(tree, other)).find((value) => value !== undefined && value !== null);
}

function isCode(value: string, codes: Readonly<Record<string, string>>) {
  const lower = value.toLowerCase();
  return Object.keys(codes).some((code) => code.toLowerCase() === lower);
}

const TEXTS: readonly Kind[] = ['text', 'id'];

function decodeText(text: string, kind: Field['kind'], inUtc?: boolean): Value {
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'number':
    case 'money':
      return readNumber(text) ?? text;
    case 'ratio':
      return readRatio(text) ?? text;
    case 'boolean':
      return readBoolean(text) ?? text;
    case 'instant':
      return readInstant(text, inUtc) ?? text;
    case 'day':
      return readDay(text) ?? text;
    default:
      return text;
  }
}

/** Parses a number with or without thousands separators. Returns undefined for other text, `NaN`, and infinities. */
export function readNumber(text: string): number | undefined {
  if (!/^[+-]?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?(e[+-]?\d+)?$/i.test(text) || !/\d/.test(text)) return undefined;
  const number = Number(text.replace(/,/g, ''));
  // Integers of 16 or more digits would lose precision, so they stay text.
  return Number.isFinite(number) && !/^[+-]?[\d,]*\d{16,}$/.test(text) ? number : undefined;
}

/** Parses `25%` and `0.25` as the same ratio. */
function readRatio(text: string) {
  const percent = /^(.*\d)\s*%$/.exec(text);
  if (!percent) return readNumber(text);
  const number = readNumber(percent[1]!);
  return number === undefined ? undefined : Number((number / 100).toPrecision(12));
}

function readBoolean(text: string) {
  const lower = text.toLowerCase();
  if (lower === 'true') return true;
  if (lower === 'false') return false;
  return undefined;
}

/** Pairs arrive as a list. A single pair can arrive as fields of the record. */
function decodePairs(holder: Tree, field: Field) {
  const { element, name, value } = field.pair!;
  const listed = at(holder, field.wire);
  const from = listed === undefined || listed === null ? [holder] : elements(listed, element);
  const parts = from
    .map((tree) => [plain(at(tree, name)), plain(at(tree, value))] as const)
    .filter(([first, second]) => isPresent(first) || isPresent(second))
    .map(([first, second]) => `${first ?? ''}: ${second ?? ''}`);
  return parts.length > 0 ? parts.join('; ') : null;
}

function isPresent(text: string | null): text is string {
  return text !== null && text !== '';
}
