/** The vocabulary of a formula's declaration, which gives its evaluation, its checks, its help and its line in this folder's README. */
import type { OperationId } from '../operations/registry.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import type { Cell } from '../tables/cells.ts';
import type { Answers } from './answers.ts';

export interface Argument {
  readonly name: string;
  /** One line for the autocomplete help: no line breaks, no HTML. */
  readonly help: string;
  readonly optional?: true;
  /**
   * What a person may give: identifiers one or many, a date or a relative period, any single value, names of columns,
   * the name of one value, or anything whose change asks again.
   */
  readonly takes: 'identifiers' | 'date' | 'single' | 'columns' | 'count' | 'field' | 'refresh';
  /** The operation's param that gets it, where that is all there is to it. */
  readonly param?: string;
}

interface Declared {
  /** `MARKET_` and a noun. */
  readonly name: string;
  readonly summary: string;
  /** As somebody would type it whose identifiers begin in A2. */
  readonly example: string;
  readonly arguments: readonly Argument[];
}

/** A formula that is answered by an operation. */
interface Asking extends Declared {
  readonly operation: OperationId;
  /** Minutes for which an answer is given again without asking; at most 360, for which Google keeps it. */
  readonly maxAge: number;
}

/** A formula whose result is a table of the operation with a header row. */
export interface TableFormula extends Asking {
  readonly gives: 'table';
  readonly table: string;
  /** Field by which rows come newest first, and the most rows unless told. */
  readonly newestFirst?: string;
  readonly limit?: number;
}

/** A formula that gives one value for each identifier, in the shape of its first argument. */
export interface ValueFormula extends Asking {
  readonly gives: 'values';
  /** Of the records of an identifier only so many are of interest, the newest by this field. */
  readonly newestFirst?: string;
  readonly limit?: number;
  /** What there is of one identifier, from all its records, of which there is at least one; the first unless told. */
  readonly values: Readonly<Record<string, (records: readonly AnyRecord[]) => Cell>>;
}

/** A formula that gives one field of each identifier in the shape of its first argument, or else a row for each. */
export interface RecordFormula extends Asking {
  readonly gives: 'record';
  readonly table: string;
}

/** A formula about the add-on's own state, for which the marketplace is not asked. */
export interface StateFormula extends Declared {
  readonly gives: 'state';
  /** `inputs` as the arguments name them, blanks left out. */
  readonly stateOf: (inputs: Readonly<Record<string, string>>, answers: Answers) => Output;
}

export type AskingFormula = TableFormula | ValueFormula | RecordFormula;
export type Formula = AskingFormula | StateFormula;

/** What a cell can give and take. */
export type CellInput = Cell | null | undefined;
export type Input = CellInput | readonly (readonly CellInput[])[];
export type Output = Cell | Cell[][];
