/** Chooses widths for new columns so that setting them takes few calls. */
import type { Cell } from './cells.ts';
import { type Column, isHiddenAtFirst } from './columns.ts';

export interface NewColumn extends Column {
  readonly width: number;
}

/** Adjacent columns with the same width. `from` and `to` are inclusive. */
interface WidthSpan {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** Maximum width in pixels, unless the field has an example of a long value. */
const MOST = 220;
const STEP = 10;
/** Number of rows to measure. */
export const SAMPLE = 200;

/** Pixel widths of a letter, a capital or digit, a bold letter, the filter button, and the margin. */
const [LETTER, CAPITAL, BOLD, BUTTON, MARGIN] = [6.3, 8.5, 8, 18, 12];

/** Sample values by kind. For text and IDs, used only if there are no actual values. */
const USUAL: { readonly [kind in Column['kind']]?: string } = {
  instant: '0000-00-00 00:00',
  day: '0000-00-00',
  money: '0,000.00',
  text: 'Some words of text',
  id: '00000000000',
};

/** Fits the column to sample `cells` and to the longest word in the header, which wraps. */
export function newColumn(column: Column, cells: readonly Cell[]): NewColumn {
  const { header, kind, long } = column;
  const word = Math.max(...header.split(' ').map((each) => each.length));
  const texts = kind === 'text' || kind === 'id' ? cells.filter((cell) => cell !== '').map(String) : [];
  const content = Math.max(...(texts.length > 0 ? texts : [USUAL[kind] ?? '']).map(pixels));
  const needed = Math.max(BOLD * word + BUTTON, content) + MARGIN;
  const width = Math.max(Math.min(needed, MOST), long === undefined ? 0 : pixels(long) + MARGIN);
  return { ...column, width: Math.ceil(width / STEP) * STEP };
}

function pixels(text: string) {
  const wide = text.match(/\p{Lu}|\d/gu)?.length ?? 0;
  return CAPITAL * wide + LETTER * (text.length - wide);
}

/** Google's default width in pixels. */
const GIVEN = 100;
/** Width in pixels that is visible next to the sidebar on a 1,440-pixel screen, excluding row numbers. */
const ROOM = 1070;
/** Without the sidebar. */
const WIDE_ROOM = 1380;
/** The number of columns to fit into `ROOM`. */
const SEEN = 9;

/** Off-screen columns no wider than this are joined into the same span. */
const COMMON = 170;

/** Joins columns into few spans. Hidden columns in a span can have any width. Later spans override earlier ones. */
export function widthSpans(columns: readonly NewColumn[], isNewSheet: boolean): readonly WidthSpan[] {
  const seen = [...columns.keys()].filter((index) => !isHiddenAtFirst(columns[index]!));
  const deciding = seen.filter((index) => columns[index]!.opens?.place !== undefined).slice(0, SEEN);
  const others = seen.filter((index) => !deciding.includes(index));
  const isWide = (index: number) => columns[index]!.width > COMMON;
  // In a new sheet, columns with the default width need no call.
  const least = isNewSheet ? GIVEN : 0;
  const spans = (indexes: readonly number[], floor = 0) =>
    indexes.map((index) => ({ from: index, to: index, width: Math.max(columns[index]!.width, floor), count: 1 }));
  const fits = (each: readonly Span[]) => total(each) <= ROOM;
  const first = [spans(deciding, least), spans(deciding)].find(fits) ?? spans(deciding);
  const common = spans(
    others.filter((index) => !isWide(index)),
    least,
  );
  return [
    ...joined(first, (fits(first) ? ROOM : WIDE_ROOM) - total(first)),
    ...joined(common, Number.POSITIVE_INFINITY),
    ...spans(others.filter(isWide)),
  ]
    .filter(({ width }) => !isNewSheet || width !== GIVEN)
    .map(({ from, to, width }) => ({ from, to, width }));
}

/** `count` is the number of visible columns. */
interface Span extends WidthSpan {
  readonly count: number;
}

function total(spans: readonly Span[]) {
  return spans.reduce((sum, { width, count }) => sum + width * count, 0);
}

/** Joins adjacent spans, most similar first, adding at most `spare` pixels in total. */
function joined(spans: readonly Span[], spare: number) {
  const pairs = spans.slice(1).map((other, at): Span => {
    const { from, width, count } = spans[at]!;
    return { from, to: other.to, width: Math.max(width, other.width), count: count + other.count };
  });
  const costs = pairs.map((pair, at) => total([pair]) - total(spans.slice(at, at + 2)));
  const least = Math.min(...costs);
  if (pairs.length === 0 || least > spare) return spans;
  const at = costs.indexOf(least);
  return joined([...spans.slice(0, at), pairs[at]!, ...spans.slice(at + 2)], spare - least);
}
