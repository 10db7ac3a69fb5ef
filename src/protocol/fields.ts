/** The kinds of fields in records, and their names on the wire. */

/** `at` is epoch milliseconds; `ambiguous`: in November's repeated hour; `skipped`: in March's missing hour. */
export interface Instant {
  readonly at: number;
  readonly text: string;
  readonly ambiguous?: true;
  readonly skipped?: true;
}

/** An instant that the service did not send. */
export function instantAt(at: number): Instant {
  return { at, text: new Date(at).toISOString() };
}

/** In epoch milliseconds; undefined if the value is no instant. */
export function epochOf(value: Value | null | undefined | AnyRecord[]): number | undefined {
  return typeof value === 'object' && value !== null && 'at' in value ? (value as Instant).at : undefined;
}

/** `YYYY-MM-DD`, without a time zone. */
export interface Day {
  readonly day: string;
  readonly text: string;
}

/** The values of each kind. A value that cannot be read stays text. */
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

/** The consent that a field needs: to data of the buyer, or to the parcel's destination. */
export type Privacy = 'buyer' | 'destination';

export const ALL_PRIVATE: ReadonlySet<Privacy> = new Set(['buyer', 'destination']);
export const NONE_PRIVATE: ReadonlySet<Privacy> = new Set();

export interface Field<K extends Kind = Kind> {
  readonly kind: K;
  /** Path of the field below its record, with a dot before each nested name. */
  readonly wire: string;
  readonly meaning: string;
  /** Older names of the field. */
  readonly alias?: readonly string[];
  /** Documented codes and their names. */
  readonly codes?: Readonly<Record<string, string>>;
  /** A second column shows the code in words. */
  readonly named?: true;
  /** First order version that has the field. */
  readonly since?: number;
  readonly privacy?: Privacy;
  /** Written only when its row is added: a typed value, a formula or a fact that cannot change. */
  readonly once?: true;
  /** An example of a long value, for which a new column is wide enough. */
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
  /** A single element may be sent flat, as fields of the parent record. */
  readonly flat?: true;
}

export interface Shape {
  readonly [name: string]: Field | List;
}

/** A value that was not sent is `null`; a list that was not sent is empty. */
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

/** The option of fields that are written only when their row is added. */
export const once = { once: true } as const;

export const text = kind('text');
/** An identifier is never a number, so that it keeps leading zeros and all of its digits. */
export const id = kind('id');
export const integer = kind('integer');
export const decimal = kind('decimal');
export const number = kind('number');
/** Amounts are exact to the cent. */
export const money = kind('money');
/** `0.25` is 25%. */
export const ratio = kind('ratio');
export const boolean = kind('boolean');
/** Pacific time, unless the text has an offset. */
export const instant = kind('instant');
export const day = kind('day');
/** A list that is shown as one string in a cell. */
export const texts = kind('texts');

/** Codes that are words already. */
export function words(...known: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(known.map((word) => [word, word]));
}

/** A list of pairs that a cell shows as one text, such as `Color: Blue; Size: XL`. */
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

/** All fields of an operation's records, including fields from the envelope and from params. */
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
