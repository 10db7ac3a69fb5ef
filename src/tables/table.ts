/** Types for declaring tables: how an operation's records become rows. */
import type { Field, RecordOf, Shape } from '../protocol/fields.ts';
import type { Answer, Operation } from '../protocol/operation.ts';
import type { When } from '../protocol/params.ts';
import type { Items } from './catalog/items.ts';

export interface Table {
  readonly name: string;
  /** Tells users what a row represents. */
  readonly about?: string;
  /** Only pulls with these params fill the table. By default, all do. */
  readonly when?: When;
  /** Nested lists with one row per element, outermost first. `?` adds a row for a parent with an empty list. */
  readonly each: readonly string[];
  /** Fields in order: `name`, `list.name`, or `list.*` for all fields of a level except lists. */
  readonly columns: readonly string[];
  /** Columns that formulas return only by name, to preserve the width of existing results. */
  readonly byName?: readonly string[];
  readonly key: readonly string[];
  /** Numbers rows with equal keys, which the service doesn't distinguish. */
  readonly repeats?: true;
  /** Which missing rows to mark as gone. */
  readonly gone?: readonly Gone[];
  /** Without filters, a pull returns all rows of its items. */
  readonly complete?: true;
  /** Rows aren't updated by pulls and have no `As of`. */
  readonly appendOnly?: true;
  /** The date column to sort by, newest first, unless the user changes the order. */
  readonly newestFirst?: string;
  /** Columns that users edit. If set, even to an empty list, only the key is added to the declared columns. */
  readonly typed?: readonly string[];
  readonly hidden?: readonly string[];
  /** Columns into which the add-on writes formulas. */
  readonly formulas?: readonly string[];
  /** Columns derived from others. Filling them isn't a change, and formulas don't return them. */
  readonly computed?: { readonly [column: string]: Computed };
  readonly opening?: Opening;
  readonly history?: History;
  readonly age?: Age;
}

export type Computed =
  /** The parent record's field with the same name. */
  | 'field'
  /** A Catalog trait of the item in column `of`. */
  | { readonly trait: 'title' | 'sellerPartNumber'; readonly of: string }
  /** The relative difference between two prices; blank if `over` is blank. */
  | { readonly gap: string; readonly over: string };

/** The initial layout of a new sheet. */
export interface Opening {
  readonly frozen: readonly string[];
  /** Important columns, placed right of the frozen ones. */
  readonly first: readonly string[];
  /** Columns hidden until a user shows them. */
  readonly folded: readonly string[];
  /** Columns hidden as long as all rows have the same value. */
  readonly constant?: readonly string[];
  readonly wraps?: readonly string[];
  /** Values to highlight, by column. A single tone applies to every nonblank value. */
  readonly tones?: { readonly [column: string]: Tones | Tone };
  /** Conditional formatting formulas. `{column}` is that column's cell in the same row. */
  readonly marks?: { readonly [column: string]: readonly (readonly [tone: Tone, when: string])[] };
  /** Dropdown values by column. Users can enter other values. */
  readonly offers?: { readonly [column: string]: readonly string[] };
  /** Percentage columns. Google flags values outside 0–100%. */
  readonly shares?: readonly string[];
  /** Date columns to highlight as the date nears, if another column has one of these values. */
  readonly deadlines?: { readonly [column: string]: { readonly [column: string]: readonly number[] } };
}

/** `open`: waiting for action. */
export type Tone = 'good' | 'open' | 'bad' | 'over';

export type Tones = { readonly [T in Tone]?: readonly string[] };

/** Retention in days. The tables README lists these periods. */
export const AGES = {
  log: 30,
  changes: 30,
  priceLog: 60,
  /** Older readings are combined into one row per day. */
  stockLooks: 2,
  stockHistory: 60,
  endedFindings: 30,
  closedOrders: 180,
  ads: 400,
} as const;

/** When to remove old rows. */
export interface Age {
  readonly days: number;
  readonly at: string;
  /** Removes only rows with one of these values in a column. */
  readonly when?: { readonly [column: string]: readonly string[] };
  /** Related tables. Their rows with the same key are removed, too. */
  readonly with?: readonly string[];
  /**
   * `when held`: removes rows only if a warehouse has them. `when held or full`: the same; without a warehouse, if the
   * workbook is over half full.
   */
  readonly leaves?: 'when held' | 'when held or full';
  /** Keeps the `newest` rows of each group with equal values in the `of` columns. */
  readonly keeps?: { readonly newest: number; readonly of: readonly string[] };
}

/** A history table: one row per period without changes in the `of` columns. */
export interface History {
  readonly name: string;
  readonly about: string;
  readonly of: readonly string[];
  /** Columns for context, in addition to the key. */
  readonly beside: readonly string[];
  /** The item column, and the column values that identify seller-shipped stock. */
  readonly stock: { readonly item: string; readonly own: { readonly [column: string]: string } };
}

/** Identifies the rows that a call requested. */
export interface Gone {
  /** The param for each column. A missing param requests all values. Pulls with other filters don't mark rows. */
  readonly asked: { readonly [column: string]: string };
  readonly when?: When;
}

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

export interface TabledOperation extends Operation {
  readonly tables: readonly Table[];
  /** Fields and params that identify the seller's items. */
  readonly items?: Items;
}
