/** What the README of the tables lists, from the declarations: how a row of each is known, and what becomes of rows. */
import { operations } from '../../src/operations/registry.ts';
import { headerOf } from '../../src/tables/header.ts';
import type { Table, TabledOperation } from '../../src/tables/table.ts';
import { markdownTable } from '../support/markdown.ts';

/** Markdown: each table that pulls fill. */
export function keyTable(): string {
  const rows = Object.values<TabledOperation>(operations).flatMap(({ title, tables }) =>
    tables.flatMap((table) => [
      [table.name, title, keyOf(table), fateOf(table)],
      ...(table.history
        ? [[table.history.name, title, `${keyOf(table)}; First seen`, 'stay; it only grows']]
        : []),
    ]),
  );
  return markdownTable(['Sheet', 'Filled by', 'A row is known by', 'Rows that do not come any more'], rows);
}

function keyOf({ key, repeats }: Table): string {
  return key.map(headerOf).join(', ') + (repeats ? '; its place among equal ones' : '');
}

function fateOf({ gone, appendOnly }: Table): string {
  if (appendOnly) return 'stay; it only grows';
  return gone ? 'are marked as gone' : 'stay';
}
