/** What declares a report: a sheet, or several, that answer one question of a seller, made when they are asked for. */
import type { AnyRecord } from '../../protocol/fields.ts';
import type { RowFormulas } from '../../tables/row-formulas.ts';
import type { Positions } from '../../tables/sheet.ts';
import type { DeclaredRecord, Recorded } from '../../tables/table.ts';
import type { Facts } from '../facts/facts.ts';
import type { LaidChart } from '../today/laid-sheets.ts';

export interface Report<T extends Recorded = Recorded> {
  /** In the menu, and of its first sheet. */
  readonly name: T['tables'][number]['name'];
  /** The question that it answers, for people. */
  readonly answers: string;
  /**
   * Its sheets, declared in `src/tables/reports`: each shows some columns of the same records. Columns that people fill, and
   * those of formulas, are written once (`once`); the meaning of each says what it cannot know. The tables have `typed`
   * (columns of plain text that people fill, often none) and a field `asOf`.
   */
  readonly declared: T;
  /** Formulas by table and column. */
  readonly formulas?: { readonly [N in T['tables'][number]['name']]?: RowFormulas };
  /** By table: where the links in its column `record` lead. */
  readonly links?: { readonly [N in T['tables'][number]['name']]?: ReportLink };
  readonly charts?: readonly ReportChart[];
  /** The records of all rows as they are now: statistics are worked out here, and written as values. */
  records(facts: Facts): readonly DeclaredRecord<T>[];
  /** What `As of` says, in epoch milliseconds: when the data was read, where that is known; else when it was worked out. */
  readAt?(facts: Facts): number | undefined;
}

/** What is done with any of them: its records go into its own tables alone. */
export type AnyReport = Omit<Report, 'records' | 'formulas' | 'links'> & {
  readonly formulas?: { readonly [table: string]: RowFormulas | undefined };
  readonly links?: { readonly [table: string]: ReportLink | undefined };
  records(facts: Facts): readonly AnyRecord[];
};

/** A column that says `late` once the data of the row, read at the instant in that column, is older than `hoursAllowed`. */
export function lateAfter(asOf: string): string {
  return `=IF(OR({${asOf}}="",{hoursAllowed}=""),"",IF((NOW()-{${asOf}})*24>{hoursAllowed},"late",""))`;
}

/** The link stands in the column `record`, the key of its row in `linkKey` and `linkPattern`. */
export interface ReportLink {
  /** Name of the table. */
  readonly to: string;
  /** What it says: a formula in which `{column}` is the cell of that column in the same row. */
  readonly label: string;
}

interface ReportChart {
  readonly table: string;
  readonly title: string;
  /** The column that names what is shown. */
  readonly of: string;
  /** Where there are two axes the second is a line with its own. */
  readonly series: readonly (readonly [column: string, color: string])[];
  readonly axes: readonly string[];
}

/** So many names can be read below a chart. */
const ROWS = 20;

/** In pixels. */
const SIZE = { width: 600, height: 320 };

/** Beside the last column that is shown at first: those after it are hidden, until somebody shows them. */
const BESIDE = 1;

/** Where the columns of its table stand there. */
export function chartOn(positions: Positions, { table, title, of, series, axes }: ReportChart): LaidChart {
  return {
    ...SIZE,
    ...(axes.length > 1 ? { isTwofold: true as const } : {}),
    ...{ of: table, title, axes, colors: series.map(([, color]) => color) },
    areas: [of, ...series.map(([column]) => column)].map((column) => {
      const position = positions.get(column)!;
      return { top: 1, bottom: ROWS + 1, left: position, right: position };
    }),
    at: { row: 2, column: Math.max(...positions.values()) + BESIDE },
  };
}

interface Read {
  readonly sellerId: string | null;
  /** Epoch milliseconds. */
  readonly asOf: number | null;
}

/** When the shop that was read longest ago was read last; undefined where nobody knows. */
export function readAt(rows: Iterable<Read>): number | undefined {
  const latest = new Map<string | null, number>();
  for (const { sellerId, asOf } of rows)
    if (asOf !== null && asOf > (latest.get(sellerId) ?? 0)) latest.set(sellerId, asOf);
  return latest.size > 0 ? Math.min(...latest.values()) : undefined;
}
