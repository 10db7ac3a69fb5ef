import { expect, test } from 'vitest';
import { listOnStatus } from '../../src/pull/status-rows.ts';
import type { Cell } from '../../src/tables/cells.ts';
import type { Separator } from '../../src/tables/formula-text.ts';
import { FRESHNESS, showStates } from '../../src/tables/status.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';

const NOW = Date.UTC(2025, 5, 16, 18);

function status(separator: Separator) {
  const book = new InMemoryBook();
  book.between = separator;
  const [state, hoursAllowed, none] = ['fresh', 2, { detail: null, example: null, firstSeen: null }];
  const record = { ...none, about: FRESHNESS, subject: 'Orders', state, lastComplete: null, hoursAllowed };
  listOnStatus(book, [record], NOW);
  const sheet = book.sheet('Status');
  const [header, row] = sheet.cells as Cell[][];
  // Sheets stores the last pull's time as a date.
  row![header!.indexOf('Last complete')] = new Date(NOW);
  showStates(book);
  const column = header!.indexOf('State');
  return { book, row: row!, state: column, formulas: sheet.formulas, at: `2 ${column + 1}` };
}

test.each([
  [',', /^=IF\(.*,"late",IF\(.*,"due","fresh"\)\)$/],
  [';', /^=IF\([^,]*;"late";IF\([^,]*;"due";"fresh"\)\)$/],
] as const)('writes the formula with the separator "%s" once and then leaves it unchanged', (separator, formula) => {
  const { book, row, state, formulas, at } = status(separator);
  expect(formulas.get(at)).toMatch(formula);
  row[state] = 'due';
  showStates(book);
  expect(row[state]).toBe('due');
});

test.each([
  ['without a date', 'Last complete', 'never'],
  ['without allowed hours', 'Hours allowed', ''],
  ['of a failing pull', 'State', 'failing'],
])('writes no formula into a row %s', (_, column, cell) => {
  const { book, row, formulas, at } = status(',');
  formulas.delete(at);
  row[book.sheet('Status').cells[0]!.indexOf(column)] = cell;
  showStates(book);
  expect(formulas.has(at)).toBe(false);
});

test('rewrites a formula with an error that an earlier build wrote with commas', () => {
  const { book, row, state, formulas, at } = status(';');
  const written = formulas.get(at)!;
  formulas.set(at, written.replace(/;/g, ','));
  row[state] = '#ERROR!';
  showStates(book);
  expect(formulas.get(at)).toBe(written);
});
