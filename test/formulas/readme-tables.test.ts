/** What the README of the formulas lists is what is declared. */
import { expect, test } from 'vitest';
import { formulas } from '../../src/formulas/functions/registry.ts';
import { readmeOf, whole } from '../support/markdown.ts';
import { argumentTable, errorTable, exampleBlock, formulaTable } from './readme-tables.ts';

const readme = readmeOf('formulas');

test.each([
  ['formulas', formulaTable()],
  ['examples', exampleBlock()],
  ['arguments', argumentTable()],
  ['errors', errorTable()],
])('src/formulas/README.md has the %s', (_, block) => {
  expect(readme, `put this into src/formulas/README.md:\n${block}\n`).toContain(whole(block));
});

test('no answer is given again for longer than Google keeps it', () => {
  for (const formula of formulas)
    if (formula.gives !== 'state') expect(formula.maxAge, formula.name).toBeLessThanOrEqual(360);
});
