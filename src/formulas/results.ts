/** What formulas make of their answers: a table, or values in the shape of the identifiers. */

import { operations } from '../operations/registry.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Operation } from '../protocol/operation.ts';
import type { Cell } from '../tables/cells.ts';
import type { Column } from '../tables/columns.ts';
import type { Answer } from './answers.ts';
import { answerRows } from './chosen-columns.ts';
import type { AskingFormula, Input, Output, RecordFormula, TableFormula } from './formula.ts';
import { asRange, identifier } from './inputs.ts';
import { latestFirst } from './latest.ts';

/** The value of one identifier, from an answer that has at least one record. */
export type Reader = (answer: Answer) => Cell;

/** A header and the rows of all records; the newest `count` of each answer, where the formula looks at those. */
export function tableRows(
  formula: TableFormula,
  columns: readonly Column[],
  answers: readonly Answer[],
  count: number | undefined,
  zone: string,
): Output {
  throwRefusal(answers);
  // A table that lacks rows of an item would look as if there were none.
  const unknown = answers.find((answer) => answer.unknown)?.unknown;
  if (unknown) throw unknown;
  const isFirst = answers.length > 1 ? onlyOnce() : () => true;
  const by = formula.newestFirst;
  const rows = answers.flatMap((answer) => {
    const records = answer.records.filter(isFirst);
    const shown = by === undefined ? records : latestFirst(records, by, count ?? records.length);
    return answerRows(formula, columns, answer, shown, zone);
  });
  return [headers(columns), ...rows];
}

/** One record may answer two identifiers, such as an item number and a part number. */
function onlyOnce(): (record: AnyRecord) => boolean {
  const seen = new Set<string>();
  return (record) => {
    const text = JSON.stringify(record);
    return !seen.has(text) && seen.add(text) !== undefined;
  };
}

/**
 * One value a cell of identifiers, blank where the cell is or where nothing is found, and the code of the error as text
 * where it could not be asked for; a single one has to be found.
 */
export function valuesOf(
  formula: AskingFormula,
  range: Input,
  answers: readonly Answer[],
  read: Reader,
): Output {
  const answerOf = found(formula, range, answers);
  const known = new Map<string, Cell>();
  const valueFor = (name: string): Cell => {
    const answer = answerOf(name);
    const value = known.get(name) ?? answer?.unknown?.code ?? (answer?.records.length ? read(answer) : '');
    known.set(name, value);
    return value;
  };
  const values = asRange(range).map((row) => row.map((cell) => valueFor(identifier(cell))));
  return Array.isArray(range) ? values : values[0]![0]!;
}

/**
 * A header and a row for each cell of identifiers, blank where the cell is or where nothing is found; it begins with the
 * code of the error where it could not be asked for.
 */
export function recordRows(
  formula: RecordFormula,
  columns: readonly Column[],
  range: Input,
  answers: readonly Answer[],
  zone: string,
): Output {
  const answerOf = found(formula, range, answers);
  const rowOf = (name: string): Cell[] => {
    const answer = answerOf(name);
    const [row] = answer ? answerRows(formula, columns, answer, answer.records, zone) : [];
    return row ?? columns.map((_, index) => (index === 0 && answer?.unknown?.code) || '');
  };
  return [headers(columns), ...asRange(range).flat().map(identifier).map(rowOf)];
}

/** Blanks in the shape of a range, or the one blank. */
export function blanksFor(input: Input): Output {
  return Array.isArray(input) ? asRange(input).map((row) => row.map(() => '')) : '';
}

function headers(columns: readonly Column[]): Cell[] {
  return columns.map(({ header }) => header);
}

/** The answers by identifier: they come in the order in which the identifiers first stand in the range. */
function found(
  formula: AskingFormula,
  range: Input,
  answers: readonly Answer[],
): (name: string) => Answer | undefined {
  const names = [...new Set(asRange(range).flat().map(identifier))].filter((each) => each !== '');
  if (Array.isArray(range)) throwRefusal(answers);
  else demandFound(formula, names[0]!, answers[0]!);
  const byName = new Map(names.map((name, index) => [name, answers[index]!] as const));
  return (name) => byName.get(name);
}

/** Where others were answered, those that were refused are merely not found. */
function throwRefusal(answers: readonly Answer[]): void {
  const refusal = answers.map(({ unknown, refused }) => unknown ?? refused).find((each) => each);
  if (refusal && answers.every(({ records }) => records.length === 0)) throw refusal;
}

function demandFound(formula: AskingFormula, name: string, { unknown, refused, records }: Answer): void {
  if (unknown ?? refused) throw unknown ?? refused;
  if (records.length > 0) return;
  const { title, finds = [] }: Operation = operations[formula.operation];
  const hints = finds.flatMap(({ when, hint }) =>
    hint && !when && !name.toUpperCase().startsWith(hint.unless) ? [` ${hint.says}`] : [],
  );
  const isTyped = formula.arguments.some(({ param }) => param === 'type');
  throw new MarketError(
    'MARKET_NOT_FOUND',
    finds.some(({ unsure }) => unsure)
      ? `${title} has nothing of "${name}": there is nothing yet, or the marketplace does not know it; check the identifier.${hints.join('')}`
      : `The marketplace does not know "${name}"; check the identifier${isTyped ? ', and the type if it is a UPC code' : ''}.`,
  );
}
