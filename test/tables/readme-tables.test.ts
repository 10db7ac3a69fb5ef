import { test } from 'vitest';
import { expectInReadme } from '../support/markdown.ts';
import { keyTable, ruleTable } from './readme-tables.ts';

test('src/tables/README.md lists the tables with their keys', () => {
  expectInReadme('tables', keyTable());
});

test('src/tables/README.md lists the rules with their default thresholds', () => {
  expectInReadme('tables', ruleTable());
});
