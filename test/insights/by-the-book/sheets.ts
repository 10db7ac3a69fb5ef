/** Reads a workbook's rows as values keyed by header. */

/** Values by header. Dates are ISO timestamps, blanks are empty strings. */
export type Line = Readonly<Record<string, Value>>;

export type Value = string | number | boolean;

/** Rows by sheet name. */
export type Sheets = (name: string) => readonly Line[];

/** Skips user rows, which have no key. */
export function linesOf(cells: readonly (readonly Value[])[]): readonly Line[] {
  const [header = [], ...rows] = cells;
  const named = header.flatMap((name, index) => (name === '' ? [] : [[String(name), index] as const]));
  const lines = rows.map((row) => Object.fromEntries(named.map(([name, index]) => [name, row[index] ?? ''])));
  return lines.filter((line) => line['Row key'] !== '' && line['Row key'] !== undefined);
}

export function text(line: Line, header: string): string {
  return String(line[header] ?? '');
}

/** Undefined if blank. */
export function number(line: Line, header: string): number | undefined {
  const value = line[header];
  return typeof value === 'number' ? value : undefined;
}

export function count(line: Line, header: string): number {
  return number(line, header) ?? 0;
}

export function cents(line: Line, header: string): number {
  return Math.round(count(line, header) * 100);
}

/** Epoch milliseconds. */
export function instant(line: Line, header: string): number | undefined {
  const at = Date.parse(text(line, header));
  return Number.isNaN(at) ? undefined : at;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day in a time zone, as `2025-06-16`. */
export function dayIn(zone: string, at: number): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(at);
}

export function grouped<T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

export function sum(all: Iterable<number>): number {
  let total = 0;
  for (const each of all) total += each;
  return total;
}
