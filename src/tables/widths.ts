/** How wide a new column has to be for its header and for what comes into it. */
import { consecutive, grouped } from '../protocol/grouped.ts';
import type { Cell } from './cells.ts';
import type { Column } from './columns.ts';
import { isHiddenAtFirst } from './opening.ts';

/** A column that a sheet is to get, with its width in pixels. */
export interface NewColumn extends Column {
  readonly width: number;
}

/** Pixels of a bold letter, of a usual one, of the button of a filter, and left and right of a text. */
const BOLD = 8;
const LETTER = 6.5;
const BUTTON = 18;
const MARGIN = 12;

/** Adjacent columns of one width share a call. */
const STEP = 10;
const LEAST = 60;
/** A longer text is cut off by the next column, or stands in the line above the cells. */
const MOST = 220;
/** So many rows tell how wide a column is. */
export const SAMPLE = 200;

/** Characters of a date in its format. */
const LENGTHS = { instant: 19, day: 10 } as const;
/** What fits usually, where nothing has come yet. */
const USUAL = { text: 18, id: 14, texts: 18, pairs: 18 } as const;

/** `cells` are some that come into the column; the header wraps, so that its longest word has to fit. */
export function newColumn(column: Column, cells: readonly Cell[]): NewColumn {
  const { header, kind } = column;
  const word = Math.max(...header.split(' ').map((each) => each.length));
  const needed = Math.max(BOLD * word + BUTTON, LETTER * longest(kind, cells)) + MARGIN;
  const fitting = Math.min(Math.max(Math.ceil(needed / STEP) * STEP, LEAST), MOST);
  return { ...column, width: fitting };
}

function longest(kind: Column['kind'], cells: readonly Cell[]): number {
  const lengths = cells.map((cell) => lengthOf(kind, cell));
  if (lengths.some((length) => length > 0)) return Math.max(...lengths);
  return { ...LENGTHS, ...USUAL }[kind as keyof (typeof LENGTHS & typeof USUAL)] ?? 0;
}

function lengthOf(kind: Column['kind'], cell: Cell): number {
  if (cell instanceof Date) return LENGTHS[kind as keyof typeof LENGTHS] ?? LENGTHS.instant;
  if (typeof cell !== 'number') return String(cell).length;
  if (kind === 'ratio') return (cell * 100).toFixed(2).length + 1;
  if (kind !== 'money') return String(cell).length;
  const amount = cell.toFixed(2);
  return amount.length + Math.floor((amount.length - 4) / 3);
}

/** Adjacent columns that get a width, by index from 0, both included. */
export interface WidthSpan {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** All get the width that most of them need, then others theirs; hidden ones may have any. */
export function widthSpans(columns: readonly NewColumn[]): readonly WidthSpan[] {
  const seen = [...columns.keys()].filter((index) => !isHiddenAtFirst(columns[index]!));
  if (seen.length === 0) return [];
  const byWidth = grouped(seen, (index) => columns[index]!.width);
  const [usual] = [...byWidth].sort(([, one], [, other]) => spansIn(other) - spansIn(one))[0]!;
  const others = seen.filter((index) => columns[index]!.width !== usual);
  const spans: { from: number; to: number; width: number }[] = [];
  for (const index of others) {
    const { width } = columns[index]!;
    const last = spans[spans.length - 1];
    if (last && last.to === index - 1 && last.width === width) last.to = index;
    else spans.push({ from: index, to: index, width });
  }
  return [{ from: seen[0]!, to: seen[seen.length - 1]!, width: usual }, ...spans];
}

function spansIn(indexes: readonly number[]): number {
  return consecutive(indexes).length;
}
