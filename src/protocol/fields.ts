/** The vocabulary of records: the kind of each field's value and its spelling on the wire. */

/**
 * An instant as the service wrote it. `at` is epoch milliseconds; `ambiguous` marks the hour of November that comes
 * twice, `skipped` the one of March that does not come.
 */
export interface Instant {
  readonly at: number;
  readonly text: string;
  readonly ambiguous?: true;
  readonly skipped?: true;
}

/** An instant of our own. `at` is epoch milliseconds. */
export function instantAt(at: number): Instant {
  return { at, text: new Date(at).toISOString() };
}

/** A calendar day without a time zone, `day` as `YYYY-MM-DD`. */
export interface Day {
  readonly day: string;
  readonly text: string;
}

/** The decoded values of each kind. A value that cannot be read as its kind stays the text that came. */
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

/** The consent that a field needs: for the buyer's person, or for the destination of the parcel. */
export type Privacy = 'buyer' | 'destination';

export const ALL_PRIVATE: ReadonlySet<Privacy> = new Set(['buyer', 'destination']);
export const NONE_PRIVATE: ReadonlySet<Privacy> = new Set();

export interface Field<K extends Kind = Kind> {
  readonly kind: K;
  /** Path of the value below its record; a dot steps into a nested object. */
  readonly wire: string;
  readonly meaning: string;
  /** Older spellings of the same field that the service is known to send. */
  readonly alias?: readonly string[];
  /** Documented codes and their names. */
  readonly codes?: Readonly<Record<string, string>>;
  /** A column of its own shows the code in words. */
  readonly named?: true;
  /** First order version that has the field. */
  readonly since?: number;
  readonly privacy?: Privacy;
  /** Written when its row is added, and never again. */
  readonly once?: true;
  /** One of its longer values: a new column has room for it, whatever comes first. */
  readonly long?: string;
  /** For `pairs`: the child element and the names of its two parts. */
  readonly pair?: { readonly element: string; readonly name: string; readonly value: string };
}

export interface List<S extends Shape = Shape> {
  readonly kind: 'list';
  readonly wire: string;
  /** Name of the repeated element in XML; some JSON answers wrap the list in it too. */
  readonly element: string;
  readonly of: S;
  /** A single element may be flat: its fields are those of the record that should list it. */
  readonly flat?: true;
}

export interface Shape {
  readonly [name: string]: Field | List;
}

/** A typed record of a shape: absent values are `null`, lists are never absent. */
export type RecordOf<S extends Shape> = string extends keyof S
  ? AnyRecord
  : {
      [N in keyof S]: S[N] extends List<infer T>
        ? RecordOf<T>[]
        : S[N] extends Field<infer K>
          ? Values[K] | null
          : never;
    };

/** A record of a shape that is not known before the add-on runs. */
export type AnyRecord = { [name: string]: Value | null | AnyRecord[] };

type Options = Omit<Field, 'kind' | 'wire' | 'meaning'>;

const kind =
  <K extends Kind>(kind: K) =>
  (wire: string, meaning: string, options: Options = {}): Field<K> => ({ kind, wire, meaning, ...options });

/** Free text, trimmed. */
export const text = kind('text');
/** A text that identifies: never a number, so zeros and long digits survive. */
export const id = kind('id');
export const integer = kind('integer');
export const decimal = kind('decimal');
/** Shown as it was typed. */
export const number = kind('number');
/** An amount, exact to the cent as it came. */
export const money = kind('money');
/** A quotient; `0.25` means 25 %. */
export const ratio = kind('ratio');
export const boolean = kind('boolean');
/** A date with a time; without an offset it is Pacific wall time. */
export const instant = kind('instant');
export const day = kind('day');
/** A list of texts, shown as one text. */
export const texts = kind('texts');

/** Codes that are their own names. */
export function words(...known: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(known.map((word) => [word, word]));
}

/** A list of name and value pairs, shown as one text such as `Color: Blue; Size: XL`. */
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

/** Every field of an operation's records, those of the envelope and of the params included. */
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
