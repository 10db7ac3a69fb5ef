/** What the README of the protocol lists is what is declared. */
import { expect, test } from 'vitest';
import { readmeOf, whole } from '../support/markdown.ts';
import { openTable, operationTable, paramTables, settingTable } from './readme-tables.ts';

const readme = readmeOf('protocol');

test.each([
  ['operations', operationTable()],
  ['params', paramTables()],
  ['assumptions with their values and reasons', settingTable()],
  ['rest of what is left open', openTable()],
])('src/protocol/README.md has the %s', (_, block) => {
  expect(readme, `put this into src/protocol/README.md:\n${block}\n`).toContain(whole(block));
});
