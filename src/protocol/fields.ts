/** The kinds of fields in records, and their names on the wire. */

/** `at` in epoch milliseconds; `ambiguous` in the hour repeated in November, `skipped` in March's missing one. */
export interface Instant {
  readonly at: number;
  readonly text: string;
  readonly ambiguous?: true;
  readonly skipped?: true;
}

/** An instant of our own. */
export function instantAt(at: number): Instant {
  return { at, text: new Date(at).toISOString() };
}

/** `YYYY-MM-DD`, without a time zone. */
export interface Day {
  readonly day: string;
  readonly text: string;
}

/** Values by kind; unreadable ones stay text. */
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

/** The consent that a field needs: for the buyer, or for the parcel's destination. */
export type Privacy = 'buyer' | 'destination';

export const ALL_PRIVATE: ReadonlySet<Privacy> = new Set(['buyer', 'destination']);
export const NONE_PRIVATE: ReadonlySet<Privacy> = new Set();

export interface Field<K extends Kind = Kind> {
  readonly kind: K;
  /** Path below the record; a dot steps into a nested object. */
  readonly wire: string;
  readonly meaning: string;
  /** Older names of the field. */
  readonly alias?: readonly string[];
  /** Documented codes and their names. */
  readonly codes?: Readonly<Record<string, string>>;
  /** The code also has a column in words. */
  readonly named?: true;
  /** First order version that has the field. */
  readonly since?: number;
  readonly privacy?: Privacy;
  /** Written only when its row is added. */
  readonly once?: true;
  /** A long value: a new column is wide enough for it. */
  readonly long?: string;
  /** For `pairs`: the child element and its two parts. */
  readonly pair?: { readonly element: string; readonly name: string; readonly value: string };
}

export interface List<S extends Shape = Shape> {
  readonly kind: 'list';
  readonly wire: string;
  /** The repeated element in XML; some JSON answers have it too. */
  readonly element: string;
  readonly of: S;
  /** A single element may be flat, with its fields in the parent record. */
  readonly flat?: true;
}

export interface Shape {
  readonly [name: string]: Field | List;
}

/** Absent values are `null`; lists are never absent. */
export type RecordOf<S extends Shape> = string extends keyof S
  ? AnyRecord
  : {
      [N in keyof S]: S[N] extends List<infer T>
        ? RecordOf<T>[]
        : S[N] extends Field<infer K>
          ? Values[K] | null
          : never;
    };

/** A record of a shape known only at run time. */
export type AnyRecord = { [name: string]: Value | null | AnyRecord[] };

type Options = Omit<Field, 'kind' | 'wire' | 'meaning'>;

const kind =
  <K extends Kind>(kind: K) =>
  (wire: string, meaning: string, options: Options = {}): Field<K> => ({ kind, wire, meaning, ...options });

export const text = kind('text');
/** An identifier: never a number, so that zeros and long digits survive. */
export const id = kind('id');
export const integer = kind('integer');
export const decimal = kind('decimal');
export const number = kind('number');
/** Exact to the cent. */
export const money = kind('money');
/** `0.25` is 25%. */
export const ratio = kind('ratio');
export const boolean = kind('boolean');
/** Without an offset, Pacific time. */
export const instant = kind('instant');
export const day = kind('day');
/** Shown as one text. */
export const texts = kind('texts');

export function words(...known: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(known.map((word) => [word, word]));
}

/** Shown as one text such as `Color: Blue; Size: XL`. */
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

/** All fields of an operation's records, with those of the envelope and params. */
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

const POSITION = { kind: 'integer', wire: '', meaning: 'Place in the report, from 1.' } as const;
