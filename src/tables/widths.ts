/** How wide a new column has to be for its header and for what comes into it. */
import { consecutive, grouped } from '../protocol/grouped.ts';
import type { Cell } from './cells.ts';
import type { Column } from './columns.ts';
import { isHiddenAtFirst } from './opening.ts';

/** A column that a sheet is to get, with its width in pixels. */
export interface NewColumn extends Column {
  readonly width: number;
}

/** Pixels of a bold letter, of a capital, a digit and any other, of the button of a filter, and beside a text. */
const BOLD = 8;
const CAPITAL = 9;
const DIGIT = 7.5;
const LETTER = 6.3;
const BUTTON = 18;
const MARGIN = 12;

/** Adjacent columns of one width share a call. */
const STEP = 10;
const LEAST = 60;
/** A longer text is cut off by the next column, or stands in the line above the cells. */
const MOST = 220;
/** So many rows tell how wide a column is. */
export const SAMPLE = 200;

/** A date in its format. */
const DATES = { instant: '0000-00-00 00:00:00', day: '0000-00-00' } as const;
/** What fits usually, where nothing has come yet. */
const USUAL = { ...DATES, text: 'Some words of text', id: '00000000000' } as const;

/** `cells` are some that come into the column; the header wraps, so that its longest word has to fit. */
export function newColumn(column: Column, cells: readonly Cell[]): NewColumn {
  const { header, kind, long = '' } = column;
  const word = Math.max(...header.split(' ').map((each) => each.length));
  const texts = cells.map((cell) => shown(kind, cell)).filter((text) => text !== '');
  const usual = USUAL[kind as keyof typeof USUAL] ?? '';
  const content = Math.max(...[...(texts.length > 0 ? texts : [usual]), long].map(pixels));
  const needed = Math.max(BOLD * word + BUTTON, content) + MARGIN;
  return { ...column, width: Math.min(Math.max(Math.ceil(needed / STEP) * STEP, LEAST), MOST) };
}

/** About as the sheet shows it. */
function shown(kind: Column['kind'], cell: Cell): string {
  if (cell instanceof Date) return DATES[kind as keyof typeof DATES] ?? DATES.instant;
  if (typeof cell !== 'number') return String(cell);
  if (kind === 'ratio') return `${(cell * 100).toFixed(2)}%`;
  return kind === 'money' ? cell.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',') : String(cell);
}

function pixels(text: string): number {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const digits = text.match(/\d/g)?.length ?? 0;
  return CAPITAL * capitals + DIGIT * digits + LETTER * (text.length - capitals - digits);
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
