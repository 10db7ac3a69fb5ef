/** The declaration of a formula: its evaluation, checks, help and line in the README derive from it. */
import type { OperationId, operations } from '../operations/registry.ts';
import type { Field, RecordOf } from '../protocol/fields.ts';
import type { Clock } from '../protocol/http.ts';
import type { Cell } from '../tables/cells.ts';

export interface Argument<P extends string = string> {
  readonly name: string;
  /** One line for the autocomplete help: no line breaks, no HTML. */
  readonly help: string;
  readonly optional?: true;
  /** `field` is the name of one value; `refresh` is any value: changing it asks the marketplace again. */
  readonly takes: 'identifiers' | 'date' | 'single' | 'columns' | 'count' | 'field' | 'refresh' | 'connection';
  /** The operation's param, if the value goes there unchanged. */
  readonly param?: P;
}

interface Declared<P extends string = string> {
  /** The name: `MARKET_` and a noun. */
  readonly name: string;
  readonly summary: string;
  /** An example that expects the identifiers in A2. */
  readonly example: string;
  readonly arguments: readonly Argument<P>[];
}

/** With these types, a formula can only name params, tables and fields that its operation declares. */
type Declaration<O extends OperationId> = (typeof operations)[O];
type Shape<O extends OperationId> = Declaration<O>['answer']['record'];
type ParamOf<O extends OperationId> = (keyof Declaration<O>['params'] & string) | 'storefront';
type TableOf<O extends OperationId> = Declaration<O>['tables'][number]['name'];
type InstantOf<O extends OperationId> = {
  [N in keyof Shape<O>]: Shape<O>[N] extends Field<'instant'> ? N : never;
}[keyof Shape<O>] &
  string;

/** A formula that an operation answers. */
interface AskingOf<O extends OperationId> extends Declared<ParamOf<O>> {
  readonly operation: O;
  /** Minutes for which an answer may be reused; Google keeps it for at most 360. */
  readonly maxAge: number;
  /** Params that all queries of the formula have. */
  readonly always?: { readonly [P in ParamOf<O>]?: string };
}

interface LatestOf<O extends OperationId> {
  /** The formula needs only the latest records by this field. */
  readonly latestBy?: InstantOf<O>;
  /** How many records the formula gives by default. */
  readonly limit?: number;
}

interface TableOfOperation<O extends OperationId> extends AskingOf<O>, LatestOf<O> {
  readonly gives: 'table';
  readonly table: TableOf<O>;
}

interface ValuesOfOperation<O extends OperationId> extends AskingOf<O>, LatestOf<O> {
  readonly gives: 'values';
  /** The values that the formula can give, from one or more records of an identifier. The first is the default. */
  readonly values: Readonly<Record<string, (records: readonly RecordOf<Shape<O>>[]) => Cell>>;
}

interface RecordOfOperation<O extends OperationId> extends AskingOf<O> {
  readonly gives: 'record';
  readonly table: TableOf<O>;
}

/** Gives a table of the operation with a header row. */
export type TableFormula = { [O in OperationId]: TableOfOperation<O> }[OperationId];

/** Gives one value per identifier, in the shape of its first argument. */
export type ValueFormula = { [O in OperationId]: ValuesOfOperation<O> }[OperationId];

/** Gives one field per identifier in the shape of its first argument, or a row for each. */
export type RecordFormula = { [O in OperationId]: RecordOfOperation<O> }[OperationId];

/** A formula about the add-on itself, which makes no call. */
export interface StateFormula extends Declared {
  readonly gives: 'state';
  /** `inputs`: texts by name of the argument, without blank ones. */
  readonly stateOf: (inputs: Readonly<Record<string, string>>, state: AddOnState) => Output;
}

export interface CheckFormula extends Declared {
  readonly gives: 'check';
}

export interface AddOnState {
  readonly clock: Clock;
  /** When the last complete run of the table ended, in epoch milliseconds. */
  freshness(table: string): number | undefined;
  quota(operation: OperationId): Quota;
}

interface Quota {
  readonly left: number;
  /** When the next call is free, in epoch milliseconds; null if unknown. */
  readonly nextAt: number | null;
  readonly cap: number;
}

export type AskingFormula = TableFormula | ValueFormula | RecordFormula;
export type Formula = AskingFormula | StateFormula;
export type AnyFormula = Formula | CheckFormula;

export type CellInput = Cell | null | undefined;
export type Input = CellInput | readonly (readonly CellInput[])[];
export type Output = Cell | Cell[][];
