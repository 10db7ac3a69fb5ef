/** The language of a table's declaration: how records of an operation become rows of a sheet. */
import type { Field, RecordOf, Shape } from '../protocol/fields.ts';
import type { Answer, Operation } from '../protocol/operation.ts';
import type { When } from '../protocol/params.ts';
import type { Items } from './catalog/items.ts';

export interface Table {
  /** The sheet's name. */
  readonly name: string;
  /** Says to people what one row is. */
  readonly about?: string;
  /** Only questions with these params fill the table; by default all do. */
  readonly when?: When;
  /** The lists, outermost first, that have one row per element. With `?`, a parent with an empty list has a row, too. */
  readonly each: readonly string[];
  /** The fields in order: `name`, `list.name`, or `list.*` for all single fields of a level. */
  readonly columns: readonly string[];
  /** Columns that formulas return only by name, so that existing formulas keep their width. */
  readonly byName?: readonly string[];
  /** The columns that together identify a row. */
  readonly key: readonly string[];
  /** Rows with equal keys are numbered, because the service does not distinguish them. */
  readonly repeats?: true;
  /** Rows that were requested but not returned are marked as gone. */
  readonly gone?: readonly Gone[];
  /** The latest rows of an item are all of its rows, unless the pull had one of these params, which leave rows out. */
  readonly completeUnless?: readonly string[];
  /** Rows are only added, and have no `As of`. */
  readonly appendOnly?: true;
  /** The date by which rows are sorted, newest on top, unless the person ordered them otherwise. */
  readonly newestFirst?: string;
  /** The columns that people type into. With any list, even an empty one, the add-on adds no other column than the key. */
  readonly typed?: readonly string[];
  /** Hidden columns that only the add-on reads. */
  readonly hidden?: readonly string[];
  /** Columns that follow from others. Filling them is no change, and formulas do not return them. */
  readonly computed?: { readonly [column: string]: Computed };
  readonly opening?: Opening;
  readonly history?: History;
  readonly age?: Age;
}

export type Computed =
  /** The parent record's field of that name. */
  | 'field'
  /** A trait of the item in column `of`, from the Catalog. */
  | { readonly trait: 'title' | 'sellerPartNumber'; readonly of: string }
  /** The share by which one price exceeds the other; blank without the other. */
  | { readonly gap: string; readonly over: string };

/** How a new sheet looks. Later changes by people stay. */
export interface Opening {
  /** Columns that are frozen at the left. */
  readonly frozen: readonly string[];
  /** The columns that people decide by, right of the frozen ones. */
  readonly first: readonly string[];
  /** Columns that are hidden until somebody shows them. */
  readonly folded: readonly string[];
  /** Columns that are hidden until rows differ in them; then the add-on shows them once. */
  readonly constant?: readonly string[];
  /** Columns with long texts, which are shown in full on several lines. */
  readonly wraps?: readonly string[];
  /** Texts to highlight, by column. A single tone is for any text. */
  readonly tones?: { readonly [column: string]: Tones | Tone };
  /** Formulas that highlight a column, in which `{column}` is that column's cell in the same row. */
  readonly marks?: { readonly [column: string]: readonly (readonly [tone: Tone, when: string])[] };
  /** Dropdowns by column. Other values may be typed, too. */
  readonly offers?: { readonly [column: string]: readonly string[] };
  /** Columns with shares from 0% to 100%. Google marks other values. */
  readonly shares?: readonly string[];
  /** Dates to highlight as they approach, in rows with one of these values in another column. */
  readonly deadlines?: { readonly [column: string]: { readonly [column: string]: readonly number[] } };
}

/** Good, open (waiting for somebody), bad, or over. */
export type Tone = 'good' | 'open' | 'bad' | 'over';

export type Tones = { readonly [T in Tone]?: readonly string[] };

/** The days that rows stay. The tables README lists them. */
export const AGES = {
  log: 30,
  changes: 30,
  priceLog: 60,
  /** Then single stock readings become one row per day. */
  stockLooks: 2,
  stockHistory: 60,
  endedFindings: 30,
  closedOrders: 180,
  ads: 400,
} as const;

/** The rule by which old rows are removed. */
export interface Age {
  readonly days: number;
  /** The column with the row's date. */
  readonly at: string;
  /** Only rows with one of these values in a column are removed. */
  readonly when?: { readonly [column: string]: readonly string[] };
  /** Rows of these tables with the same key are removed, too. */
  readonly with?: readonly string[];
  /** Rows are removed only once a warehouse has them, or also if the workbook is over half full. */
  readonly leaves?: 'when held' | 'when held or full';
  /** The newest rows with equal values in these columns stay. */
  readonly keeps?: { readonly newest: number; readonly of: readonly string[] };
}

/** A table's history: one row per period in which the values of some columns did not change. */
export interface History {
  readonly name: string;
  readonly about: string;
  /** The columns with a history. */
  readonly of: readonly string[];
  /** Other columns that help people, besides the key. */
  readonly beside: readonly string[];
  /** The column with the item, and the values of other columns in rows with stock that the seller ships. */
  readonly stock: { readonly item: string; readonly own: { readonly [column: string]: string } };
}

/** How to find the rows that a call requested. */
export interface Gone {
  /** The param with the requested values of each column. A blank param requests all values. */
  readonly asked: { readonly [column: string]: string };
  readonly when?: When;
  /** With one of these params no row is marked, because no column has the values by which they filter. */
  readonly unless?: readonly string[];
}

/** Records, and the tables that they fill. */
export interface Recorded {
  readonly answer: Pick<Answer, 'record' | 'envelope' | 'asked' | 'position'>;
  readonly tables: readonly Table[];
}

export type DeclaredShape<T extends Recorded> = T['answer']['record'] &
  (T['answer'] extends { readonly envelope: infer S extends Shape } ? S : unknown) &
  (T['answer'] extends { readonly asked: infer S extends Shape } ? S : unknown) &
  (T['answer'] extends { readonly position: infer N extends string } ? Record<N, Field<'integer'>> : unknown);

export type DeclaredRecord<T extends Recorded> = RecordOf<DeclaredShape<T>>;

export type FieldOf<T extends Recorded> = keyof DeclaredRecord<T> & string;

/** An operation and its tables. */
export interface TabledOperation extends Operation {
  readonly tables: readonly Table[];
  /** Fields and params that name the seller's items. */
  readonly items?: Items;
}
