/** Rows of our sheets as typed values: what is read of a cell follows from the declaration of its column. */
import type { Field, Kind, List, Shape } from '../protocol/fields.ts';
import { identifierIn } from '../tables/catalog/item-keys.ts';
import type { Cell } from '../tables/cells.ts';
import { AS_OF, type Column, GONE_SINCE, ROW_KEY } from '../tables/columns.ts';
import { type Contents, keyAt } from '../tables/positions.ts';
import type { DeclaredShape, Recorded } from '../tables/table.ts';
import { wallText } from '../tables/zone.ts';

/** What a cell of each kind is read as; null where it is blank or holds something else. */
interface Read {
  text: string;
  id: string;
  texts: string;
  pairs: string;
  integer: number;
  decimal: number;
  number: number;
  money: number;
  ratio: number;
  boolean: boolean;
  /** Epoch milliseconds. */
  instant: number;
  /** `YYYY-MM-DD`. */
  day: string;
}

type ReadOf<F> = F extends Field<infer K> ? Read[K] | null : never;

type Singles<S extends Shape> = {
  readonly [N in keyof S as S[N] extends List ? never : N]: ReadOf<S[N]>;
};

/** The fields of one path of a table's columns; paths that are not literal stand for all single fields. */
type FieldsAt<S extends Shape, P extends string> = string extends P
  ? Singles<S>
  : P extends `${infer L}.${infer Rest}`
    ? S[L] extends List<infer Inner>
      ? FieldsAt<Inner, Rest>
      : unknown
    : P extends '*'
      ? Singles<S>
      : { readonly [N in P]: ReadOf<S[N]> };

type All<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void ? I : never;

type ComputedFields<S extends Shape, C> = {
  readonly [N in keyof C & string]: C[N] extends 'field'
    ? ReadOf<S[N]>
    : C[N] extends { readonly trait: string }
      ? string | null
      : number | null;
};

/** What every row has beside its fields. */
export interface RowMarks {
  /** Its identity. */
  readonly rowKey: string;
  /** In its sheet, from 1. */
  readonly row: number;
  /** When it was first missing from an answer that should have had it, in epoch milliseconds. */
  readonly goneSince: number | null;
  /** When it was last read, in epoch milliseconds; null where its table does not say. */
  readonly asOf: number | null;
}

type TableOf<T extends Recorded, N extends T['tables'][number]['name']> = Extract<
  T['tables'][number],
  { readonly name: N }
>;

/** A row of a table; blank cells and columns that the sheet does not have are null. */
export type TableRow<T extends Recorded, N extends T['tables'][number]['name']> = RowMarks &
  All<FieldsAt<DeclaredShape<T>, TableOf<T, N>['columns'][number]>> &
  (TableOf<T, N> extends { readonly computed: infer C } ? ComputedFields<DeclaredShape<T>, C> : unknown);

/**
 * Rows that are ours by their identity, in the order of the sheet; of one that a person copied the first. A cell is read when
 * it is asked for: most never are.
 */
export function rowsIn(contents: Contents, columns: readonly Column[], zone: string): ReadonlyMap<string, RowMarks> {
  class Row implements RowMarks {
    declare readonly goneSince: number | null;
    declare readonly asOf: number | null;
    readonly rowKey: string;
    readonly row: number;
    readonly cells: readonly Cell[];
    constructor(index: number, rowKey: string) {
      this.rowKey = rowKey;
      this.row = index + 1;
      this.cells = contents.cells[index]!;
    }
  }
  const read = new Map([GONE_SINCE, AS_OF, ...columns].map((column) => [column.id, column]));
  // Known already, and not to be read a second time.
  read.delete(ROW_KEY.id);
  for (const [id, { kind }] of read) {
    const at = (contents.positions.get(id) ?? 0) - 1;
    const of = READERS[kind];
    Object.defineProperty(Row.prototype, id, {
      get(this: Row) {
        const cell = this.cells[at];
        return cell === undefined || cell === '' ? null : of(cell, zone);
      },
    });
  }
  const rows = new Map<string, Row>();
  for (let index = 1; index < contents.cells.length; index++) {
    const key = keyAt(contents, index);
    if (key !== '' && !rows.has(key)) rows.set(key, new Row(index, key));
  }
  return rows;
}

type Reader = (cell: Cell, zone: string) => unknown;

/** Tables have many rows and few days, and rows of a day mostly stand together. */
const days = new Map<number, string>();
let daysIn = '';
let latest = { at: Number.NaN, text: '' };

function dayText(at: number, zone: string): string {
  if (at === latest.at && zone === daysIn) return latest.text;
  if (zone !== daysIn) days.clear();
  daysIn = zone;
  const text = days.get(at) ?? wallText(at, zone).slice(0, 10);
  days.set(at, text);
  latest = { at, text };
  return text;
}

const asText: Reader = (cell) => identifierIn(cell) || null;
const asNumber: Reader = (cell) => (typeof cell === 'number' ? cell : null);

const READERS: { readonly [K in Kind]: Reader } = {
  text: asText,
  id: asText,
  texts: asText,
  pairs: asText,
  integer: asNumber,
  decimal: asNumber,
  number: asNumber,
  money: asNumber,
  ratio: asNumber,
  boolean: (cell) => (typeof cell === 'boolean' ? cell : null),
  instant: (cell) => (cell instanceof Date ? cell.getTime() : null),
  day: (cell, zone) => (cell instanceof Date ? dayText(cell.getTime(), zone) : null),
};

export function nameIn(sellerId: string | null, ...parts: readonly (string | null)[]): string {
  let name = plain(sellerId);
  for (const part of parts) name += `\n${plain(part)}`;
  return name;
}

export function isSame(one: string, other: string): boolean {
  return nameIn(one) === nameIn(other);
}

/** In one line, so that parts cannot be taken for others. */
function plain(part: string | null): string {
  const text = (part ?? '').trim().toLowerCase();
  return text.includes('\n') ? text.replace(/\n/g, ' ') : text;
}
