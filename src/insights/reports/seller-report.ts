/** The declaration of a report: one or more sheets that answer a question of a seller, made on request. */
import type { AnyRecord } from '../../protocol/fields.ts';
import type { RowFormulas } from '../../tables/row-formulas.ts';
import type { DeclaredRecord, Recorded } from '../../tables/table.ts';
import type { Facts } from '../facts/facts.ts';

export interface Report<T extends Recorded = Recorded> {
  /** The name in the menu and of the first sheet. */
  readonly name: T['tables'][number]['name'];
  /** The question that it answers, as the sidebar shows it. */
  readonly answers: string;
  /**
   * Its tables, declared in `src/tables/reports`: each shows some columns of the same records. Columns that people
   * fill, and columns of formulas, are written once (`once`). Each table has `typed`, the columns of plain text that
   * people fill, and a field `asOf`.
   */
  readonly declared: T;
  readonly formulas?: { readonly [N in T['tables'][number]['name']]?: RowFormulas };
  /** The links in the column `record`, by table. */
  readonly links?: { readonly [N in T['tables'][number]['name']]?: ReportLink };
  /** Whether the record is a total: totals are right below the header, frozen and outside the filter. */
  onTop?(record: DeclaredRecord<T>): boolean;
  /** The records of all rows. Statistics are computed here and written as values. */
  records(facts: Facts): readonly DeclaredRecord<T>[];
  /** The time in `As of`, in epoch milliseconds: when the data was read. Undefined for the time of the run. */
  readAt?(facts: Facts): number | undefined;
}

export type AnyReport = Omit<Report, 'records' | 'formulas' | 'links' | 'onTop'> & {
  readonly formulas?: { readonly [table: string]: RowFormulas | undefined };
  readonly links?: { readonly [table: string]: ReportLink | undefined };
  onTop?(record: AnyRecord): boolean;
  records(facts: Facts): readonly AnyRecord[];
};

/** The formula of a column that says `late` once the time in `asOf` is more than `hoursAllowed` hours ago. */
export function lateAfter(asOf: string): string {
  return `=IF(OR({${asOf}}="",{hoursAllowed}=""),"",IF((NOW()-{${asOf}})*24>{hoursAllowed},"late",""))`;
}

/** A link in the column `record` to the row whose key is in the columns `linkKey` and `linkPattern`. */
export interface ReportLink {
  /** The name of the table that it leads to. */
  readonly to: string;
  /** The text of the link as a formula, in which `{column}` stands for the cell of that column in the same row. */
  readonly label: string;
}

/** When the shop with the oldest data was last read; undefined if unknown. */
export function readAt(
  rows: Iterable<{ readonly sellerId: string | null; readonly asOf: number | null }>,
): number | undefined {
  const latest = new Map<string | null, number>();
  for (const { sellerId, asOf } of rows)
    if (asOf !== null && asOf > (latest.get(sellerId) ?? 0)) latest.set(sellerId, asOf);
  return latest.size > 0 ? Math.min(...latest.values()) : undefined;
}
