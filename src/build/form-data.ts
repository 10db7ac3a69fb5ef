/** Converts the declarations to plain data for the sidebar's forms. */
import { operations } from '../operations/registry.ts';
import { columnsOf } from '../operations/tables.ts';
import { ALL_PRIVATE } from '../protocol/fields.ts';
import type { Param, Storefront } from '../protocol/operation.ts';
import { assumed, assumptions, type SettingName, settle } from '../protocol/settings.ts';
import { type Dataset, datasets } from '../schedule/datasets.ts';
import { conditionsOf } from '../schedule/filter.ts';
import { inSheetOrder, isHiddenAtFirst } from '../tables/columns.ts';
import { headerOf } from '../tables/header.ts';
import type { TabledOperation } from '../tables/table.ts';

/** Undefined fields are omitted to keep the page small. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: Param['type'];
  readonly required?: true | undefined;
  readonly meaning: string;
  readonly choices?: Readonly<Record<string, string>> | undefined;
  readonly otherwise?: string | undefined;
  /** The connection's setting that replaces `otherwise`. */
  readonly setting?: SettingName | undefined;
  /** Allows values that aren't in `choices`. */
  readonly open?: true | undefined;
  /** The list that this field replaces if it has a value. */
  readonly insteadOf?: string | undefined;
  /** True for a list of short codes, which users type instead of selecting cells. */
  readonly isCode?: true | undefined;
}

export interface OperationForm {
  readonly operation: string;
  readonly title: string;
  readonly summary: string;
  readonly storefronts: readonly Storefront[];
  /** Columns that can be shown, by table, in sheet order. */
  readonly columns: Readonly<Record<string, readonly ChosenColumn[]>>;
  readonly fields: readonly FormField[];
  /** Names of the fields for a period's first and last day. */
  readonly period?: readonly [from: string, to: string] | undefined;
  /** True if a response without rows can mean that the identifiers are unknown. */
  readonly silent: boolean;
  readonly job: JobFormData;
}

/** `isShown` is the default. Users can change it. */
type ChosenColumn = readonly [id: string, header: string, isShown: 0 | 1];

export interface JobFormData {
  readonly conditions: readonly string[];
  /** Accepted interval types. If undefined, all are accepted. */
  readonly kinds: Dataset['kinds'];
  readonly help?: string | undefined;
}

export interface SettingField {
  readonly name: SettingName;
  readonly label: string;
  readonly reason: string;
  /** The default value, in words. */
  readonly usual: string;
  /** The other allowed values with their meanings. Empty if any value is allowed. */
  readonly others: readonly (readonly [value: string, meaning: string])[];
  readonly limits?: readonly [lowest: number, highest: number];
}

export function formsOf(): readonly OperationForm[] {
  return Object.values<TabledOperation>(operations).map((operation) => ({
    operation: operation.id,
    title: operation.title,
    summary: operation.summary,
    storefronts: Object.keys(operation.paths) as Storefront[],
    columns: Object.fromEntries(operation.tables.map(({ name }) => [name, choosable(name)])),
    fields: Object.entries(operation.params).map(([name, param]) => fieldOf(name, param)),
    period: operation.period,
    silent: operation.finds?.some(({ unsure }) => unsure) === true,
    job: jobFormOf(operation.id),
  }));
}

/** Omits buyer data, which requires consent. */
function choosable(table: string): readonly ChosenColumn[] {
  const columns = columnsOf(table, ALL_PRIVATE) ?? [];
  return inSheetOrder(columns).flatMap((column): ChosenColumn[] =>
    column.hidden ? [] : [[column.id, column.header, isHiddenAtFirst(column) ? 0 : 1]],
  );
}

function jobFormOf(id: string): JobFormData {
  const dataset = datasets.find(({ operation }) => operation.id === id)!;
  return { conditions: conditionsOf(dataset), kinds: dataset.kinds, help: dataset.help };
}

function fieldOf(name: string, param: Param): FormField {
  const { label = headerOf(name), type, required, meaning, choices, otherwise, open, insteadOf } = param;
  return {
    name,
    label,
    type,
    required,
    meaning,
    choices,
    otherwise: otherwise === undefined ? undefined : settle(otherwise, assumed),
    setting: typeof otherwise === 'object' ? otherwise.setting : undefined,
    open,
    insteadOf,
    isCode: param.letters === undefined ? undefined : true,
  };
}

export function settingFields(): readonly SettingField[] {
  return (Object.keys(assumptions) as SettingName[]).map((name) => {
    const { value, title, reason, choices, lowest, highest } = assumptions[name];
    const meanings = typeof value === 'boolean' ? YES_NO : (choices ?? {});
    return {
      name,
      label: title,
      reason,
      usual: meanings[String(value)] ?? String(value),
      others: Object.entries(meanings).filter(([other]) => other !== String(value)),
      ...(lowest === undefined || highest === undefined ? {} : { limits: [lowest, highest] as const }),
    };
  });
}

const YES_NO: Readonly<Record<string, string>> = { false: 'no', true: 'yes' };
