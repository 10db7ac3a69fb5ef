/** What the README of the protocol lists is what is declared. */
import { test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { expectInReadme } from '../support/markdown.ts';
import { openTable, operationTable, paramTable, settingTable } from './readme-tables.ts';

const all: readonly Operation[] = Object.values(operations);

test.each<[string, string]>([
  ['operations', operationTable()],
  ...all.map((operation) => [`params of ${operation.id}`, paramTable(operation)] as [string, string]),
  ['params of each, in this order', all.map(paramTable).join('\n\n')],
  ['assumptions with their values and reasons', settingTable()],
  ['rest of what is left open', openTable()],
])('src/protocol/README.md has the %s', (_, block) => {
  expectInReadme('protocol', block);
});
