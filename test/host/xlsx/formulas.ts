// Converts formulas to the notation of .xlsx files.
import { columnName } from '../a1.ts';
import { type Corner, mapReferences, type Reference } from '../workbook/references.ts';
import { nameInFile } from './function-names.ts';

export interface FileFormula {
  /** Without the equals sign. */
  readonly text: string;
  /** Whether the formula is evaluated over whole ranges. */
  readonly array: boolean;
}

const lastRow = 1_048_576;
const lastColumn = 16_384;
const pieces = /"(?:[^"]|"")*"|'(?:[^']|'')*'|([\p{L}_][\p{L}\p{N}_.]*)(?=\s*\()/gu;

/** Undefined if other programs can't evaluate the formula. The file then has only its value. */
export function formulaInFile(
  formula: string,
  custom: ReadonlySet<string>,
  sheetName: (name: string) => string,
): FileFormula | undefined {
  const whole = formula.slice(1).trim();
  const inner = unwrapped(whole);
  let known = !composedArray(inner ?? whole);
  const text = (inner ?? whole).replace(pieces, (piece: string, name?: string) => {
    if (name === undefined) return piece;
    const kept = custom.has(name.toUpperCase()) ? undefined : nameInFile(name);
    known &&= kept !== undefined;
    return kept ?? name;
  });
  if (!known || text === '') return undefined;
  const closed = mapReferences(`=${text}`, (reference) => inFile(reference, sheetName));
  return { text: closed.slice(1), array: inner !== undefined };
}

/** Rewrites links to ranges of the workbook. Google identifies sheets by ID; files identify them by name. */
export function linksInFile(formula: string, nameOf: (sheetId: number) => string | undefined): string {
  return formula.replace(/"#gid=(\d+)(?:&range=([^"]*))?"/g, (whole, id: string, range = 'A1') => {
    const name = nameOf(Number(id));
    return name === undefined ? whole : `"#'${name.replace(/'/g, "''")}'!${range}"`;
  });
}

/** The argument, if `ARRAYFORMULA(…)` is the whole formula. Files mark the cell instead. */
function unwrapped(formula: string): string | undefined {
  const start = /^ARRAYFORMULA\s*\(/i.exec(formula)?.[0];
  if (start === undefined || !formula.endsWith(')')) return undefined;
  const inner = formula.slice(start.length, -1);
  let depth = 0;
  for (const [mark] of inner.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[()]/g)) {
    if (mark === '(') depth++;
    if (mark === ')' && --depth < 0) return undefined;
  }
  return inner;
}

/** Whether braces contain ranges or formula results. Files allow only constants in braces. */
function composedArray(formula: string): boolean {
  const bare = formula.replace(/"(?:[^"]|"")*"/g, '0').replace(/'(?:[^']|'')*'!/g, 'sheet!');
  return [...bare.matchAll(/\{([^{}]*)\}?/g)].some(
    ([, inside]) => !/^[\s\d.,;+-]*$/.test(inside!.replace(/\b(?:TRUE|FALSE)\b|\dE[+-]?\d/gi, '0')),
  );
}

function inFile(reference: Reference, sheetName: (name: string) => string): Reference | string {
  const { sheet, start, end } = reference;
  const corners = end
    ? `${corner(closed(start, end, 1, 1))}:${corner(closed(end, start, lastRow, lastColumn))}`
    : corner(start);
  return sheet === undefined ? corners : `'${sheetName(sheet).replace(/'/g, "''")}'!${corners}`;
}

/** Replaces the open ends of `A2:A` and `B2:2` with the last row or column, as required in files. */
function closed(open: Corner, other: Corner, row: number, column: number): Corner {
  return {
    ...open,
    ...(open.row === undefined && other.row !== undefined ? { row } : {}),
    ...(open.column === undefined && other.column !== undefined ? { column } : {}),
  };
}

function corner({ row, column, rowFixed, columnFixed }: Corner): string {
  const letters = column === undefined ? '' : `${columnFixed ? '$' : ''}${columnName(column)}`;
  return letters + (row === undefined ? '' : `${rowFixed ? '$' : ''}${row}`);
}
