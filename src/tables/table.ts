/** The vocabulary of a table's declaration: how records of an operation become rows of a sheet. */
import type { Field, RecordOf, Shape } from '../protocol/fields.ts';
import type { Answer, Operation } from '../protocol/operation.ts';
import type { When } from '../protocol/params.ts';
import type { Items } from './catalog/items.ts';

export interface Table {
  /** The sheet's name. */
  readonly name: string;
  /** What a row is, and what there is to know of the table, for people. */
  readonly about?: string;
  /** It is filled by questions with these params alone; by every one where there are none. */
  readonly when?: When;
  /** Lists to step into, outermost first: one row an element. A trailing `?` keeps a parent whose list is empty. */
  readonly each: readonly string[];
  /** Fields in order: `name`, `list.name`, or `list.*` for all single fields of a level (`*` for the record's own). */
  readonly columns: readonly string[];
  /** Columns that formulas show only when they are named: those of a formula that stands keep their number. */
  readonly byName?: readonly string[];
  /** Columns that together identify a row. */
  readonly key: readonly string[];
  /** Rows with the same key are numbered by occurrence, where the service has no identity of its own. */
  readonly repeats?: true;
  /** Rows that were asked for and do not come are marked gone. */
  readonly gone?: readonly Gone[];
  /**
   * The rows of a record that were read last are all that there is of it, where no pull gave one of these params,
   * which leave rows out.
   */
  readonly completeUnless?: readonly string[];
  /** Rows are only ever added, and carry no `As of`. */
  readonly appendOnly?: true;
  /** The column by whose date the rows stand, the newest on top, until somebody orders them otherwise. */
  readonly newestFirst?: string;
  /** Columns into which people type. Its dates are our own, and need no raw text beside them. */
  readonly typed?: readonly string[];
  /** Hidden columns, for the add-on only. */
  readonly hidden?: readonly string[];
  /** Columns of the sheet that follow from others: filling them is no change, and formulas do not give them. */
  readonly computed?: { readonly [column: string]: Computed };
  readonly opening?: Opening;
  readonly history?: History;
  readonly age?: Age;
}

/** What a computed column shows. */
export type Computed =
  /** The field of that name of the record that the row is a part of. */
  | 'field'
  /** A trait that the Catalog has of the item that column `of` names. */
  | { readonly trait: 'title' | 'sellerPartNumber'; readonly of: string }
  /** How much the one price lies above the other, as a share of that; blank without the other. */
  | { readonly gap: string; readonly over: string };

/** How a new sheet opens: a view, beside the order of `columns` that formulas keep. What people make of it stays. */
export interface Opening {
  /** Columns that stay in sight, from the left. */
  readonly frozen: readonly string[];
  /** What people decide by, right of these; all others follow. */
  readonly first: readonly string[];
  /** Columns that are hidden until somebody shows them. */
  readonly folded: readonly string[];
  /** Columns that are hidden until rows differ in them; shown then, once. */
  readonly constant?: readonly string[];
  /** Texts that stand out, by column; a tone alone is that of whatever stands there. */
  readonly tones?: { readonly [column: string]: Tones | Tone };
  /** When cells of a column stand out, as formulas in which `{column}` is the cell of that column in the same row. */
  readonly marks?: { readonly [column: string]: readonly (readonly [tone: Tone, when: string])[] };
  /** Values to choose from, by column; others may be typed. */
  readonly offers?: { readonly [column: string]: readonly string[] };
  /** Columns of shares from 0% to 100%, of which Google marks all others. */
  readonly shares?: readonly string[];
  /** Dates that stand out as they come near, in rows that have one of these values in a column. */
  readonly deadlines?: {
    readonly [column: string]: { readonly [column: string]: readonly number[] };
  };
}

/** How a text is to be taken: it went well, waits for somebody, went wrong, is over. */
export type Tone = 'good' | 'open' | 'bad' | 'over';

export type Tones = { readonly [T in Tone]?: readonly string[] };

/** In days, how long rows stay. The tables README lists these. */
export const AGES = {
  log: 30,
  changes: 30,
  priceLog: 60,
  /** Single looks at stock become a row per day. */
  stockLooks: 2,
  stockHistory: 60,
  endedFindings: 30,
  closedOrders: 180,
  ads: 400,
} as const;

/** Rows that leave their table once they are old. */
export interface Age {
  readonly days: number;
  /** The column whose date counts. */
  readonly at: string;
  /** Only rows that have one of these values in a column. */
  readonly when?: { readonly [column: string]: readonly string[] };
  /** Rows of these tables with the same key leave with them. */
  readonly with?: readonly string[];
  /** Only once a warehouse holds them, or also without one when the workbook is over half full. */
  readonly leaves?: 'when held' | 'when held or full';
  /** The newest of the rows that have these columns in common stay, however old. */
  readonly keeps?: { readonly newest: number; readonly of: readonly string[] };
}

/** The history of another table: a row for each time in which some of its columns did not change. */
export interface History {
  /** The sheet's name. */
  readonly name: string;
  /** As that of a table. */
  readonly about: string;
  /** Columns of the other table whose values are kept. */
  readonly of: readonly string[];
  /** Columns that are shown beside them and the key. */
  readonly beside: readonly string[];
  /** The column that names the item whose stock it is, and what a row has that the seller ships. */
  readonly stock: { readonly item: string; readonly own: { readonly [column: string]: string } };
}

/** Which rows the params of a call asked for. */
export interface Gone {
  /** Columns and the params that name their values; a blank param leaves no row out. */
  readonly asked: { readonly [column: string]: string };
  readonly when?: When;
  /** Params that filter by something that no column shows: with one of them no row is marked. */
  readonly unless?: readonly string[];
}

/** Records and the tables that they fill, wherever they come from. */
export interface Recorded {
  readonly answer: Pick<Answer, 'record' | 'envelope' | 'asked' | 'position'>;
  readonly tables: readonly Table[];
}

/** The fields of a declaration's records, with what the envelope and the question add to them. */
export type DeclaredShape<T extends Recorded> = T['answer']['record'] &
  (T['answer'] extends { readonly envelope: infer S extends Shape } ? S : unknown) &
  (T['answer'] extends { readonly asked: infer S extends Shape } ? S : unknown) &
  (T['answer'] extends { readonly position: infer N extends string } ? Record<N, Field<'integer'>> : unknown);

/** A record of a declaration. */
export type DeclaredRecord<T extends Recorded> = RecordOf<DeclaredShape<T>>;

/** Fields of a declaration's records. */
export type FieldOf<T extends Recorded> = keyof DeclaredRecord<T> & string;

/** An operation together with the tables that its records fill. */
export interface TabledOperation extends Operation {
  readonly tables: readonly Table[];
  /** Which fields and params name the seller's items, for the Catalog. */
  readonly items?: Items;
}
