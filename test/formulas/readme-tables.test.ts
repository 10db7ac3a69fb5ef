/** What the README of the formulas lists is what is declared. */
import { expect, test } from 'vitest';
import { formulas } from '../../src/formulas/functions/registry.ts';
import { expectInReadme } from '../support/markdown.ts';
import { argumentTable, errorTable, exampleBlock, formulaTable } from './readme-tables.ts';

test.each([
  ['formulas', formulaTable()],
  ['examples', exampleBlock()],
  ['arguments', argumentTable()],
  ['errors', errorTable()],
])('src/formulas/README.md has the %s', (_, block) => {
  expectInReadme('formulas', block);
});

test('no answer is given again for longer than Google keeps it', () => {
  for (const formula of formulas)
    if (formula.gives !== 'state') expect(formula.maxAge, formula.name).toBeLessThanOrEqual(360);
});
