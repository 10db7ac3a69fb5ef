/** Columns are found by what they are, wherever the user put them and whatever they are called. */
import { describe, expect, test } from 'vitest';
import type { Column } from '../../src/tables/columns.ts';
import { AS_OF } from '../../src/tables/columns.ts';
import {
  findPositions,
  headerPrint,
  readContents,
  readStoredPositions,
  storedPositionsText,
} from '../../src/tables/positions.ts';
import { inMemorySheet } from '../support/in-memory-book.ts';

const column = (id: string, header: string): Column => ({ ...AS_OF, id, header, meaning: `What ${id} is.` });
const COLUMNS = [column('number', 'Order number'), column('status', 'Status'), column('key', 'Row key')];

/** A sheet of ours that was read once. */
function known() {
  const sheet = inMemorySheet('Orders', []);
  sheet.addColumns(1, COLUMNS);
  readContents(sheet, COLUMNS);
  let looks = 0;
  const { locate } = sheet;
  sheet.locate = () => {
    looks++;
    return locate();
  };
  return {
    sheet,
    positions: () => Object.fromEntries(readContents(sheet, COLUMNS).positions),
    looks: () => looks,
  };
}

test('while the header is as it was, nothing is looked up', () => {
  const { sheet, positions, looks } = known();
  sheet.cells.push(['1', 'Shipped', 'k', 'a note of mine']);
  expect(positions()).toEqual({ number: 1, status: 2, key: 3 });
  expect(looks()).toBe(0);
});

test('after a change of the header columns are looked up once, and known from then on', () => {
  const { sheet, positions, looks } = known();
  sheet.cells[0]![0] = 'Auftrag';
  expect(positions()).toEqual({ number: 1, status: 2, key: 3 });
  expect(positions()).toEqual({ number: 1, status: 2, key: 3 });
  expect(looks()).toBe(1);
});

describe('the identity decides, not the header', () => {
  test('of a column that is moved by one of the user', () => {
    const { sheet, positions } = known();
    sheet.insertColumn(2, ['Mine']);
    expect(positions()).toEqual({ number: 1, status: 3, key: 4 });
  });

  test.each(['Status', 'Row key'])('a column of the user that is called %s, before ours', (name) => {
    const { sheet, positions } = known();
    sheet.insertColumn(1, [name]);
    expect(positions()).toEqual({ number: 2, status: 3, key: 4 });
  });

  test('a column of the user where ours of that name was', () => {
    const { sheet, positions } = known();
    sheet.insertColumn(2, ['Status']);
    sheet.deleteColumn(3);
    expect(positions()).toEqual({ number: 1, key: 3 });
  });
});

test('where no column has its identity any more, the headers identify it', () => {
  const positions = findPositions(
    ['Row key', 'Mine', ' Status ', 'Order number'],
    '',
    COLUMNS,
    undefined,
    () => new Map(),
  );
  expect(Object.fromEntries(positions)).toEqual({ key: 1, status: 3, number: 4 });
});

test('a header counts with its notes, and without blank cells at its end', () => {
  expect(headerPrint(['A', 'B', '', ''], ['n'])).toBe(headerPrint(['A', 'B'], ['n', '', '']));
  expect(headerPrint(['A', 'B'], ['n'])).not.toBe(headerPrint(['A', 'B'], ['', 'n']));
  expect(headerPrint(['A', 'B'], [])).not.toBe(headerPrint(['B', 'A'], []));
});

describe('what a sheet keeps of its columns', () => {
  const [positions, header, sheet] = [{ number: 1, key: 2 }, 'print', 7];

  test.each([{}, { adding: ['key'], constant: ['number'], ordered: 0 }])(
    'is read as it was stored: %o',
    (more) => {
      const stored = { positions, header, sheet, ...more };
      expect(readStoredPositions(storedPositionsText(stored))).toStrictEqual(stored);
    },
  );

  test('was called otherwise in version 1', () => {
    const text = '{"places":{"number":1,"key":2},"header":"print","sheet":7}';
    expect(readStoredPositions(text)).toStrictEqual({ positions, header, sheet });
  });

  test('is nothing where nothing was stored', () => {
    expect(readStoredPositions(undefined)).toBeUndefined();
  });
});
