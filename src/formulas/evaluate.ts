/** Runs a declared formula: arguments in, a value or a table out. */
import { operations } from '../operations/registry.ts';
import type { AnyRecord, Privacy, Value } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { toCell } from '../tables/cells.ts';
import type { Column } from '../tables/columns.ts';
import { fieldColumns } from '../tables/columns.ts';
import { rowsOf } from '../tables/rows.ts';
import type { Table, TabledOperation } from '../tables/table.ts';
import { recordsByIdentifier } from './answered.ts';
import type { Answers, Formula, Input, Output, TableFormula, ValueFormula } from './formula.ts';
import { asRange, columnNames, identifier, inputValue } from './inputs.ts';

/** No formula ever shows data of buyers: its result is copied, shared and published without a thought. */
export const WITHHELD: ReadonlySet<Privacy> = new Set(['buyer', 'destination']);

export function evaluate(formula: Formula, inputs: readonly Input[], answers: Answers): Output {
  if (inputs.length > formula.arguments.length)
    throw argument(
      `${formula.name} takes at most ${formula.arguments.length} arguments, not ${inputs.length}.`,
    );
  try {
    return formula.gives === 'table' ? tableOf(formula, inputs, answers) : valuesOf(formula, inputs, answers);
  } catch (error) {
    throw error instanceof MarketError ? inTheWordsOf(formula, error) : error;
  }
}

/** Params bear other names in formulas; a complaint uses the name that the person sees. */
function inTheWordsOf(formula: Formula, { code, message, details }: MarketError): MarketError {
  const words = formula.arguments.reduce(
    (text, { name, param }) => (param === undefined ? text : text.split(`"${param}"`).join(`"${name}"`)),
    message,
  );
  return new MarketError(code, words, details);
}

/** Arguments by the operation's params; nothing when all required ones are blank. */
function readInputs(
  formula: Formula,
  inputs: readonly Input[],
  zone: string,
): Readonly<Record<string, unknown>> | undefined {
  const required = formula.arguments.filter(({ optional }) => !optional);
  const values = formula.arguments.map((each, index) =>
    each.takes === 'columns' ? undefined : inputValue(each, inputs[index], zone),
  );
  const missing = required.filter((each) => values[formula.arguments.indexOf(each)] === undefined);
  if (missing.length === required.length) return undefined;
  if (missing[0]) throw argument(`${formula.name} needs "${missing[0].name}": ${missing[0].help}`);
  return Object.fromEntries(
    formula.arguments
      .map((each, index) => [each.param ?? '', values[index]] as const)
      .filter(([param, value]) => param !== '' && value !== undefined),
  );
}

function inputOf(formula: Formula, takes: 'columns' | 'count', inputs: readonly Input[]): Input {
  return inputs[formula.arguments.findIndex((each) => each.takes === takes)];
}

function tableOf(formula: TableFormula, inputs: readonly Input[], answers: Answers): Output {
  const zone = answers.timeZone();
  const params = readInputs(formula, inputs, zone);
  if (!params) return '';
  const operation: TabledOperation = operations[formula.operation];
  const table = operation.tables.find(({ name }) => name === formula.table)!;
  const version = operation.query?.version ? answers.orderVersion() : undefined;
  const columns = fieldColumns(operation, table, WITHHELD);
  const chosen = chooseColumns(columns, version, columnNames(inputOf(formula, 'columns', inputs)));
  const records = newestFirst(formula, answers.ask(formula.operation, params), inputs, zone);
  const rows = rowsOf(table as Table, columns, records);
  return [
    chosen.map(({ header }) => header),
    ...rows.map(({ values }) => chosen.map(({ id }) => toCell(values[id] ?? null, zone))),
  ];
}

/** Names are field names or headers, in any case and in any order. */
function chooseColumns(
  columns: readonly Column[],
  version: number | undefined,
  names: readonly string[],
): readonly Column[] {
  const isThere = ({ since }: Column) => since === undefined || version === undefined || since <= version;
  if (names.length === 0) return columns.filter(isThere);
  return names.map((name) => {
    const wanted = name.toLowerCase();
    const found = columns.find(
      ({ id, header }) => id.toLowerCase() === wanted || header.toLowerCase() === wanted,
    );
    if (found && isThere(found)) return found;
    if (found)
      throw argument(
        `The column "${found.header}" comes with order version ${found.since}; the connection asks for ${version}. Enter a higher version in the connection.`,
      );
    throw argument(
      `There is no column "${name}"; choose from ${columns.map(({ header }) => header).join(', ')}.`,
    );
  });
}

function newestFirst(
  formula: TableFormula,
  records: readonly AnyRecord[],
  inputs: readonly Input[],
  zone: string,
): readonly AnyRecord[] {
  const field = formula.newestFirst;
  if (field === undefined) return records;
  const counted = formula.arguments.find(({ takes }) => takes === 'count');
  const limit = counted ? inputValue(counted, inputOf(formula, 'count', inputs), zone) : undefined;
  const time = (record: AnyRecord): number => {
    const value = record[field] as Value | null;
    return typeof value === 'object' && value !== null && 'at' in value ? value.at : 0;
  };
  return [...records]
    .sort((a, b) => time(b) - time(a))
    .slice(0, Number(limit ?? formula.limit ?? records.length));
}

function valuesOf(formula: ValueFormula, inputs: readonly Input[], answers: Answers): Output {
  const params = readInputs(formula, inputs, answers.timeZone());
  const cells = asRange(inputs[0]).map((row) => row.map(identifier));
  if (!params) return Array.isArray(inputs[0]) ? cells.map((row) => row.map(() => '')) : '';
  const identifiers = [...new Set(cells.flat().filter((each) => each !== ''))];
  const recordsOf = recordsByIdentifier(
    answers,
    formula.operation,
    formula.arguments[0]!.param!,
    params,
    identifiers,
  );
  const valueFor = (identifier: string) => {
    const records = recordsOf(identifier);
    return records.length > 0 ? formula.valueOf(records) : undefined;
  };
  if (Array.isArray(inputs[0]))
    return cells.map((row) => row.map((each) => (each === '' ? '' : (valueFor(each) ?? ''))));
  const value = valueFor(identifiers[0]!);
  if (value !== undefined) return value;
  throw new MarketError(
    'MARKET_NOT_FOUND',
    `The marketplace does not know "${identifiers[0]}"; check the identifier, and the type if it is a UPC code.`,
  );
}

function argument(message: string): MarketError {
  return new MarketError('MARKET_ARGUMENT', message);
}
