/** The part of the declarations that the sidebar's forms are made of, as plain data. */
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

/** What a field does not have is left out, so that the page stays small. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: Param['type'];
  readonly required?: true | undefined;
  readonly meaning: string;
  readonly choices?: Readonly<Record<string, string>> | undefined;
  /** The value that a blank field stands for. */
  readonly otherwise?: string | undefined;
  /** The setting by which a connection may say otherwise. */
  readonly setting?: SettingName | undefined;
  /** Other values than the choices may be entered too. */
  readonly open?: true | undefined;
  /** The list in whose place it stands: blank, that list counts. */
  readonly insteadOf?: string | undefined;
  /** A list of short codes: nobody has a column of them. */
  readonly isCode?: true | undefined;
}

export interface OperationForm {
  readonly operation: string;
  readonly title: string;
  readonly summary: string;
  readonly storefronts: readonly Storefront[];
  readonly tables: readonly string[];
  /** By table: what can be seen of it, in the order of its sheet. */
  readonly columns: Readonly<Record<string, readonly ChosenColumn[]>>;
  readonly fields: readonly FormField[];
  /** Names of the fields that are the first and the last day of a period. */
  readonly period?: readonly [from: string, to: string] | undefined;
  /** An answer without rows does not tell an unknown identifier from one that has none. */
  readonly silent: boolean;
  /** What a job that pulls it takes; nothing where none can. */
  readonly job?: JobFormData | undefined;
}

/** `isShown`: unless somebody chooses otherwise. */
type ChosenColumn = readonly [id: string, header: string, isShown: 0 | 1];

export interface JobFormData {
  /** Names that its filter may have. */
  readonly conditions: readonly string[];
  /** How it may run; every way unless given. */
  readonly kinds: Dataset['kinds'];
  /** What they bring about, where that is not plain. */
  readonly help?: string | undefined;
}

/** What a connection may say of its service. */
export interface SettingField {
  readonly name: SettingName;
  readonly label: string;
  readonly reason: string;
  /** The value that a blank field stands for, in words. */
  readonly usual: string;
  /** The other values and what they mean, where only some exist. */
  readonly others: readonly (readonly [value: string, meaning: string])[];
  readonly limits?: readonly [lowest: number, highest: number];
}

export function formsOf(): readonly OperationForm[] {
  return Object.values<TabledOperation>(operations).map((operation) => ({
    operation: operation.id,
    title: operation.title,
    summary: operation.summary,
    storefronts: Object.keys(operation.paths) as Storefront[],
    tables: operation.tables.map(({ name }) => name),
    columns: Object.fromEntries(operation.tables.map(({ name }) => [name, choosable(name)])),
    fields: Object.entries(operation.params).map(([name, param]) => fieldOf(name, param)),
    period: operation.period,
    silent: operation.finds?.some(({ unsure }) => unsure) === true,
    job: jobFormOf(operation.id),
  }));
}

/** Data of buyers comes and goes with the consent to it. */
function choosable(table: string): readonly ChosenColumn[] {
  const columns = columnsOf(table, ALL_PRIVATE) ?? [];
  return inSheetOrder(columns).flatMap((column): ChosenColumn[] =>
    column.hidden ? [] : [[column.id, column.header, isHiddenAtFirst(column) ? 0 : 1]],
  );
}

function jobFormOf(id: string): JobFormData | undefined {
  const dataset = datasets.find(({ operation }) => operation.id === id);
  return dataset && { conditions: conditionsOf(dataset), kinds: dataset.kinds, help: dataset.help };
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
