/** Evaluates formulas: converts arguments to queries, and their results to a value or table. */
import { operations } from '../operations/registry.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import { argumentError, MarketError } from '../protocol/market-error.ts';
import type { Operation } from '../protocol/operation.ts';
import { meantText } from '../tables/catalog/item-keys.ts';
import type { Cell } from '../tables/cells.ts';
import type { Column } from '../tables/columns.ts';
import { answerRows, chosenColumns, elsewhere } from './chosen-columns.ts';
import type {
  AddOnState,
  AskingFormula,
  Formula,
  Input,
  Output,
  RecordFormula,
  StateFormula,
  TableFormula,
  ValueFormula,
} from './formula.ts';
import {
  asRange,
  columnNames,
  type InZone,
  identifier,
  inputOf,
  inputValue,
  type ParsedArguments,
  parseArguments,
  refreshOf,
} from './parsed-arguments.ts';
import type { Owner, Ports } from './ports.ts';
import { type Answer, latestFirst, latestOf, type Query, queriesOf } from './query.ts';

/** `answer` returns one result per query, in order. */
export function evaluate(
  formula: Formula,
  inputs: readonly Input[],
  ports: AddOnState & Pick<Ports, 'owner' | 'zone'>,
  answer: (queries: readonly Query[]) => readonly Answer[],
): Output {
  if (inputs.length > formula.arguments.length)
    throw argumentError(`${formula.name} takes at most ${formula.arguments.length} arguments, not ${inputs.length}.`);
  if (formula.gives === 'state') return stateOf(formula, inputs, ports);
  const context = contextOf(ports, ports.clock.now());
  try {
    const { queries, result } = prepare(formula, inputs, context);
    return result(queries.length === 0 ? [] : answer(queries));
  } catch (error) {
    throw error instanceof MarketError ? withArgumentNames(formula, error) : error;
  }
}

export interface Context extends InZone {
  readonly owner: Owner;
  readonly now: number;
}

/** Reads both on demand: blank rows need neither. */
export function contextOf(ports: Pick<Ports, 'owner' | 'zone'>, now: number): Context {
  return {
    get owner() {
      return ports.owner;
    },
    get zone() {
      return ports.zone;
    },
    now,
  };
}

function stateOf(formula: StateFormula, inputs: readonly Input[], state: AddOnState) {
  const values = formula.arguments.flatMap((each, index) => {
    const isAsked = each.takes !== 'refresh' && each.takes !== 'connection';
    const value = isAsked ? inputValue(each, inputs[index], { zone: 'UTC' }) : undefined;
    return value === undefined ? [] : [[each.name, value as string]];
  });
  const named: Readonly<Record<string, string>> = Object.fromEntries(values);
  return named[formula.arguments[0]!.name] === undefined ? '' : formula.stateOf(named, state);
}

/** Error messages use param names; users see argument names. */
function withArgumentNames(formula: Formula, { code, message, details }: MarketError) {
  const named = formula.arguments.reduce(
    (text, { name, param }) => (param === undefined ? text : text.split(`"${param}"`).join(`"${name}"`)),
    message,
  );
  return new MarketError(code, named, details);
}

interface Prepared {
  readonly queries: readonly Query[];
  /** Converts results, in query order, to the cell's value. */
  readonly result: (answers: readonly Answer[]) => Output;
}

/** Validates the arguments without calling the marketplace. */
export function prepare(formula: AskingFormula, inputs: readonly Input[], context: Context): Prepared {
  const parsed = parseArguments(formula, inputs, context);
  if (!parsed) {
    const isRange = formula.gives !== 'table' && Array.isArray(inputs[0]);
    return { queries: [], result: () => (isRange ? asRange(inputs[0]).map((row) => row.map(() => '')) : '') };
  }
  const result = resultOf(formula, inputs, parsed, context);
  const refresh = refreshOf(inputOf(formula, 'refresh', inputs), context.now);
  const options = { refresh, latest: latestOf(formula, parsed.count) };
  return { queries: queriesOf(formula, parsed.params, context.owner, options), result };
}

function resultOf(
  formula: AskingFormula,
  inputs: readonly Input[],
  { count, field }: ParsedArguments,
  context: Context,
): Prepared['result'] {
  const [range] = inputs;
  switch (formula.gives) {
    case 'values': {
      const read = readerOf(formula, field);
      return (answers) => valuesOf(formula, range, answers, read);
    }
    case 'record': {
      const columns = chosenColumns(formula, context.owner, field === undefined ? [] : [field]);
      const read: Reader = (answer) => answerRows(formula, columns, answer, answer.records, context.zone)[0]?.[0] ?? '';
      return field === undefined
        ? (answers) => recordRows(formula, columns, range, answers, context.zone)
        : (answers) => valuesOf(formula, range, answers, read);
    }
    case 'table': {
      const columns = chosenColumns(formula, context.owner, columnNames(inputOf(formula, 'columns', inputs)));
      return (answers) => tableRows(formula, columns, answers, count ?? formula.limit, context.zone);
    }
  }
}

/** Requires at least one record. */
type Reader = (answer: Answer) => Cell;

function readerOf(formula: ValueFormula, field: string | undefined): Reader {
  const { name, values, latestBy: by } = formula;
  const names = Object.keys(values);
  const found = field === undefined ? names[0]! : names.find((each) => each === field.toLowerCase());
  if (found === undefined)
    throw argumentError(
      `${name} has no "${field}". ${elsewhere(formula, field ?? '') ?? ''}Choose from ${names.join(', ')}.`,
    );
  // The compiler checks each declaration against its operation's records.
  const read = values[found] as (records: readonly AnyRecord[]) => Cell;
  return ({ records }) => read(by === undefined ? records : latestFirst(records, by, records.length));
}

/** Returns a header row, and per query rows for all records or the latest `count`, or an error code in column one. */
function tableRows(
  formula: TableFormula,
  columns: readonly Column[],
  answers: readonly Answer[],
  count: number | undefined,
  zone: string,
): Output {
  throwRefusal(answers);
  // A record can match two identifiers, such as its item number and part number.
  const earlier = new Set<string>();
  const by = formula.latestBy;
  const rows = answers.flatMap((answer) => {
    const code = codeOf(answer);
    if (code) return [codeRow(columns, code)];
    const texts = answers.length > 1 ? answer.records.map((record) => JSON.stringify(record)) : [];
    const records = answer.records.filter((_, index) => !earlier.has(texts[index]!));
    for (const text of texts) earlier.add(text);
    const shown = by === undefined ? records : latestFirst(records, by, count ?? records.length);
    return answerRows(formula, columns, answer, shown, zone);
  });
  return [headers(columns), ...rows];
}

/**
 * Returns one value per cell: blank if the cell is blank or the item wasn't found, or an error code. For a single cell,
 * throws the error instead.
 */
function valuesOf(formula: AskingFormula, range: Input, answers: readonly Answer[], read: Reader) {
  const answerOf = answersByName(formula, range, answers);
  const known = new Map<string, Cell>();
  const valueFor = (name: string) => {
    const answer = answerOf(name);
    const value = known.get(name) ?? codeOf(answer) ?? (answer?.records.length ? read(answer) : '');
    known.set(name, value);
    return value;
  };
  const values = asRange(range).map((row) => row.map((cell) => valueFor(identifier(cell))));
  return Array.isArray(range) ? values : values[0]![0]!;
}

/** Returns a header and one row per cell up to the last value: blank if not found, or an error code in column one. */
function recordRows(
  formula: RecordFormula,
  columns: readonly Column[],
  range: Input,
  answers: readonly Answer[],
  zone: string,
): Output {
  const answerOf = answersByName(formula, range, answers);
  const rowOf = (name: string) => {
    const answer = answerOf(name);
    const [row] = answer ? answerRows(formula, columns, answer, answer.records, zone) : [];
    return row ?? codeRow(columns, codeOf(answer));
  };
  const names = asRange(range).flat().map(identifier);
  // Blank cells at the end of a whole column would make the sheet grow.
  while (names[names.length - 1] === '') names.pop();
  return [headers(columns), ...names.map(rowOf)];
}

function codeRow(columns: readonly Column[], code = ''): Cell[] {
  return columns.map((_, index) => (index === 0 ? code : ''));
}

function codeOf({ unknown, refused }: Partial<Answer> = {}) {
  return (unknown ?? (refused?.code === 'MARKET_NOT_FOUND' ? undefined : refused))?.code;
}

function headers(columns: readonly Column[]): Cell[] {
  return columns.map(({ header }) => header);
}

/** `answers` are in the order of the range's distinct identifiers. */
function answersByName(
  formula: AskingFormula,
  range: Input,
  answers: readonly Answer[],
): (name: string) => Answer | undefined {
  const names = [...new Set(asRange(range).flat().map(identifier))].filter((each) => each !== '');
  if (Array.isArray(range)) throwRefusal(answers.filter(({ refused }) => refused?.code !== 'MARKET_NOT_FOUND'));
  else demandFound(formula, names[0]!, answers[0]!);
  const byName = new Map(names.map((name, index) => [name, answers[index]!] as const));
  return (name) => byName.get(name);
}

/** Throws the first error if every query failed. */
function throwRefusal(answers: readonly Answer[]) {
  const refusal = answers.map(({ unknown, refused }) => unknown ?? refused).find((each) => each);
  if (refusal && answers.every(({ unknown, refused }) => unknown ?? refused)) throw refusal;
}

function demandFound(formula: AskingFormula, name: string, answer: Answer) {
  const { unknown, refused, records, meant = [] } = answer;
  if (unknown ?? refused) throw unknown ?? refused;
  if (records.length > 0) return;
  const { title, finds = [] }: Operation = operations[formula.operation];
  const hasType = formula.arguments.some(({ param }) => param === 'type');
  const missing = finds.some(({ unsure }) => unsure)
    ? `${title} has no data for "${name}". Check the identifier.`
    : `"${name}" was not found on the marketplace. Check the identifier${hasType ? ', and the type if it is a UPC code' : ''}.`;
  throw new MarketError('MARKET_NOT_FOUND', [missing, ...meantText([{ identifier: name, meant }])].join(' '));
}
