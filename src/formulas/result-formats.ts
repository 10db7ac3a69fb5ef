/** The result of a formula as it stands in a sheet: which cells it fills, and the number format of each. */
import { operations } from '../operations/registry.ts';
import { ALL_PRIVATE, type Kind } from '../protocol/fields.ts';
import { plainName } from '../protocol/plain-name.ts';
import { formatOf, TEXT_FORMAT } from '../tables/cells.ts';
import { AS_OF, type Column, fieldColumns } from '../tables/columns.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { CellInput, Formula } from './formula.ts';
import { formulas } from './functions/registry.ts';
import { isBlank } from './parsed-arguments.ts';
import type { ArgumentText, CallText } from './prefetch/call-text.ts';
import { type Cells, callForValues, refused } from './rewrite/rewritten.ts';

export interface ResultFormats {
  /** The first row is a header. */
  readonly hasHeader: boolean;
  /** Where the formula stands. Both count from 1. */
  readonly top: number;
  readonly left: number;
  /** Of all cells of the result; nothing for those that stay as they are. */
  readonly formats: readonly (readonly (string | undefined)[])[];
}

/** The kind of each column of a result, as far as it is known. */
interface Result {
  readonly hasHeader: boolean;
  readonly height: number;
  readonly kinds: readonly (Kind | undefined)[];
}

/**
 * Of the result that covers a cell; `cells` are all of the sheet from its first one on, rows and columns count from 1.
 * Throws MARKET_ARGUMENT where no formula's result does. Nothing tells where a result ends but its own cells: what
 * stands right below it, without a blank row between, is taken for a part of it.
 */
export function resultFormatsAt(cells: Cells, row: number, column: number): ResultFormats {
  for (let top = Math.min(row, cells.formulas.length); top >= 1; top--)
    for (let left = Math.min(column, cells.formulas[top - 1]!.length); left >= 1; left--) {
      const result = resultAt(cells, top, left);
      if (!result || row >= top + result.height || column >= left + result.kinds.length) continue;
      return { hasHeader: result.hasHeader, top, left, formats: formatsOf(cells, top, left, result) };
    }
  throw refused('Select a cell of what a formula of this add-on shows first.');
}

function resultAt(cells: Cells, top: number, left: number): Result | undefined {
  const text = cells.formulas[top - 1]![left - 1]!;
  if (!/MARKET_[A-Z]/i.test(text)) return undefined;
  const values = callForValues(text);
  if (values) return resultOfValues(cells, values.call, values.field);
  const called = formulas.filter(({ name }) => new RegExp(`\\b${name}\\s*\\(`, 'i').test(text));
  for (const formula of called) {
    const result = resultOfTable(cells, top, left, formula);
    if (result) return result;
  }
  return called.length > 0 ? { hasHeader: false, height: 1, kinds: [undefined] } : undefined;
}

/** A header as long as its cells are headers of the table, and rows until a blank one or another formula. */
function resultOfTable(cells: Cells, top: number, left: number, formula: Formula): Result | undefined {
  const columns = columnsOf(formula);
  const isFree = (row: number, column: number) =>
    (row === top && column === left) || (cells.formulas[row - 1]?.[column - 1] ?? '') === '';
  const columnAt = (column: number) => {
    const header = cells.values[top - 1]?.[column - 1];
    return isFree(top, column) ? columns.find((each) => each.header === header) : undefined;
  };
  const kinds: Kind[] = [];
  for (let next = columnAt(left); next; next = columnAt(left + kinds.length)) kinds.push(next.kind);
  if (kinds.length === 0) return undefined;
  const isRow = (row: number) =>
    kinds.every((_, index) => isFree(row, left + index)) &&
    kinds.some((_, index) => !isBlank(cells.values[row - 1]?.[left + index - 1]));
  let height = 1;
  while (isRow(top + height)) height++;
  return { hasHeader: true, height, kinds };
}

/** As large as the range of its identifiers. */
function resultOfValues(cells: Cells, { name, arguments: taken }: CallText, field?: ArgumentText): Result {
  const formula = formulas.find((each) => each.name === name)!;
  const [first] = taken;
  const area = first && 'area' in first ? first.area : undefined;
  const { top = 1, left = 1, bottom = cells.values.length, right = left } = area ?? { bottom: 1 };
  const kind = kindOf(formula, field ? textOf(cells, field) : fieldOf(cells, formula, taken));
  return {
    hasHeader: false,
    height: Math.max(1, bottom - top + 1),
    kinds: Array<Kind | undefined>(Math.max(1, right - left + 1)).fill(kind),
  };
}

function fieldOf(cells: Cells, formula: Formula, taken: readonly ArgumentText[]): string {
  const argument = taken[formula.arguments.findIndex(({ takes }) => takes === 'field')];
  return argument ? textOf(cells, argument) : '';
}

/** What an argument is that names a field; blank where it is not told by this sheet. */
function textOf({ values }: Cells, argument: ArgumentText): string {
  if ('value' in argument) return String(argument.value ?? '');
  if (!('area' in argument) || argument.area.sheet !== undefined) return '';
  return String(values[argument.area.top - 1]?.[argument.area.left - 1] ?? '');
}

function kindOf(formula: Formula, field: string): Kind | undefined {
  if (formula.gives === 'values') {
    const { values, kinds = {} } = formula;
    return kinds[field === '' ? Object.keys(values)[0]! : field.toLowerCase()];
  }
  const wanted = plainName(field);
  return columnsOf(formula).find(({ id, header }) => [id, header].some((name) => plainName(name) === wanted))?.kind;
}

/** That it can give. */
function columnsOf(formula: Formula): readonly Column[] {
  if (formula.gives === 'state' || formula.gives === 'values') return [];
  const operation: TabledOperation = operations[formula.operation];
  const table = operation.tables.find(({ name }) => name === formula.table)!;
  return [...fieldColumns(operation, table, ALL_PRIVATE), AS_OF];
}

/** Plain text is none for the formula itself: it would become text when it is typed again. */
function formatsOf(
  { values }: Cells,
  top: number,
  left: number,
  { hasHeader, height, kinds }: Result,
): ResultFormats['formats'] {
  return Array.from({ length: height }, (_, y) =>
    kinds.map((kind, x) => {
      if (hasHeader && y === 0) return undefined;
      const value = values[top + y - 1]?.[left + x - 1] ?? '';
      const format = formatFor(kind, value);
      return y === 0 && x === 0 && format === TEXT_FORMAT ? undefined : format;
    }),
  );
}

/** What a formula gives is parsed by nobody, so that a text among numbers needs no format of its own. */
function formatFor(kind: Kind | undefined, value: CellInput): string | undefined {
  if (kind !== undefined) return formatOf(kind, '');
  return value instanceof Date ? formatOf('instant', value) : undefined;
}
