/** Expected tables: a header, typed rows, and selected columns. */
import { asFor, type Expected, gives, type Row } from '../case.ts';
import type { Truth } from '../truth.ts';

export type Entries = (truth: Truth) => readonly Readonly<Record<string, unknown>>[];

export const table = (header: readonly string[], fields: readonly string[], entries: Entries): Expected =>
  gives((truth) => [header, ...entries(truth).map((entry) => fields.map((field) => cellOf(entry[field])))]);

export const cellOf = (value: unknown) => value ?? '';

/** Each row ends with `As of`. */
export const whole =
  (typed: string, width: number, entries: Entries): Expected =>
  (truth, shown) => {
    const { cells } = shown(typed) as { cells: unknown[][] };
    const [header, ...rows] = cells;
    const isWhole =
      rows.length === entries(truth).length &&
      header!.at(-1) === 'As of' &&
      header!.every((name) => name !== '') &&
      rows.every((row) => row.at(-1) instanceof Date) &&
      !/customer|ship to/i.test(header!.join());
    return isWhole && header!.length === width ? { cells } : { wanted: entries(truth).length, width };
  };

/** Selects the same two columns in different ways, including in reverse order. */
export function choices(
  answered: string,
  headers: readonly [string, string],
  fields: readonly [string, string],
): Row[] {
  const [one, other] = headers;
  const swapped: Expected = (_, shown) => ({
    cells: (shown(answered) as { cells: unknown[][] }).cells.map(([a, b]) => [b, a]),
  });
  return [
    [`"${fields.join()}"`, asFor(answered)],
    [`"${one.toUpperCase()} , ${other.toLowerCase()}"`, asFor(answered)],
    [`{"${one}","${other}"}`, asFor(answered)],
    [`{"${one}";"";"${fields[1]}"}`, asFor(answered)],
    [`"${other},${one}"`, swapped],
    [`"${fields[1]},${fields[0]}"`, swapped],
  ];
}

export const CAMPAIGN_NUMBER = '"campaign" takes a whole number, not "abc".';
