/** Rewrites a column or a row of formulas into one formula over a range, where that gives the same values. */
import { MarketError } from '../../protocol/market-error.ts';
import { cellName } from '../../tables/letters.ts';
import { type Context, withArgumentNames } from '../evaluate.ts';
import type { CellInput } from '../formula.ts';
import { findFormula } from '../functions/registry.ts';
import { connectionNamed, isBlank, isError } from '../parsed-arguments.ts';
import { CELLS_AT_ONCE, type SheetView, type Workbook } from '../ports.ts';
import type { AreaText, ArgumentText, CallText } from '../prefetch/call-text.ts';
import { isUnknown, readCells } from '../prefetch/cell-values.ts';
import { queriesOfCall } from '../prefetch/read-ahead.ts';
import { batchesOf } from '../queue/batches.ts';
import { type Along, moved, referringIn, textOf, widened } from './cell-reference.ts';
import { areaOf, callForValues, overlap, positionOf, type Rewritten, refused, type Selected } from './rewritten.ts';

/** Throws MARKET_ARGUMENT, which names the cell that is in the way. */
export function planIntoOne(
  selected: Selected,
  workbook: Workbook,
  contextOf: (connection: string | undefined) => Context,
): Rewritten {
  const rewritten = seriesIn(selected);
  const { call, field } = callForValues(rewritten.one)!;
  demandNoOverlap(selected.sheet, rewritten, call);
  demandAnswerable(selected.sheet, call, field, workbook, contextOf);
  return rewritten;
}

/** The formulas between the first and the last one that is selected, each of which goes on where the one before was. */
export function seriesIn({ top, left, formulas, values }: Selected): Rewritten {
  if (formulas.length > 1 && formulas[0]!.length > 1) throw refused('Select formulas of one column, or of one row.');
  const along: Along = formulas.length > 1 ? 'down' : 'across';
  const [texts, cells] = [formulas.flat(), values.flat()];
  const start = texts.findIndex((text) => text !== '');
  const own = texts.slice(start, texts.length - [...texts].reverse().findIndex((text) => text !== ''));
  if (start < 0 || own.length < 2) throw refused('Select at least two formulas of this add-on.');
  const first = { ...positionOf({ row: top, column: left, along }, start), along };
  const nameOf = (index: number) => {
    const { row, column } = positionOf(first, index);
    return cellName(row, column);
  };
  const [single] = own as [string];
  const referring = referringIn(single);
  if (!callForValues(single))
    throw refused(
      `${nameOf(0)} holds ${single}. Only formulas that are nothing but a call of this add-on, give one value and compute none of their arguments can be turned into one.`,
    );
  if (!referring || referring.last)
    throw refused(
      `${nameOf(0)} holds ${single}. Its identifier has to be in a cell, as in ${single.slice(0, single.indexOf('('))}(A2).`,
    );
  own.forEach((text, index) => {
    const expected = textOf(moved(referring, along, index));
    if (text === expected) return;
    const found = text === '' ? contentOf(cells[start + index]) : `holds ${text}`;
    throw refused(`${nameOf(index)} is in the way: it ${found}, where ${expected} would go on.`);
  });
  return { ...first, count: own.length, single, one: textOf(widened(referring, along, own.length)) };
}

function contentOf(value: CellInput): string {
  return isBlank(value) ? 'is blank' : `holds "${String(value)}"`;
}

/** One formula must not refer to the cells that it fills. */
function demandNoOverlap(sheet: string, rewritten: Rewritten, call: CallText): void {
  const own = areaOf(rewritten);
  const { POSITIVE_INFINITY: endless } = Number;
  const meets = ({ sheet: other = sheet, top, left, bottom = endless, right = endless }: AreaText) =>
    other.toLowerCase() === sheet.toLowerCase() && overlap(own, { top, left, bottom, right });
  if (call.arguments.some((argument) => 'area' in argument && meets(argument.area)))
    throw refused(
      `${cellName(rewritten.row, rewritten.column)} and the formulas after it refer to each other; one formula cannot refer to its own values.`,
    );
}

/** Which of the formulas show an error: one formula over a range has a blank where nothing is found. Blank where none does. */
export function errorsText(rewritten: Rewritten, { top, left, values }: Selected): string {
  const failing = Array.from({ length: rewritten.count }, (_, index) => positionOf(rewritten, index))
    .filter(({ row, column }) => isError(values[row - top]?.[column - left]))
    .map(({ row, column }) => cellName(row, column));
  if (failing.length === 0) return '';
  const rest = failing.length - MOST_NAMED;
  const named = rest > 0 ? `${failing.slice(0, MOST_NAMED).join(', ')} and ${rest} more` : failing.join(', ');
  const what =
    failing.length === 1
      ? 'One of them showed an error'
      : `${failing.length.toLocaleString('en-US')} of them showed an error`;
  return `${what} (${named}); where nothing is found there is a blank now.`;
}

const MOST_NAMED = 5;

/** What to know of one formula that no longer goes along with each of its rows. */
export function caution(sheet: string, rewritten: Rewritten): string {
  const { row, column, along } = rewritten;
  const line = along === 'down' ? 'row' : 'column';
  const own = `Keep ${cellName(row, column)}: without it all of the values go.`;
  const [identifiers] = callForValues(rewritten.one)!.call.arguments;
  if (!identifiers || !('area' in identifiers)) return own;
  const { sheet: other = sheet, top, left } = identifiers.area;
  const isBeside = other.toLowerCase() === sheet.toLowerCase() && (along === 'down' ? top === row : left === column);
  if (isBeside) return own;
  const where = other === sheet ? `not in the same ${line}s` : `on the sheet "${other}"`;
  return `${own} Its identifiers are ${where}: a ${line} that you insert or delete here does not move its values along.`;
}

/** So many calls surely fit into the time of one formula. */
const MOST_CALLS = 100;

/** Where one identifier makes a formula fail, all of its cells fail. */
function demandAnswerable(
  sheet: string,
  call: CallText,
  field: ArgumentText | undefined,
  workbook: Workbook,
  contextOf: (connection: string | undefined) => Context,
): void {
  const own = sheetIn(workbook, sheet)!;
  const read = readCells(
    workbook,
    call.arguments.map((argument) => ({ sheet: own, argument })),
    CELLS_AT_ONCE,
  );
  const inputOf = (argument: ArgumentText) => read(own, argument);
  const inputs = call.arguments.map((argument) => inputOf(argument)?.input);
  // Without a connection the single formulas fail as well: what is missing is said as it is.
  const context = contextOf(orRefused(call, () => connectionNamed(findFormula(call.name), inputs)));
  const queries = orRefused(call, () => queriesOfCall(call, inputOf, context));
  if (!queries) throw refused(unknownIn(sheet, call, workbook));
  if (field && isBlank(inputOf(field)?.input as CellInput))
    throw refused('The cell that names the field is blank, so that each formula gives a whole row.');
  const calls = batchesOf(queries, context.owner).reduce((sum, { units }) => sum + units.length, 0);
  if (calls > MOST_CALLS)
    throw refused(
      `One formula would need ${calls} calls, and has time for ${MOST_CALLS} at most. Select fewer formulas, or leave them as they are.`,
    );
}

function orRefused<T>({ name }: CallText, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    throw refused(`As one formula they would all fail: ${withArgumentNames(findFormula(name), error).message}`);
  }
}

function sheetIn(workbook: Workbook, name: string): SheetView | undefined {
  return workbook.sheets().find((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
}

function unknownIn(own: string, call: CallText, workbook: Workbook): string {
  for (const argument of call.arguments) {
    if (!('area' in argument)) continue;
    const { sheet = own, top, left, bottom = top, right = left } = argument.area;
    const values = sheetIn(workbook, sheet)?.values({ top, left, bottom, right }) ?? [];
    for (const [row, line] of values.entries())
      for (const [column, value] of line.entries())
        if (isUnknown(value))
          return `${cellName(top + row, left + column)} shows ${String(value)}: one formula over it would show nothing else.`;
  }
  return 'An argument of these formulas cannot be read.';
}
