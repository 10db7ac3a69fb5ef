/** What the README of the tables lists is what is declared. */
import { expect, test } from 'vitest';
import { readmeOf, whole } from '../support/markdown.ts';
import { keyTable } from './readme-tables.ts';

test('src/tables/README.md has the tables with their keys', () => {
  const block = keyTable();
  expect(readmeOf('tables'), `put this into src/tables/README.md:\n${block}\n`).toContain(whole(block));
});
