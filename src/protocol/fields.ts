/** Field kinds and their wire names. */

/** `ambiguous` means November's repeated hour, `skipped` March's missing hour. */
export interface Instant {
  readonly at: number;
  readonly text: string;
  readonly ambiguous?: true;
  readonly skipped?: true;
}

/** Creates an instant from a time that the service didn't send. */
export function instantAt(at: number): Instant {
  return { at, text: new Date(at).toISOString() };
}

/** Returns epoch milliseconds, or undefined if the value isn't an instant. */
export function epochOf(value: Value | null | undefined | AnyRecord[]): number | undefined {
  return typeof value === 'object' && value !== null && 'at' in value ? (value as Instant).at : undefined;
}

/** `YYYY-MM-DD`, without a time zone. */
export interface Day {
  readonly day: string;
  readonly text: string;
}

/** Value types by kind. Unreadable values stay text. */
export interface Values {
  text: string;
  id: string;
  integer: number | string;
  decimal: number | string;
  number: number | string;
  money: number | string;
  ratio: number | string;
  boolean: boolean | string;
  instant: Instant | string;
  day: Day | string;
  texts: string;
  pairs: string;
}

export type Kind = keyof Values;
export type Value = Values[Kind];

/** The kind of consent that a field requires: to buyer data or to destinations. */
export type Privacy = 'buyer' | 'destination';

export const ALL_PRIVATE: ReadonlySet<Privacy> = new Set(['buyer', 'destination']);
export const NONE_PRIVATE: ReadonlySet<Privacy> = new Set();

export interface Field<K extends Kind = Kind> {
  readonly kind: K;
  /** The field's path in its record, separated by dots. */
  readonly wire: string;
  readonly meaning: string;
  readonly alias?: readonly string[];
  /** Documented codes with their names. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Adds a column with the code's name. */
  readonly named?: true;
  /** An earlier field, the divisor. If it is 0, the value is `null`. */
  readonly per?: string;
  /** First order version with the field. */
  readonly since?: number;
  readonly privacy?: Privacy;
  /** Written only when a row is added. For user entries, formulas, and constants. */
  readonly once?: true;
  /** An example of a long value that determines the column's initial width. */
  readonly long?: string;
  /** For `pairs`: the element and the names of its parts. */
  readonly pair?: { readonly element: string; readonly name: string; readonly value: string };
}

export interface List<S extends Shape = Shape> {
  readonly kind: 'list';
  readonly wire: string;
  /** The repeated element in XML and in some JSON responses. */
  readonly element: string;
  readonly of: S;
  /** A single element can arrive as fields of the parent record. */
  readonly flat?: true;
}

export interface Shape {
  readonly [name: string]: Field | List;
}

/** Missing values are `null`. Missing lists are empty. */
export type RecordOf<S extends Shape> = string extends keyof S
  ? AnyRecord
  : {
      [N in keyof S]: S[N] extends List<infer T>
        ? RecordOf<T>[]
        : S[N] extends Field<infer K>
          ? Values[K] | null
          : never;
    };

/** A record whose shape is known only at run time. */
export type AnyRecord = { [name: string]: Value | null | AnyRecord[] };

type Options = Omit<Field, 'kind' | 'wire' | 'meaning'>;

const kind =
  <K extends Kind>(kind: K) =>
  (wire: string, meaning: string, options: Options = {}): Field<K> => ({ kind, wire, meaning, ...options });

export const once = { once: true } as const;

export const text = kind('text');
/** An identifier. Always text, to keep leading zeros and all digits. */
export const id = kind('id');
export const integer = kind('integer');
export const decimal = kind('decimal');
export const number = kind('number');
/** An amount, exact to the cent. */
export const money = kind('money');
/** `0.25` is 25%. */
export const ratio = kind('ratio');
export const boolean = kind('boolean');
/** A date-time, in Pacific time unless it has an offset. */
export const instant = kind('instant');
export const day = kind('day');
/** A list shown as one string in a cell. */
export const texts = kind('texts');

/** Maps readable codes to themselves. */
export function words(...known: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(known.map((word) => [word, word]));
}

/** A list of pairs shown as one string, such as `Color: Blue; Size: XL`. */
export function pairs(
  wire: string,
  pair: { element: string; name: string; value: string },
  meaning: string,
): Field<'pairs'> {
  return { kind: 'pairs', wire, pair, meaning };
}

export function list<const S extends Shape>(
  wire: string,
  element: string,
  of: S,
  options: { flat?: true } = {},
): List<S> {
  return { kind: 'list', wire, element, of, ...options };
}

export function isList(member: Field | List): member is List {
  return member.kind === 'list';
}

export function privateFields(shape: Shape): readonly string[] {
  return Object.entries(shape).flatMap(([name, member]) => (isList(member) || !member.privacy ? [] : [name]));
}

/** Returns all fields of an operation's records, including envelope and param fields. */
export function recordShape({ answer }: { readonly answer: Recorded }): Shape {
  const { asked, position, envelope, record } = answer;
  return { ...asked, ...(position ? { [position]: POSITION } : {}), ...envelope, ...record };
}

interface Recorded {
  readonly record: Shape;
  readonly envelope?: Shape;
  readonly asked?: Shape;
  readonly position?: string;
}

const POSITION = { kind: 'integer', wire: '', meaning: 'Position in the report, starting at 1.' } as const;
