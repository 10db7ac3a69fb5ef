/** References in formulas. */
import { columnLetters, columnNumber } from './area.ts';

export interface Corner {
  /** Absent in `A:B` and at the open end of `A2:A`. */
  readonly row?: number;
  readonly column?: number;
  readonly rowFixed: boolean;
  readonly columnFixed: boolean;
}

export interface Reference {
  /** Without quotes; absent for the formula's own sheet. */
  readonly sheet?: string;
  readonly start: Corner;
  /** Absent for a single cell. */
  readonly end?: Corner;
}

const SHEET = String.raw`(?<sheet>'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!`;
const START = String.raw`\$?[A-Za-z]{1,3}\$?[0-9]{1,7}|\$?[A-Za-z]{1,3}(?=:)|\$?[0-9]{1,7}(?=:)`;
const END = String.raw`\$?[A-Za-z]{1,3}\$?[0-9]{1,7}|\$?[A-Za-z]{1,3}|\$?[0-9]{1,7}`;
const IN_FORMULA = new RegExp(
  String.raw`"(?:[^"]|"")*"|(?<![\p{L}\p{N}_.$])(?:${SHEET})?(?<start>${START})(?::(?<end>${END}))?(?![\p{L}\p{N}_.(!])`,
  'gu',
);
const ALONE = new RegExp(
  String.raw`^(?:${SHEET})?(?<start>${START}|\$?[A-Za-z]{1,3}\$?[0-9]{1,7})(?::(?<end>${END}))?$`,
  'u',
);

/** Replaces each reference to an `affected` sheet with another reference, a string, or, for `null`, `#REF!`. */
export function mapReferences(
  formula: string,
  change: (reference: Reference) => Reference | string | null,
  affected: (sheet: string | undefined) => boolean = () => true,
): string {
  return formula.replace(IN_FORMULA, (text: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (groups.start === undefined || !affected(sheetName(groups.sheet))) return text;
    const reference = fromGroups(groups);
    const changed = change(reference);
    if (changed === reference) return text;
    if (typeof changed === 'string') return changed;
    return changed === null ? '#REF!' : referenceText(changed);
  });
}

export function parseReference(text: string): Reference | undefined {
  const groups = ALONE.exec(text)?.groups;
  return groups && fromGroups(groups);
}

export function referenceText({ sheet, start, end }: Reference): string {
  const prefix = sheet === undefined ? '' : `${quoteSheet(sheet)}!`;
  return prefix + cornerText(start) + (end ? `:${cornerText(end)}` : '');
}

export function quoteSheet(name: string): string {
  return /^[A-Za-z_][A-Za-z_0-9]*$/.test(name) && !/^[A-Za-z]{1,3}[0-9]+$/.test(name)
    ? name
    : `'${name.replaceAll("'", "''")}'`;
}

/** Inclusive bounds. Open ends are infinite, and corners may be in any order. */
export function referenceBounds({ start, end = start }: Reference): {
  top: number;
  left: number;
  bottom: number;
  right: number;
} {
  const [top, bottom] = ordered(start.row ?? 1, end.row ?? Infinity);
  const [left, right] = ordered(start.column ?? 1, end.column ?? Infinity);
  return { top, left, bottom, right };
}

function ordered(a: number, b: number): [number, number] {
  return a <= b ? [a, b] : [b, a];
}

function fromGroups(groups: Record<string, string | undefined>): Reference {
  const { sheet, start, end } = groups;
  return {
    ...(sheet === undefined ? {} : { sheet: sheetName(sheet)! }),
    start: corner(start!),
    ...(end === undefined ? {} : { end: corner(end) }),
  };
}

function sheetName(text: string | undefined): string | undefined {
  return text?.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;
}

function corner(text: string): Corner {
  const [, columnSign, letters, rowSign, digits] = /^(\$?)([A-Za-z]*)(\$?)([0-9]*)$/.exec(text)!;
  return {
    ...(letters ? { column: columnNumber(letters) } : {}),
    ...(digits ? { row: Number(digits) } : {}),
    columnFixed: letters !== '' && columnSign === '$',
    rowFixed: digits !== '' && (rowSign === '$' || (letters === '' && columnSign === '$')),
  };
}

function cornerText({ row, column, rowFixed, columnFixed }: Corner): string {
  const letters = column === undefined ? '' : (columnFixed ? '$' : '') + columnLetters(column);
  const digits = row === undefined ? '' : (rowFixed ? '$' : '') + row;
  return letters + digits;
}
