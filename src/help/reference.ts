/** The content of Help, derived from the declarations. */
import type { AnyFormula } from '../formulas/formula.ts';
import { everyFormula } from '../formulas/functions/registry.ts';
import { columnsOf, recorded } from '../operations/tables.ts';
import type { ErrorCode } from '../protocol/market-error.ts';
import { type Column, GONE_SINCE, inSheetOrder } from '../tables/columns.ts';
import { cutAtArguments } from '../tables/formula-text.ts';
import { headerOf, UNITS } from '../tables/header.ts';
import { AGES, type Age, type Table } from '../tables/table.ts';
import { type ExamplePlace, exampleAt, formulaOf, questionExamples, sourceOf } from './examples.ts';

export interface Reference {
  /** Formulas by question. */
  readonly examples: Readonly<Record<string, FormulaText>>;
  readonly formulas: readonly FormulaHelp[];
  readonly errors: readonly ErrorHelp[];
  readonly tables: readonly TableHelp[];
}

/** Parts to join with the argument separator. They refer to columns by their positions in a new table. */
type FormulaText = readonly string[];

export interface FormulaHelp {
  readonly name: string;
  readonly summary: string;
  readonly example: FormulaText;
  readonly arguments: readonly (readonly [name: string, help: string])[];
  /** How long results are cached. Blank for the add-on's own state. */
  readonly age: string;
}

export interface ErrorHelp extends ErrorMeaning {
  readonly code: string;
}

export interface TableHelp {
  readonly name: string;
  readonly about: string;
  /** Title of the operation that fills the table. Blank if there is none. */
  readonly from: string;
  readonly key: string;
  readonly valueAge: string;
  /** How long rows stay. Blank if they stay forever. */
  readonly stay: string;
  readonly columns: readonly ColumnHelp[];
}

interface ColumnHelp {
  readonly header: string;
  readonly meaning: string;
  readonly unit: string;
  readonly hidden?: true;
}

export function reference(): Reference {
  return {
    examples: Object.fromEntries(
      questionExamples.map(({ name, formula }) => [name, cutAtArguments(formulaOf(formula, placeAsMade))]),
    ),
    formulas: everyFormula.map(formulaHelp),
    errors: Object.entries(errorCodes).map(([code, meaning]) => ({ code, ...meaning })),
    tables: tables(),
  };
}

function formulaHelp(formula: AnyFormula): FormulaHelp {
  const source = sourceOf(formula);
  const place = source && placeAsMade(source.table, source.column);
  return {
    name: formula.name,
    summary: formula.summary,
    example: cutAtArguments(exampleAt(formula, place)),
    arguments: formula.arguments.map(({ name, optional, help }) => [optional ? `[${name}]` : name, help]),
    age: ageOf(formula),
  };
}

function placeAsMade(table: string, column: string): ExamplePlace {
  const position = inSheetOrder(columnsOf(table)!).findIndex(({ id }) => id === column) + 1;
  return { sheet: table, position };
}

export function callOf({ name, arguments: taken }: AnyFormula): string {
  return `${name}(${taken.map(({ name, optional }) => (optional ? `[${name}]` : name)).join(', ')})`;
}

/** Formats a formula's maximum age: `30 min`, `1 h`. Blank for the add-on's own state. */
export function ageOf(formula: AnyFormula): string {
  if (!('maxAge' in formula)) return '';
  return formula.maxAge < 60 ? `${formula.maxAge} min` : `${formula.maxAge / 60} h`;
}

function tables(): readonly TableHelp[] {
  return recorded.flatMap((declared) =>
    declared.tables.flatMap((table: Table) => {
      const { history } = table;
      const from = 'title' in declared ? String(declared.title) : '';
      const own = tableHelp(table, table, from, valueAge(table), stayOf(table));
      if (!history) return [own];
      return [own, tableHelp(history, table, from, HISTORY_AGE, [stayText({ days: AGES.stockHistory })])];
    }),
  );
}

function tableHelp(
  { name, about = '' }: Pick<Table, 'name' | 'about'>,
  { key }: Table,
  from: string,
  valueAge: string,
  stay: readonly string[],
): TableHelp {
  const columns = columnsOf(name)!.map(columnHelp);
  return { name, about, from, key: key.map(headerOf).join(', '), valueAge, stay: stay.join(' '), columns };
}

function columnHelp({ header, meaning, kind, since, isPrivate, typed, hidden }: Column): ColumnHelp {
  const more = [
    ...(since === undefined ? [] : [`Order version ${since} or higher.`]),
    ...(isPrivate ? ['Buyer data. Filled in only while buyer data is turned on.'] : []),
  ];
  return {
    header,
    meaning: [meaning, ...more].join(' '),
    unit: typed ? UNITS.id : UNITS[kind],
    ...(hidden ? { hidden } : {}),
  };
}

function valueAge({ typed, appendOnly }: Table): string {
  if (typed) return 'Edited by you and the add-on.';
  return appendOnly ? 'Values from when the row was written.' : '"As of" shows when each row was last read.';
}

const HISTORY_AGE = '"First seen" and "Last seen" show how long the value stayed the same.';

function stayOf({ gone, age, name }: Table): readonly string[] {
  const taking = recorded
    .flatMap(({ tables }) => tables as readonly Table[])
    .find((other) => other.age?.with?.includes(name));
  const limit = age ?? taking?.age;
  return [
    ...(gone ? [`"${GONE_SINCE.header}" shows when a row was first found missing.`] : []),
    ...(limit ? [stayText(limit)] : []),
  ];
}

const LEAVES = {
  'when held': ' if they have been exported to BigQuery',
  'when held or full':
    ' if they are closed, and they have been exported to BigQuery or, if nobody exports, the spreadsheet is over half full',
} as const;

function stayText({ days, when, keeps, leaves }: Omit<Age, 'at'>): string {
  const which = leaves ? LEAVES[leaves] : when ? ' once they have ended' : '';
  const but = keeps ? `, except the newest ${keeps.newest} for each item` : '';
  return `Rows are removed after ${days} days${which}${but}.`;
}

interface ErrorMeaning {
  readonly means: string;
  readonly todo: string;
}

export const errorCodes: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  MARKET_NO_CONNECTION: {
    means: "the spreadsheet's owner has not connected a shop",
    todo: 'ask the owner to connect one in the sidebar, then reload the spreadsheet',
  },
  MARKET_KEY: {
    means: 'the API key or the secret key was not accepted; the message says which',
    todo: 'copy it from the seller portal again, then paste it into the connection',
  },
  MARKET_SELLER: {
    means: 'the seller ID does not match the keys',
    todo: "check the connection's seller ID, then test it in the sidebar",
  },
  MARKET_STOREFRONT: {
    means: 'the storefront does not offer this operation',
    todo: 'in the formula or the connection, choose a storefront that the message lists',
  },
  MARKET_ARGUMENT: {
    means: 'an argument is invalid; the message names it',
    todo: 'enter what the message asks for; no call was made',
  },
  MARKET_NOT_FOUND: {
    means:
      "the marketplace has no data for the identifier, or the item isn't in the Catalog (in a range, the cell is blank)",
    todo: 'check the identifier, or do what the message says; to try again, reload after 15 minutes',
  },
  MARKET_CAP: {
    means: "the marketplace's call limit is reached, and no earlier result exists",
    todo: "wait until the time in the message (in the spreadsheet's time zone), then reload",
  },
  MARKET_QUOTA: {
    means: "this account has reached one of Google's limits, per minute or per day",
    todo: "wait until the time in the message; if the day's calls are used up, run fewer jobs",
  },
  MARKET_BLOCKED: {
    means: "the marketplace's firewall blocked the call, or the add-on does not have permission to make it",
    todo: "ask the marketplace's support to allow calls from Google Apps Script, or grant the permission; the message says which",
  },
  MARKET_UNREACHABLE: {
    means: 'the address does not respond, or the service is down',
    todo: "check the connection's API address, or try again in a few minutes",
  },
  MARKET_SERVICE: {
    means: "the service rejected the call; the message includes the service's own code and text",
    todo: "fix the problem described in the message, or contact the marketplace's support",
  },
  MARKET_BAD_ANSWER: {
    means: 'the response was empty, incomplete, or not in the expected format',
    todo: 'try again later; the response was not used',
  },
  MARKET_TIMEOUT: {
    means: 'the response took too long for a formula, or Google did not respond',
    todo: 'try again in a minute, ask for less data per formula, or choose Refresh now in the menu',
  },
  MARKET_UNEXPECTED: {
    means: 'an internal error occurred in the add-on; the message describes it',
    todo: 'try again; if it persists, send the support report from the sidebar',
  },
  MARKET_TABLE: {
    means:
      'a sheet cannot be written to: its name is taken, its header or a hidden column is missing, or it is protected',
    todo: 'do what the message says; no rows are lost',
  },
};
