/** A chart on the sheet of a desk, over the first rows as they stand: made once, and the person's from then on. */
import type { Positions } from '../../tables/sheet.ts';
import type { LaidChart } from '../today/laid-sheets.ts';

export interface DeskChart {
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
export function chartOn(positions: Positions, { table, title, of, series, axes }: DeskChart): LaidChart {
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
