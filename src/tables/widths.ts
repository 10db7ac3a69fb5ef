/** How wide a new column has to be for its header and for what comes into it. */
import type { Cell } from './cells.ts';
import type { Column } from './columns.ts';

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
export const LEAST = 60;
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
