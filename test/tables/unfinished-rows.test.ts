/** Completing a killed execution's row gives it all properties of a new row, including formats of blank cells. */
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

/** Completes a row that has only a key; returns the written positions and cells. */
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
  ['with a default format get theirs', NEW, ['@', 'General'], [1, 5], undefined, [1, 2, 5]],
  ['all get theirs', NEW, ['General', 'General'], [5], undefined, [1, 2, 5]],
  ['keep an existing format', NEW, ['@', '@'], [1, 5], undefined, [1, 5]],
  ['with a user formula are skipped', NEW, ['General', 'General'], [5], 1, [2, 5]],
  ['wait while the row stays incomplete', NEW, ['General', 'General'], [1], undefined, [1]],
  ['are skipped in a row that was complete before', 'incomplete: k', ['General', 'General'], [1, 5], undefined, [1, 5]],
] as const)('completing a row: blank cells %s', (_, key, formats, changed, formula, positions) => {
  const cells = positions.map((position) =>
    (changed as readonly number[]).includes(position) ? (position === KEY_POSITION ? 'k' : 'new') : '',
  );
  expect(completed(key, formats, changed, formula)).toEqual(
    positions.map((position, index) => [position, cells[index]]),
  );
});
