/** README tables built from the declarations: row keys, retention, and rules. */
import { operations } from '../../src/operations/registry.ts';
import { headerOf } from '../../src/tables/header.ts';
import { type RuleKind, ruleList, ruleName } from '../../src/tables/rules/rules-sheet.ts';
import type { Table, TabledOperation } from '../../src/tables/table.ts';
import { markdownTable } from '../support/markdown.ts';

export function keyTable(): string {
  const rows = Object.values<TabledOperation>(operations).flatMap(({ title, tables }) =>
    tables.flatMap((table) => [
      [table.name, title, keyOf(table), fateOf(table, tables)],
      ...(table.history ? [[table.history.name, title, `${keyOf(table)}; First seen`, UNTIL_OLD]] : []),
    ]),
  );
  return markdownTable(['Sheet', 'Filled by', 'Row identified by', 'Missing rows'], rows);
}

function keyOf({ key, repeats }: Table): string {
  return key.map(headerOf).join(', ') + (repeats ? '; number among equal rows' : '');
}

const UNTIL_OLD = '[removed when old](#how-long-rows-stay)';

function fateOf({ name, gone, age }: Table, others: readonly Table[]): string {
  if (gone) return 'marked as gone';
  return age || others.some((other) => other.age?.with?.includes(name)) ? UNTIL_OLD : 'kept';
}

export function ruleTable(): string {
  const rows = Object.entries(ruleList).flatMap(([kind, { threshold, unit }]) =>
    threshold === undefined ? [] : [[ruleName(kind as RuleKind), `${threshold} ${unit}`]],
  );
  return markdownTable(['Rule', 'Default'], rows);
}
