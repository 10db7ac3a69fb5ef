/** What declares a report: a sheet, or several, that answer one question of a seller, made when they are asked for. */
import type { AnyRecord } from '../../protocol/fields.ts';
import type { RowFormulas } from '../../tables/row-formulas.ts';
import type { DeclaredRecord, Recorded } from '../../tables/table.ts';
import type { Facts } from '../facts/facts.ts';

export interface Report<T extends Recorded = Recorded> {
  /** In the menu, and of its first sheet. */
  readonly name: T['tables'][number]['name'];
  /** Shown in the sidebar. */
  readonly answers: string;
  /**
   * Its sheets, declared in `src/tables/reports`: each shows some columns of the same records. Columns that people fill, and
   * those of formulas, are written once (`once`); the meaning of each says what it cannot know. The tables have `typed`
   * (columns of plain text that people fill, often none) and a field `asOf`.
   */
  readonly declared: T;
  readonly formulas?: { readonly [N in T['tables'][number]['name']]?: RowFormulas };
  /** By table: where the links in its column `record` lead. */
  readonly links?: { readonly [N in T['tables'][number]['name']]?: ReportLink };
  /** Totals: rows right below the header, frozen and outside the filter. */
  onTop?(record: DeclaredRecord<T>): boolean;
  /** The records of all rows as they are now: statistics are computed here and written as values. */
  records(facts: Facts): readonly DeclaredRecord<T>[];
  /** What `As of` says, in epoch milliseconds: when the data was read, where that is known; else when it was worked out. */
  readAt?(facts: Facts): number | undefined;
}

export type AnyReport = Omit<Report, 'records' | 'formulas' | 'links' | 'onTop'> & {
  readonly formulas?: { readonly [table: string]: RowFormulas | undefined };
  readonly links?: { readonly [table: string]: ReportLink | undefined };
  onTop?(record: AnyRecord): boolean;
  records(facts: Facts): readonly AnyRecord[];
};

/** A column that says `late` once the data of the row, read at the instant in that column, is older than `hoursAllowed`. */
export function lateAfter(asOf: string): string {
  return `=IF(OR({${asOf}}="",{hoursAllowed}=""),"",IF((NOW()-{${asOf}})*24>{hoursAllowed},"late",""))`;
}

/** The link stands in the column `record`, the key of its row in `linkKey` and `linkPattern`. */
export interface ReportLink {
  readonly to: string;
  /** What it says: a formula in which `{column}` is the cell of that column in the same row. */
  readonly label: string;
}

interface Read {
  readonly sellerId: string | null;
  readonly asOf: number | null;
}

/** When the shop that was read longest ago was read last; undefined where nobody knows. */
export function readAt(rows: Iterable<Read>): number | undefined {
  const latest = new Map<string | null, number>();
  for (const { sellerId, asOf } of rows)
    if (asOf !== null && asOf > (latest.get(sellerId) ?? 0)) latest.set(sellerId, asOf);
  return latest.size > 0 ? Math.min(...latest.values()) : undefined;
}
