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

test("no answer is reused after Google's cache limit", () => {
  for (const formula of formulas)
    if (formula.gives !== 'state') expect(formula.maxAge, formula.name).toBeLessThanOrEqual(360);
});
