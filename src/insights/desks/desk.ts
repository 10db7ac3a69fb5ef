/** What declares a desk: a sheet, or several, that answer one question of a seller, made when they are asked for. */
import type { AnyRecord } from '../../protocol/fields.ts';
import type { RowFormulas } from '../../tables/row-formulas.ts';
import type { DeclaredRecord, Recorded } from '../../tables/table.ts';
import type { Facts } from '../facts/facts.ts';
import type { DeskChart } from './desk-chart.ts';
import type { DeskLink } from './desk-links.ts';

export interface Desk<T extends Recorded = Recorded> {
  /** In the menu, and of its first sheet. */
  readonly name: T['tables'][number]['name'];
  /** The question that it answers, for people. */
  readonly answers: string;
  /**
   * Its sheets, declared in `src/tables/desks`: each shows some columns of the same records. Columns that people fill, and
   * those of formulas, are written once (`once`); the meaning of each says what it cannot know. The tables have `typed`
   * (columns of plain text that people fill, often none) and a field `asOf`.
   */
  readonly declared: T;
  /** Formulas by table and column. */
  readonly formulas?: { readonly [N in T['tables'][number]['name']]?: RowFormulas };
  /** By table: where the links in its column `record` lead. */
  readonly links?: { readonly [N in T['tables'][number]['name']]?: DeskLink };
  readonly charts?: readonly DeskChart[];
  /** The records of all rows as they are now: statistics are worked out here, and written as values. */
  records(facts: Facts): readonly DeclaredRecord<T>[];
  /** What `As of` says, in epoch milliseconds: when the data was read, where that is known; else when it was worked out. */
  readAt?(facts: Facts): number | undefined;
}

/** What is done with any of them: its records go into its own tables alone. */
export type AnyDesk = Omit<Desk, 'records' | 'formulas' | 'links'> & {
  readonly formulas?: { readonly [table: string]: RowFormulas | undefined };
  readonly links?: { readonly [table: string]: DeskLink | undefined };
  records(facts: Facts): readonly AnyRecord[];
};

/** A column that says `late` once the data of the row, read at the instant in that column, is older than `hoursAllowed`. */
export function lateAfter(asOf: string): string {
  return `=IF(OR({${asOf}}="",{hoursAllowed}=""),"",IF((NOW()-{${asOf}})*24>{hoursAllowed},"late",""))`;
}
