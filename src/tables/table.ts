/** The vocabulary of a table's declaration: how records of an operation become rows of a sheet. */
import type { Field, RecordOf, Shape } from '../protocol/fields.ts';
import type { Answer, Operation } from '../protocol/operation.ts';
import type { When } from '../protocol/params.ts';
import type { Items } from './catalog/items.ts';

export interface Table {
  /** The sheet's name. */
  readonly name: string;
  /** What one row is, for people. */
  readonly about?: string;
  /** Only questions with these params fill it; without, all do. */
  readonly when?: When;
  /** Lists to step into, outermost first: one row per element. A trailing `?` keeps a parent with an empty list. */
  readonly each: readonly string[];
  /** Fields in order: `name`, `list.name`, or `list.*` for all single fields of a level. */
  readonly columns: readonly string[];
  /** Columns that formulas return only by name, so that existing formulas keep their width. */
  readonly byName?: readonly string[];
  /** Columns that together identify a row. */
  readonly key: readonly string[];
  /** Rows with equal keys are numbered, if the service has no identity. */
  readonly repeats?: true;
  /** Missing rows are marked gone. */
  readonly gone?: readonly Gone[];
  /** The latest rows of a record are all of it, unless a pull used one of these params, which leave rows out. */
  readonly completeUnless?: readonly string[];
  /** Rows are only added, and have no `As of`. */
  readonly appendOnly?: true;
  /** Rows are sorted by this date, newest on top, unless the person ordered them otherwise. */
  readonly newestFirst?: string;
  /** Columns that people type into. */
  readonly typed?: readonly string[];
  /** For the add-on only. */
  readonly hidden?: readonly string[];
  /** Columns that follow from others: filling them is no change, and formulas do not return them. */
  readonly computed?: { readonly [column: string]: Computed };
  readonly opening?: Opening;
  readonly history?: History;
  readonly age?: Age;
}

export type Computed =
  /** The field of that name of the parent record. */
  | 'field'
  /** A trait of the item in column `of`, from the Catalog. */
  | { readonly trait: 'title' | 'sellerPartNumber'; readonly of: string }
  /** Share by which one price exceeds the other; blank without the other. */
  | { readonly gap: string; readonly over: string };

/** How a new sheet opens. People's later changes stay. */
export interface Opening {
  /** From the left. */
  readonly frozen: readonly string[];
  /** Deciding columns, right of the frozen ones. */
  readonly first: readonly string[];
  /** Hidden until somebody shows them. */
  readonly folded: readonly string[];
  /** Hidden until rows differ in them, then shown once. */
  readonly constant?: readonly string[];
  /** Long texts that are shown in full, on several lines. */
  readonly wraps?: readonly string[];
  /** Highlighted texts by column; a tone alone applies to any text. */
  readonly tones?: { readonly [column: string]: Tones | Tone };
  /** Highlights, as formulas where `{column}` is that column's cell in the same row. */
  readonly marks?: { readonly [column: string]: readonly (readonly [tone: Tone, when: string])[] };
  /** Dropdowns by column; other values may be typed. */
  readonly offers?: { readonly [column: string]: readonly string[] };
  /** Shares from 0% to 100%; Google marks other values. */
  readonly shares?: readonly string[];
  /** Dates highlighted as they approach, in rows with one of these values in a column. */
  readonly deadlines?: {
    readonly [column: string]: { readonly [column: string]: readonly number[] };
  };
}

/** Good, waiting for somebody, bad, or over. */
export type Tone = 'good' | 'open' | 'bad' | 'over';

export type Tones = { readonly [T in Tone]?: readonly string[] };

/** Days that rows stay; listed in the tables README. */
export const AGES = {
  log: 30,
  changes: 30,
  priceLog: 60,
  /** After that, single stock readings become a row per day. */
  stockLooks: 2,
  stockHistory: 60,
  endedFindings: 30,
  closedOrders: 180,
  ads: 400,
} as const;

/** Rows that are removed once they are old. */
export interface Age {
  readonly days: number;
  readonly at: string;
  /** Only rows with one of these values in a column. */
  readonly when?: { readonly [column: string]: readonly string[] };
  /** Rows of these tables with the same key are removed too. */
  readonly with?: readonly string[];
  /** Only once a warehouse holds them, or also if the workbook is over half full. */
  readonly leaves?: 'when held' | 'when held or full';
  /** The newest rows with equal values in these columns stay. */
  readonly keeps?: { readonly newest: number; readonly of: readonly string[] };
}

/** A table's history: a row for each period in which some columns did not change. */
export interface History {
  /** The sheet's name. */
  readonly name: string;
  readonly about: string;
  /** Columns whose values are kept. */
  readonly of: readonly string[];
  /** Columns shown beside these and the key. */
  readonly beside: readonly string[];
  /** The item's column, and the values of rows that the seller ships. */
  readonly stock: { readonly item: string; readonly own: { readonly [column: string]: string } };
}

/** Which rows a call asked for. */
export interface Gone {
  /** Columns and the params for their values; a blank param excludes no row. */
  readonly asked: { readonly [column: string]: string };
  readonly when?: When;
  /** With one of these params no row is marked, because no column shows what they filter by. */
  readonly unless?: readonly string[];
}

/** Records and their tables. */
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
