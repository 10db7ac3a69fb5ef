/** How wide a new column has to be for its header and for what comes into it. */
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

const STEP = 10;
const LEAST = 60;
/** A longer text is cut off by the next column, or stands in the line above the cells: but not one that its field tells of (`long`). */
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
  const most = Math.max(MOST, up(pixels(long) + MARGIN));
  return { ...column, width: Math.min(Math.max(up(needed), LEAST), most) };
}

/** To the next step. */
function up(width: number): number {
  return Math.ceil(width / STEP) * STEP;
}

/** About as the sheet shows it. */
function shown(kind: Column['kind'], cell: Cell): string {
  if (cell instanceof Date) return DATES[kind as keyof typeof DATES] ?? DATES.instant;
  if (typeof cell !== 'number') return String(cell);
  if (kind === 'ratio') return `${(cell * 100).toFixed(2)}%`;
  if (kind === 'integer') return grouped(String(cell));
  return kind === 'money' ? grouped(cell.toFixed(2)) : String(cell);
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(\.|$))/g, ',');
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

/** What Google gives the columns of a new sheet. */
const GIVEN = 100;
/** A call to the sheet is spared where the table is so many pixels wider at most. */
const CALL = 150;
/** The same among the columns by which people decide: the first with which all of these are seen at once, if there is one. */
const CALLS = [CALL, 75, 40, 20, 10, 0];
/** Pixels beside the sidebar on a screen of 1,440, without the numbers of rows. */
const ROOM = 1070;

interface Way {
  readonly cost: number;
  readonly spans: readonly WidthSpan[];
}

/**
 * Each column that is seen gets at least the width that it needs; hidden ones may have any. Neighbours share a call where
 * that costs fewer pixels than a call is worth, and columns of a new sheet keep the width that they have on the same terms.
 */
export function widthSpans(columns: readonly NewColumn[], isNewSheet: boolean): readonly WidthSpan[] {
  const seen = [...columns.keys()].filter((index) => !isHiddenAtFirst(columns[index]!));
  const deciding = seen.filter((index) => columns[index]!.opens?.place !== undefined);
  const last = Math.max(-1, ...deciding);
  const widthOfDeciding = (spans: readonly WidthSpan[]) =>
    deciding.reduce((sum, index) => sum + widthAt(index, spans), 0);
  const ways = (isNewSheet ? CALLS : [CALL]).map((price) =>
    cheapestSpans(columns, seen, isNewSheet, (to) => (to <= last ? price : CALL)),
  );
  return ways.find((spans) => widthOfDeciding(spans) <= ROOM) ?? ways[0]!;
}

function widthAt(index: number, spans: readonly WidthSpan[]): number {
  return spans.find(({ from, to }) => index >= from && index <= to)?.width ?? GIVEN;
}

/** `price` is that of a call for columns up to there. */
function cheapestSpans(
  columns: readonly NewColumn[],
  seen: readonly number[],
  isNewSheet: boolean,
  price: (to: number) => number,
): readonly WidthSpan[] {
  const [first = 0, last = -1] = [seen[0], seen[seen.length - 1]];
  /** The cheapest ways to have the first so many columns as they are needed. */
  const cheapest: Way[] = [{ cost: 0, spans: [] }];
  for (let to = first; to <= last; to++) {
    let best: Way | undefined;
    for (let from = to; from >= first; from--) {
      const needed = seen
        .filter((index) => index >= from && index <= to)
        .map((index) => columns[index]!.width);
      const most = Math.max(LEAST, ...needed);
      const spare = needed.reduce((sum, each) => sum + most - each, 0);
      const before = cheapest[from - first]!;
      const set = before.cost + spare + price(to);
      if (!best || set < best.cost) best = { cost: set, spans: [...before.spans, { from, to, width: most }] };
      const left = before.cost + spare + needed.length * (GIVEN - most);
      if (isNewSheet && most <= GIVEN && left < best.cost) best = { cost: left, spans: before.spans };
    }
    cheapest.push(best!);
  }
  return cheapest[cheapest.length - 1]!.spans;
}
