/** What the README lists of formulas is what is declared. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formulas } from '../../src/formulas/functions/registry.ts';
import { argumentTable, errorTable, exampleBlock, formulaTable } from './readme-tables.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test.each([
  ['formulas', formulaTable()],
  ['examples', exampleBlock()],
  ['arguments', argumentTable()],
  ['errors', errorTable()],
])('the README has the %s', (_, table) => {
  expect(readme, `put this into README.md:\n${table}\n`).toContain(table);
});

test('no answer is given again for longer than Google keeps it', () => {
  for (const formula of formulas)
    if (formula.gives !== 'state') expect(formula.maxAge, formula.name).toBeLessThanOrEqual(360);
});
