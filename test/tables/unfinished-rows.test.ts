/** A row that an execution began and did not end gets what new rows have: also number formats of its blank cells. */
import { expect, test } from 'vitest';
import { groundOf } from '../../src/tables/canvas.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { AS_OF, type Column, ROW_KEY } from '../../src/tables/columns.ts';
import type { RowChange } from '../../src/tables/diff.ts';
import { withBlanks } from '../../src/tables/filldown.ts';
import { inMemorySheet } from '../support/in-memory-book.ts';

const column = (id: string, kind: Column['kind']): Column => ({ ...AS_OF, id, header: id, kind });
const COLUMNS = [column('title', 'text'), column('memo', 'text'), AS_OF, ROW_KEY];
const OWN = 3;
const POSITIONS = new Map(COLUMNS.map(({ id }, index) => [id, index < OWN - 1 ? index + 1 : index + 2]));
const KEY_POSITION = POSITIONS.get(ROW_KEY.id)!;

/** A row with nothing but a key; positions of the change that comes for it. */
function completed(key: string, formats: readonly string[], changed: readonly number[], formula?: number) {
  const sheet = inMemorySheet('T', [
    ['title', 'memo', 'mine', 'As of', 'Row key'],
    ['', '', '', '', key],
  ]);
  sheet.formats = [[], [...formats, 'General', 'General', '@']];
  if (formula) sheet.formulas.set(`2 ${formula}`, '=""');
  const contents = { cells: sheet.read(), positions: POSITIONS };
  const cells = changed.map((position): Cell => (position === KEY_POSITION ? 'k' : 'new'));
  const change: RowChange = { key: 'k', row: 2, isNew: false, positions: changed, cells };
  const [found] = withBlanks([change], contents, groundOf(sheet, contents, COLUMNS));
  return found!.positions.map((position, index) => [position, found!.cells[index]]);
}

const NEW = 'incomplete new: k';

test.each([
  ['come along where they have none', NEW, ['@', 'General'], [1, 5], undefined, [1, 2, 5]],
  ['all of ours', NEW, ['General', 'General'], [5], undefined, [1, 2, 5]],
  ['not where they have one', NEW, ['@', '@'], [1, 5], undefined, [1, 5]],
  ['not where a formula of the person shows nothing', NEW, ['General', 'General'], [5], 1, [2, 5]],
  ['not while the row stays as it is', NEW, ['General', 'General'], [1], undefined, [1]],
  ['not in a row that was complete before', 'incomplete: k', ['General', 'General'], [1, 5], undefined, [1, 5]],
] as const)('blank cells %s', (_, key, formats, changed, formula, positions) => {
  const cells = positions.map((position) =>
    (changed as readonly number[]).includes(position) ? (position === KEY_POSITION ? 'k' : 'new') : '',
  );
  expect(completed(key, formats, changed, formula)).toEqual(
    positions.map((position, index) => [position, cells[index]]),
  );
});
