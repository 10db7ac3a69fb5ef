/** The widths of new columns, which are set in few calls. */
import type { Cell } from './cells.ts';
import { type Column, isHiddenAtFirst } from './columns.ts';

export interface NewColumn extends Column {
  readonly width: number;
}

/** Adjacent columns with the same width, from an index to another, both included. */
interface WidthSpan {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** The widest column in pixels, unless its field has an example of a long value. */
const MOST = 220;
const STEP = 10;
/** This many rows are measured for the width of a column. */
export const SAMPLE = 200;

/** Pixels of a letter, a capital letter or digit, a bold letter, the filter button, and the margin. */
const [LETTER, CAPITAL, BOLD, BUTTON, MARGIN] = [6.3, 8.5, 8, 18, 12];

/** Typical contents by kind. For texts and IDs they count only until there are some to measure. */
const USUAL: { readonly [kind in Column['kind']]?: string } = {
  instant: '0000-00-00 00:00',
  day: '0000-00-00',
  money: '0,000.00',
  text: 'Some words of text',
  id: '00000000000',
};

/** `cells` is a sample of the contents. The header wraps, so the column must fit only its longest word. */
export function newColumn(column: Column, cells: readonly Cell[]): NewColumn {
  const { header, kind, long } = column;
  const word = Math.max(...header.split(' ').map((each) => each.length));
  const texts = kind === 'text' || kind === 'id' ? cells.filter((cell) => cell !== '').map(String) : [];
  const content = Math.max(...(texts.length > 0 ? texts : [USUAL[kind] ?? '']).map(pixels));
  const needed = Math.max(BOLD * word + BUTTON, content) + MARGIN;
  const width = Math.max(Math.min(needed, MOST), long === undefined ? 0 : pixels(long) + MARGIN);
  return { ...column, width: Math.ceil(width / STEP) * STEP };
}

function pixels(text: string): number {
  const wide = text.match(/\p{Lu}|\d/gu)?.length ?? 0;
  return CAPITAL * wide + LETTER * (text.length - wide);
}

/** The width that Google gives to new columns. */
const GIVEN = 100;
/** Pixels that a span may waste to save a call: the first of these with which the deciding columns fit on the screen. */
const SPARE = [500, 350, 250, 200, 150, 100, 75, 50, 25, 0];
/** Pixels next to the sidebar on a screen of 1,440 pixels, without row numbers. */
const ROOM = 1070;
/** The number of columns that should fit there. */
const SEEN = 9;

/** Narrower columns off the screen share one span. */
const COMMON = 170;

/** Chooses the fewest spans. Hidden columns may have any width, and a later span overrides an earlier one. */
export function widthSpans(columns: readonly NewColumn[], isNewSheet: boolean): readonly WidthSpan[] {
  const seen = [...columns.keys()].filter((index) => !isHiddenAtFirst(columns[index]!));
  const deciding = seen.filter((index) => columns[index]!.opens?.place !== undefined).slice(0, SEEN);
  // A column with Google's own width needs no call.
  const least = isNewSheet ? GIVEN : 0;
  const ways = [least, 0].flatMap((floor) => SPARE.map((spare) => spansOf(columns, deciding, spare, floor)));
  const total = (spans: readonly WidthSpan[]) =>
    deciding.reduce((sum, index) => sum + (spans.find(({ to }) => index <= to)?.width ?? 0), 0);
  const first = ways.find((spans) => total(spans) <= ROOM) ?? ways[0]!;
  const others = seen.filter((index) => !deciding.includes(index));
  const isWide = (index: number) => columns[index]!.width > COMMON;
  const common = spansOf(
    columns,
    others.filter((index) => !isWide(index)),
    Number.POSITIVE_INFINITY,
    least,
  );
  const wide = spansOf(columns, others.filter(isWide), 0, 0);
  const apart = joined([...first, ...common]).filter(({ width }) => !isNewSheet || width !== GIVEN);
  const over = common.map((span) => ({ ...span, from: 0 }));
  const together = [...over, ...first.filter(({ width }) => width !== over[0]?.width)];
  return [...(over.length > 0 && together.length < apart.length ? together : apart), ...wide];
}

function joined(spans: readonly WidthSpan[]): readonly WidthSpan[] {
  const all: WidthSpan[] = [];
  for (const span of spans) {
    const last = all[all.length - 1];
    if (last?.width === span.width) all[all.length - 1] = { ...last, to: span.to };
    else all.push(span);
  }
  return all;
}

/** Extends each span while its columns together are at most `spare` pixels wider than needed. */
function spansOf(
  columns: readonly NewColumn[],
  indexes: readonly number[],
  spare: number,
  floor: number,
): readonly WidthSpan[] {
  const spans: WidthSpan[] = [];
  let own: number[] = [];
  for (const index of indexes) {
    const last = spans[spans.length - 1];
    own.push(Math.max(columns[index]!.width, floor));
    const width = Math.max(...own);
    const waste = own.reduce((sum, each) => sum + width - each, 0);
    if (last && waste <= spare && (spare > 0 || last.to === index - 1))
      spans[spans.length - 1] = { ...last, to: index, width };
    else {
      own = own.slice(-1);
      spans.push({ from: index, to: index, width: own[0]! });
    }
  }
  return spans;
}
