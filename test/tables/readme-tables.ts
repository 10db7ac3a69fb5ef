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
  return markdownTable(['Sheet', 'Filled by', 'A row is identified by', 'Missing rows'], rows);
}

function keyOf({ key, repeats }: Table): string {
  return key.map(headerOf).join(', ') + (repeats ? '; its number among equal rows' : '');
}

const UNTIL_OLD = 'stay until they are [old](#how-long-rows-stay)';

function fateOf({ name, gone, age }: Table, others: readonly Table[]): string {
  if (gone) return 'are marked as gone';
  return age || others.some((other) => other.age?.with?.includes(name)) ? UNTIL_OLD : 'stay';
}

export function ruleTable(): string {
  const rows = Object.entries(ruleList).map(([kind, { threshold, unit, meaning }]) => [
    ruleName(kind as RuleKind),
    threshold === undefined ? '' : `${threshold} ${unit}`,
    meaning,
  ]);
  return markdownTable(['Kind', 'Threshold', 'Meaning'], rows);
}
