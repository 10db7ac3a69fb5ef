/** The part of the declarations that the sidebar's forms are made of, as plain data. */
import { operations } from '../operations/registry.ts';
import type { Param, Storefront } from '../protocol/operation.ts';
import { assumed, settle } from '../protocol/settings.ts';
import { headerOf } from '../tables/header.ts';
import type { TabledOperation } from '../tables/table.ts';

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: Param['type'];
  readonly required: boolean;
  readonly meaning: string;
  readonly choices: Readonly<Record<string, string>>;
  /** The value that a blank field stands for. */
  readonly otherwise: string;
  /** Other values than the choices may be entered too. */
  readonly open: boolean;
}

export interface Form {
  readonly operation: string;
  readonly title: string;
  readonly summary: string;
  readonly storefronts: readonly Storefront[];
  readonly tables: readonly string[];
  readonly fields: readonly FormField[];
}

export function formsOf(): readonly Form[] {
  return Object.values<TabledOperation>(operations).map((operation) => ({
    operation: operation.id,
    title: operation.title,
    summary: operation.summary,
    storefronts: Object.keys(operation.paths) as Storefront[],
    tables: operation.tables.map(({ name }) => name),
    fields: Object.entries(operation.params).map(([name, param]) => ({
      name,
      label: param.label ?? headerOf(name),
      type: param.type,
      required: param.required === true,
      meaning: param.meaning,
      choices: param.choices ?? {},
      otherwise: String(settle(param.otherwise ?? '', assumed)),
      open: param.open === true,
    })),
  }));
}
