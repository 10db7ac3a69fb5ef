/** The declaration of a report: one or more sheets, created on request. */
import type { AnyRecord } from '../../protocol/fields.ts';
import type { RowFormulas } from '../../tables/row-formulas.ts';
import { NOW } from '../../tables/status.ts';
import type { DeclaredRecord, Recorded } from '../../tables/table.ts';
import type { Facts } from '../facts/facts.ts';
import type { Workbook } from '../workbook.ts';

export interface Report<T extends Recorded = Recorded> {
  /** Name of the menu item and of the first sheet. */
  readonly name: T['tables'][number]['name'];
  /** Description in the sidebar. */
  readonly answers: string;
  /**
   * Declared in `src/tables/reports`. Tables show columns of the same records. Columns with user input or formulas are
   * written only when a row is added (`once`). Each table has an `asOf` field and `typed`, the plain-text columns for
   * user input.
   */
  readonly declared: T;
  /** Formulas and `record` links in the first sheet. */
  readonly formulas: RowFormulas;
  readonly link: ReportLink;
  /** Whether the record is a total. Totals stay frozen below the header, outside the filter. */
  onTop?(record: DeclaredRecord<T>): boolean;
  /** Returns the records of all rows, including computed statistics. */
  records(facts: Facts): readonly DeclaredRecord<T>[];
  /** Returns the time for `As of`: when the data was read. Defaults to the time of the run. */
  readAt?(facts: Facts): number | undefined;
}

export type AnyReport = Omit<Report, 'records' | 'onTop'> & {
  onTop?(record: AnyRecord): boolean;
  records(facts: Facts): readonly AnyRecord[];
};

/** Returns a formula that shows `late` once `asOf` is more than `hoursAllowed` hours ago. */
export function lateAfter(asOf: string): string {
  return `=IF(OR({${asOf}}="",{hoursAllowed}=""),"",IF((${NOW}-{${asOf}})*24>{hoursAllowed},"late",""))`;
}

/** A link in the `record` column to the row identified by `linkKey` and `linkPattern`. */
export interface ReportLink {
  readonly to: string;
  /** The link text as a formula. `{column}` stands for the cell of that column in the same row. */
  readonly label: string;
}

/**
 * Returns when the table was last read, for the shop with the oldest data; undefined if unknown. Unchanged rows and those
 * of a former shop keep their times, so rows count only in copies of the workbook.
 */
export function readAt(
  { ages }: Pick<Workbook, 'ages'>,
  table: string,
  rows: () => Iterable<{ readonly sellerId: string | null; readonly asOf: number | null }>,
): number | undefined {
  const times = ages.flatMap((age) => (age.table === table ? [age.at] : []));
  if (times.length > 0) return Math.min(...times);
  const latest = new Map<string | null, number>();
  for (const { sellerId, asOf } of rows())
    if (asOf !== null && asOf > (latest.get(sellerId) ?? 0)) latest.set(sellerId, asOf);
  return latest.size > 0 ? Math.min(...latest.values()) : undefined;
}
