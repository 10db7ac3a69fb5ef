/** The vocabulary of a formula's declaration, which gives its evaluation, its checks and its help. */
import type { OperationId } from '../operations/registry.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import type { Cell } from '../tables/cells.ts';

export interface Argument {
  readonly name: string;
  /** One line for the autocomplete help: no line breaks, no HTML. */
  readonly help: string;
  readonly optional?: true;
  /** What a person may give: identifiers one or many, a date, any single value, or names of columns. */
  readonly takes: 'identifiers' | 'date' | 'single' | 'columns' | 'count';
  /** The operation's param that gets it, where that is all there is to it. */
  readonly param?: string;
}

interface Declared {
  /** `MARKET_` and a noun. */
  readonly name: string;
  readonly summary: string;
  readonly operation: OperationId;
  readonly arguments: readonly Argument[];
}

/** A formula whose result is a table of the operation with a header row. */
export interface TableFormula extends Declared {
  readonly gives: 'table';
  readonly table: string;
  /** Field by which rows come newest first, and the most rows unless told. */
  readonly newestFirst?: string;
  readonly limit?: number;
}

/** A formula that gives one value for each identifier, in the shape of its first argument. */
export interface ValueFormula extends Declared {
  readonly gives: 'values';
  /** The value of one identifier from all its records, of which there is at least one. */
  readonly valueOf: (records: readonly AnyRecord[]) => Cell;
}

export type Formula = TableFormula | ValueFormula;

/** What a cell can give and take. */
export type CellInput = Cell | null | undefined;
export type Input = CellInput | readonly (readonly CellInput[])[];
export type Output = Cell | Cell[][];

/** The port to the answers: from wherever they come, without buyer data. */
export interface Answers {
  ask(operation: OperationId, params: Readonly<Record<string, unknown>>): readonly AnyRecord[];
  /** The order version that is asked for. */
  orderVersion(): number;
  /** IANA name of the spreadsheet's time zone. */
  timeZone(): string;
}
