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

/** Wider columns are not joined. */
const COMMON = 170;

/** Joins columns into few spans. Hidden columns in a span can have any width. Later spans override earlier ones. */
export function widthSpans(columns: readonly NewColumn[], isNewSheet: boolean): readonly WidthSpan[] {
  const seen = [...columns.keys()].filter((index) => !isHiddenAtFirst(columns[index]!));
  const deciding = new Set(seen.filter((index) => columns[index]!.opens?.place !== undefined).slice(0, SEEN));
  const isWide = (index: number) => columns[index]!.width > COMMON;
  // In a new sheet, columns with the default width need no call.
  const least = isNewSheet ? GIVEN : 0;
  const spans = (indexes: readonly number[], floor: number) =>
    indexes.map((index): Span => {
      const count = deciding.has(index) ? 1 : 0;
      return { from: index, to: index, width: Math.max(columns[index]!.width, count ? floor : least), count };
    });
  const wide = spans(seen.filter(isWide), 0);
  const narrow = (floor: number) =>
    spans(
      seen.filter((index) => !isWide(index)),
      floor,
    );
  const needed = (each: readonly Span[]) => total([...each, ...wide]);
  const roomy = narrow(least);
  const first = needed(roomy) <= ROOM ? roomy : narrow(0);
  const room = needed(first) <= ROOM ? ROOM : WIDE_ROOM;
  return [...joined(first, Math.max(0, room - needed(first))), ...wide]
    .filter(({ width }) => !isNewSheet || width !== GIVEN)
    .map(({ from, to, width }) => ({ from, to, width }));
}

/** `count` is the number of columns to fit. */
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
