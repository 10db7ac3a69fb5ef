/** What the README of the tables lists is what is declared. */
import { test } from 'vitest';
import { expectInReadme } from '../support/markdown.ts';
import { keyTable, ruleTable } from './readme-tables.ts';

test('src/tables/README.md has the tables with their keys', () => {
  expectInReadme('tables', keyTable());
});

test('src/tables/README.md has the rules with what counts unless somebody types something else', () => {
  expectInReadme('tables', ruleTable());
});
