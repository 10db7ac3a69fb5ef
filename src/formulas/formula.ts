/** Types for declaring formulas, from which help and the README derive. */
import type { OperationId, operations } from '../operations/registry.ts';
import type { Field, RecordOf } from '../protocol/fields.ts';
import type { Clock } from '../protocol/http.ts';
import type { Cell } from '../tables/cells.ts';

export interface Argument<P extends string = string> {
  readonly name: string;
  /** Autocomplete help: one line without HTML. */
  readonly help: string;
  readonly optional?: true;
  /** `field` names one value. `refresh` accepts any value and requests new data when it changes. */
  readonly takes: 'identifiers' | 'date' | 'single' | 'columns' | 'count' | 'field' | 'refresh' | 'connection';
  /** The operation's param, if the value is passed unchanged. */
  readonly param?: P;
}

interface Declared<P extends string = string> {
  readonly name: string;
  readonly summary: string;
  /** Example call. Assumes that A2 contains an identifier. */
  readonly example: string;
  readonly arguments: readonly Argument<P>[];
}

/** These types restrict a formula to params, tables, and fields of its operation. */
type Declaration<O extends OperationId> = (typeof operations)[O];
type Shape<O extends OperationId> = Declaration<O>['answer']['record'];
type ParamOf<O extends OperationId> = (keyof Declaration<O>['params'] & string) | 'storefront';
type TableOf<O extends OperationId> = Declaration<O>['tables'][number]['name'];
type InstantOf<O extends OperationId> = {
  [N in keyof Shape<O>]: Shape<O>[N] extends Field<'instant'> ? N : never;
}[keyof Shape<O>] &
  string;

interface AskingOf<O extends OperationId> extends Declared<ParamOf<O>> {
  readonly operation: O;
  /** How long a result can be reused, in minutes. Google caches it for up to 360. */
  readonly maxAge: number;
  /** Params added to every query. */
  readonly always?: { readonly [P in ParamOf<O>]?: string };
}

interface LatestOf<O extends OperationId> {
  /** Timestamp field for sorting, if only the latest records are needed. */
  readonly latestBy?: InstantOf<O>;
  readonly limit?: number;
}

interface TableOfOperation<O extends OperationId> extends AskingOf<O>, LatestOf<O> {
  readonly gives: 'table';
  readonly table: TableOf<O>;
}

interface ValuesOfOperation<O extends OperationId> extends AskingOf<O>, LatestOf<O> {
  readonly gives: 'values';
  /** Values that `field` can name, computed from an identifier's records. The first is the default. */
  readonly values: Readonly<Record<string, (records: readonly RecordOf<Shape<O>>[]) => Cell>>;
}

interface RecordOfOperation<O extends OperationId> extends AskingOf<O> {
  readonly gives: 'record';
  readonly table: TableOf<O>;
}

export type TableFormula = { [O in OperationId]: TableOfOperation<O> }[OperationId];

/** Returns one value per identifier, in the shape of the first argument. */
export type ValueFormula = { [O in OperationId]: ValuesOfOperation<O> }[OperationId];

/** Returns one field per identifier, in the shape of the first argument, or one row per identifier. */
export type RecordFormula = { [O in OperationId]: RecordOfOperation<O> }[OperationId];

/** A formula about the add-on itself. Makes no calls. */
export interface StateFormula extends Declared {
  readonly gives: 'state';
  /** `inputs`: nonblank arguments by name. */
  readonly stateOf: (inputs: Readonly<Record<string, string>>, state: AddOnState) => Output;
}

export interface CheckFormula extends Declared {
  readonly gives: 'check';
}

export interface AddOnState {
  readonly clock: Clock;
  /** End of the table's last complete run. */
  freshness(table: string): number | undefined;
  quota(operation: OperationId): Quota;
}

interface Quota {
  readonly left: number;
  /** When the next call is allowed; null if unknown. */
  readonly nextAt: number | null;
  readonly cap: number;
}

export type AskingFormula = TableFormula | ValueFormula | RecordFormula;
export type Formula = AskingFormula | StateFormula;
export type AnyFormula = Formula | CheckFormula;

export type CellInput = Cell | null | undefined;
export type Input = CellInput | readonly (readonly CellInput[])[];
export type Output = Cell | Cell[][];
