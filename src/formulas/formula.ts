/** The vocabulary of a formula's declaration, which gives its evaluation, its checks, its help and its line in this folder's README. */
import type { OperationId, operations } from '../operations/registry.ts';
import type { Field, RecordOf } from '../protocol/fields.ts';
import type { Clock } from '../protocol/http.ts';
import type { Cell } from '../tables/cells.ts';

export interface Argument<P extends string = string> {
  readonly name: string;
  /** One line for the autocomplete help: no line breaks, no HTML. */
  readonly help: string;
  readonly optional?: true;
  /**
   * What a person may give: identifiers one or many, a date or a relative period, any single value, names of columns,
   * the name of one value or of a connection, or anything whose change asks again.
   */
  readonly takes: 'identifiers' | 'date' | 'single' | 'columns' | 'count' | 'field' | 'refresh' | 'connection';
  /** The operation's param that gets it, where that is all there is to it. */
  readonly param?: P;
}

interface Declared<P extends string = string> {
  /** `MARKET_` and a noun. */
  readonly name: string;
  readonly summary: string;
  /** As somebody would type it whose identifiers begin in A2; it works wherever these are known. */
  readonly example: string;
  readonly arguments: readonly Argument<P>[];
}

/** What an operation declares: a formula that names anything else does not compile. */
type Declaration<O extends OperationId> = (typeof operations)[O];
type Shape<O extends OperationId> = Declaration<O>['answer']['record'];
type ParamOf<O extends OperationId> = (keyof Declaration<O>['params'] & string) | 'storefront';
type TableOf<O extends OperationId> = Declaration<O>['tables'][number]['name'];
type InstantOf<O extends OperationId> = {
  [N in keyof Shape<O>]: Shape<O>[N] extends Field<'instant'> ? N : never;
}[keyof Shape<O>] &
  string;

/** A formula that is answered by an operation. */
interface AskingOf<O extends OperationId> extends Declared<ParamOf<O>> {
  readonly operation: O;
  /** Minutes for which an answer is given again without asking; at most 360, for which Google keeps it. */
  readonly maxAge: number;
  /** Params that it asks with, whatever its arguments. */
  readonly always?: { readonly [P in ParamOf<O>]?: string };
}

/** Of the records of a query only so many are of interest, the latest by this field. */
interface LatestOf<O extends OperationId> {
  readonly latestBy?: InstantOf<O>;
  /** The most of them unless told. */
  readonly limit?: number;
}

interface TableOfOperation<O extends OperationId> extends AskingOf<O>, LatestOf<O> {
  readonly gives: 'table';
  readonly table: TableOf<O>;
}

interface ValuesOfOperation<O extends OperationId> extends AskingOf<O>, LatestOf<O> {
  readonly gives: 'values';
  /** What there is of one identifier, from all its records, of which there is at least one; the first unless told. */
  readonly values: Readonly<Record<string, (records: readonly RecordOf<Shape<O>>[]) => Cell>>;
}

interface RecordOfOperation<O extends OperationId> extends AskingOf<O> {
  readonly gives: 'record';
  readonly table: TableOf<O>;
}

/** A formula whose result is a table of the operation with a header row. */
export type TableFormula = { [O in OperationId]: TableOfOperation<O> }[OperationId];

/** A formula that gives one value for each identifier, in the shape of its first argument. */
export type ValueFormula = { [O in OperationId]: ValuesOfOperation<O> }[OperationId];

/** A formula that gives one field of each identifier in the shape of its first argument, or else a row for each. */
export type RecordFormula = { [O in OperationId]: RecordOfOperation<O> }[OperationId];

/** A formula about the add-on's own state, for which the marketplace is not asked. */
export interface StateFormula extends Declared {
  readonly gives: 'state';
  /** `inputs` as the arguments name them, blanks left out. */
  readonly stateOf: (inputs: Readonly<Record<string, string>>, state: AddOnState) => Output;
}

export interface CheckFormula extends Declared {
  readonly gives: 'check';
}

export interface AddOnState {
  readonly clock: Clock;
  /** When the last complete run of the table was, in epoch milliseconds; nothing when there was none. */
  freshness(table: string): number | undefined;
  quota(operation: OperationId): Quota;
}

export interface Quota {
  readonly left: number;
  /** When the next call may be made, in epoch milliseconds; null when that is not known. */
  readonly nextAt: number | null;
  readonly cap: number;
}

export type AskingFormula = TableFormula | ValueFormula | RecordFormula;
export type Formula = AskingFormula | StateFormula;
export type AnyFormula = Formula | CheckFormula;

export type CellInput = Cell | null | undefined;
export type Input = CellInput | readonly (readonly CellInput[])[];
export type Output = Cell | Cell[][];
