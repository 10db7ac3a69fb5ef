import { test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { expectInReadme } from '../support/markdown.ts';
import { openTable, operationTable, paramTable, settingTable } from './readme-tables.ts';

const all: readonly Operation[] = Object.values(operations);

test.each([
  ['operations', operationTable()],
  ['assumptions with their values and reasons', settingTable()],
  ['other open questions', openTable()],
])('src/protocol/README.md lists the %s', (_, block) => {
  expectInReadme('protocol', block);
});

test('src/protocol/README.md lists the params of each operation, in order', () => {
  for (const operation of all) expectInReadme('protocol', paramTable(operation));
  expectInReadme('protocol', all.map(paramTable).join('\n\n'));
});
