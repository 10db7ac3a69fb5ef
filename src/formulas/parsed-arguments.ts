import { operations } from '../operations/registry.ts';
import { pacificOffset, readWall, utcDay } from '../protocol/dates.ts';
import { argumentError } from '../protocol/market-error.ts';
import type { Operation } from '../protocol/operation.ts';
import { trimmed } from '../protocol/params.ts';
import { fingerprint } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { dayAt, startOfDay } from '../tables/zone.ts';
import type { Argument, AskingFormula, CellInput, Formula, Input } from './formula.ts';
import type { Refresh } from './query.ts';

export interface ParsedArguments {
  readonly params: Readonly<Record<string, unknown>>;
  readonly count: number | undefined;
  readonly field: string | undefined;
}

/** `zone` is the spreadsheet's IANA time zone, read only for dates. */
export interface InZone {
  readonly zone: string;
}

/** Returns undefined if all required arguments are blank. */
export function parseArguments(
  formula: AskingFormula,
  inputs: readonly Input[],
  context: InZone & { readonly now: number },
): ParsedArguments | undefined {
  const values = new Map(
    formula.arguments.map((each: Argument, index) => {
      const isRead = each.takes !== 'columns' && each.takes !== 'refresh';
      return [each, isRead ? inputValue(each, inputs[index], context) : undefined] as const;
    }),
  );
  const required = formula.arguments.filter(({ optional }) => !optional);
  const missing = required.filter((each) => values.get(each) === undefined);
  if (missing.length === required.length) return undefined;
  if (missing[0]) throw missingArgument(formula, missing[0]);
  const valueFor = (takes: Argument['takes']) => [...values].find(([each]) => each.takes === takes)?.[1];
  const params: Record<string, unknown> = { ...formula.always };
  for (const [{ param }, each] of values) if (param !== undefined && each !== undefined) params[param] = each;
  return {
    params: withPeriod(formula, params, context.now),
    count: valueFor('count') as number | undefined,
    field: valueFor('field') as string | undefined,
  };
}

/** Returns the connection's name; undefined for the default connection. */
export function connectionNamed(formula: Formula, inputs: readonly Input[]): string | undefined {
  const argument = formula.arguments.find(({ takes }) => takes === 'connection');
  const name = argument && inputValue(argument, inputOf(formula, 'connection', inputs), { zone: 'UTC' });
  return name as string | undefined;
}

export function inputOf(formula: Formula, takes: Argument['takes'], inputs: readonly Input[]): Input {
  return inputs[formula.arguments.findIndex((each) => each.takes === takes)];
}

/** If the argument for the first day is a period, it also fills in a blank last day. */
function withPeriod(formula: AskingFormula, params: Readonly<Record<string, unknown>>, now: number) {
  const { period }: Operation = operations[formula.operation];
  if (!period) return params;
  const [from, to] = period;
  const last = formula.arguments.find(({ param }) => param === to);
  if (!last) return params;
  const textOf = (param: string) => String(params[param]);
  const start = relativePeriod(textOf(from), now);
  const end = params[to] === undefined ? start : relativePeriod(textOf(to), now);
  if (params[to] === undefined && !start) {
    if (readWall(textOf(from))) throw missingArgument(formula, last);
    throw argumentError(
      `"${from}" must be a date such as 2025-06-30, or a period such as ${PERIODS}. "${textOf(from)}" is neither.`,
    );
  }
  return { ...params, [from]: start?.from ?? params[from], [to]: end?.to ?? params[to] };
}

function missingArgument({ name: formula }: Formula, { name, help, takes }: Argument) {
  const periods = takes === 'date' ? ` Or enter a period instead of the two days: ${PERIODS}.` : '';
  return argumentError(`${formula} needs "${name}": ${help}${periods}`);
}

export function asRange(input: Input): readonly (readonly CellInput[])[] {
  return Array.isArray(input) ? input : [[input as CellInput]];
}

export function isBlank(cell: CellInput): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && trimmed(cell) === '');
}

/**
 * Google passes error cells as localized strings such as `#REF!` or `#N/D`. Part numbers that start with `#` usually
 * have a digit, a hyphen, or a lowercase letter.
 */
const ERROR = /^#(\S+[!?]|[^\s\da-z-]{2,16})$/;

export function isError(cell: CellInput): boolean {
  return typeof cell === 'string' && ERROR.test(cell);
}

export function identifier(cell: CellInput): string {
  if (isBlank(cell)) return '';
  if (cell instanceof Date)
    throw argumentError('An identifier was converted to a date. Format its cell as plain text and enter it again.');
  if (typeof cell === 'boolean')
    throw argumentError(
      `An identifier is ${shown(cell)}. Select cells that contain identifiers, or format that cell as plain text and enter it again.`,
    );
  if (typeof cell === 'number' && Math.abs(cell) >= MOST_DIGITS)
    throw argumentError(
      `An identifier was converted to the number ${cell.toPrecision(9)}, and Sheets keeps only 15 digits. Format its cell as plain text and enter it again.`,
    );
  return trimmed(String(cell));
}

/** Sheets drops the last digits of larger numbers. */
const MOST_DIGITS = 1e15;

/** Returns undefined if the argument is blank. */
export function inputValue({ name, takes }: Argument, input: Input, place: InZone): unknown {
  const cells = asRange(input)
    .flat()
    .filter((cell) => !isBlank(cell));
  if (cells.length === 0) return undefined;
  const error = cells.find(isError);
  if (error !== undefined)
    throw argumentError(
      `"${name}" contains a cell with the error ${shown(error)}. Fix that cell, or make it blank with IFERROR.`,
    );
  if (takes === 'identifiers') return cells.map(identifier);
  if (cells.length > 1) throw argumentError(`"${name}" takes one value, not a range of ${cells.length} values.`);
  const [cell] = cells;
  if (takes === 'date') return dateValue(name, cell, place);
  if (takes === 'count') return countValue(name, cell);
  if (cell instanceof Date || typeof cell === 'boolean')
    throw argumentError(`"${name}" takes text or a number, not ${cell instanceof Date ? 'a date' : shown(cell)}.`);
  return String(cell).trim();
}

/** Day 0 in Sheets. Only numbers from the years 1990 to 2100 are treated as dates. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_SERIAL = 32_874;
const LAST_SERIAL = 73_415;

/** A date without a time is a calendar day; otherwise it is a timestamp. */
function dateValue(name: string, cell: CellInput, place: InZone) {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number' && Number.isInteger(cell) && cell >= FIRST_SERIAL && cell <= LAST_SERIAL)
    return utcDay(DAY_ZERO + cell * DAY);
  if (!(cell instanceof Date)) throw argumentError(`"${name}" takes a date, such as 2025-06-30, not ${shown(cell)}.`);
  // If clocks skip midnight, a date cell contains the first valid time of the day.
  const { zone } = place;
  const day = dayAt(cell.getTime(), zone);
  return startOfDay(day, zone) === cell.getTime() ? day : cell.toISOString();
}

function countValue(name: string, cell: CellInput) {
  const count = typeof cell === 'string' ? Number(cell) : cell;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    throw argumentError(`"${name}" takes a whole number of 1 or more.`);
  return count;
}

/** Reads column names from one comma-separated cell or from several cells. */
export function columnNames(input: Input): readonly string[] {
  return asRange(input)
    .flat()
    .filter((cell) => !isBlank(cell))
    .flatMap((cell) => String(cell).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * Times of the last day (the latest in a range) require results at least that new. Other values become marks, which
 * require a new result on changes.
 */
export function refreshOf(input: Input, now: number): Refresh | undefined {
  const cells = asRange(input).flat();
  if (cells.every(isBlank)) return undefined;
  const times = cells.map((cell) => (cell instanceof Date ? cell.getTime() : Number.NaN));
  const latest = Math.max(...times);
  return latest <= now && latest > now - DAY ? { since: latest } : { marks: [fingerprint(JSON.stringify(cells))] };
}

function shown(cell: CellInput) {
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}

/** First and last day, as `YYYY-MM-DD`. */
interface Period {
  readonly from: string;
  readonly to: string;
}

const PERIODS = 'today, yesterday, 3 days ago, last 7 days, last 4 weeks, or this or last week, month, or year';

/**
 * Parses a period in Pacific time. `last 7 days` includes today, weeks start on Monday, and `this month` ends today.
 */
export function relativePeriod(text: string, now: number): Period | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const today = Math.floor((now + pacificOffset(now)) / DAY) * DAY;
  const of = (from: number, to: number): Period => ({ from: utcDay(from), to: utcDay(to) });
  if (words === 'today') return of(today, today);
  if (words === 'yesterday') return of(today - DAY, today - DAY);
  const ago = /^(\d{1,4}) days? ago$/.exec(words);
  if (ago) return of(today - Number(ago[1]) * DAY, today - Number(ago[1]) * DAY);
  const back = /^(?:last|past) (\d{1,4}) (day|week)s?$/.exec(words);
  const days = back ? Number(back[1]) * (back[2] === 'week' ? 7 : 1) : 0;
  if (days > 0) return of(today - (days - 1) * DAY, today);
  const named = /^(this|last) (week|month|year)$/.exec(words);
  if (!named) return undefined;
  const unit = named[2] as Unit;
  const start = startOf(unit, today);
  if (named[1] === 'this') return of(start, today);
  return of(startOf(unit, start - DAY), start - DAY);
}

type Unit = 'week' | 'month' | 'year';

/** `day` and the result are midnight UTC. */
function startOf(unit: Unit, day: number) {
  const date = new Date(day);
  if (unit === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY;
  return Date.UTC(date.getUTCFullYear(), unit === 'month' ? date.getUTCMonth() : 0, 1);
}
