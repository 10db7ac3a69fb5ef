import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { realm } from './programs/table-realm.ts';
import { addOwnColumn, cellsOf, checkCells, slicesOf, workbook } from './programs/table-workloads.ts';
import { asIs, type Sample, sample } from './sampling.ts';
import { tableCode } from './table-code.ts';

const ROWS = 300;
const COLUMNS = 41;
/** Number of filled cells per order, excluding As of, and number of those that change when the order ships. */
const [FILLED, SHIPPED] = [37, 4];

describe('counts for 300 orders', () => {
  let numbers: Sample;
  beforeAll(async () => {
    const changed = { changedEach: 100, clustered: true };
    const every = ['ours', 'rewrite', 'rowByRow'];
    const workloads = {
      first: [{ first: true }, ['ours']],
      same: [{}, every],
      changed: [changed, every],
      own: [{ ...changed, own: true }, ['ours']],
    };
    numbers = await sample(asIs('tables'), ['count', await tableCode(), String(ROWS), JSON.stringify(workloads)]);
  });

  const of = (pull: string) =>
    Object.fromEntries(
      Object.entries(numbers).flatMap(([name, number]) =>
        name.startsWith(`${pull}/`) ? [[name.slice(pull.length + 1), number]] : [],
      ),
    );

  test('the first load writes each cell once', () => {
    expect(of('first/ours')).toMatchObject({
      columns: COLUMNS,
      reads: 0,
      // Includes the header.
      cellsWritten: (ROWS + 1) * (COLUMNS - 1),
      dirty: ROWS * FILLED,
    });
  });

  test('an unchanged pull reads the block once and writes only As of, in one range', () => {
    const block = (ROWS + 1) * COLUMNS;
    expect(of('same/ours')).toMatchObject({ block, reads: 1, ranges: 1, cellsWritten: 0, dirty: 0 });
    expect(of('same/ours').cellsRead).toBeGreaterThanOrEqual(block);
    expect(of('same/ours').cellsRead).toBeLessThan(1.5 * block);
    expect(of('same/rewrite').dirty).toBe(0);
    expect(of('same/rowByRow')).toMatchObject({ reads: 1, writeCalls: 0, cellsSent: 0 });
  });

  test('three shipped orders and a new one change only their own cells, also next to a user column', () => {
    const dirty = 3 * SHIPPED + FILLED;
    expect(of('changed/ours').dirty).toBe(dirty);
    expect(of('own/ours')).toMatchObject({ columns: COLUMNS + 1, dirty });
    for (const pull of ['changed/ours', 'own/ours']) {
      expect(of(pull).cellsWritten).toBeGreaterThanOrEqual(dirty);
      // A user column splits a row into several calls, so one more range rewrites the keys of all rows at the end.
      expect(of(pull).cellsWritten).toBeLessThanOrEqual(4 * dirty + (pull === 'own/ours' ? ROWS : 0));
    }
  });

  test('clear-and-rewrite and row-by-row writing are counted the same way', () => {
    // Neither writes the two hidden columns. The clear call has no cell range.
    const columns = COLUMNS - 2;
    expect(of('changed/rewrite')).toMatchObject({
      reads: 0,
      writeCalls: 2,
      cellsSent: (ROWS + 2) * columns,
    });
    expect(of('changed/rowByRow')).toMatchObject({ reads: 1, writeCalls: 4, cellsSent: 4 * columns });
  });
});

describe('the result check', () => {
  const slices = slicesOf(3, {});
  const sheet = async () => {
    const book = workbook();
    realm(readFileSync(await tableCode(), 'utf8'), book).pull(slices, 0);
    return book;
  };
  const placeOf = (cells: readonly (readonly unknown[])[], header: string) => cells[0]!.indexOf(header);

  test('accepts an unmodified pull', async () => {
    const book = await sheet();
    addOwnColumn(book);
    expect(() => checkCells(cellsOf(book), slices, 1)).not.toThrow();
  });

  test.each([
    ['a number', 'Order qty', 77],
    ['a date', 'Order date', new Date(0)],
    ['a text', 'Ship to zip code', '501'],
    ["a user's note", 'My note', ''],
  ])('rejects %s that differs from the pulled one', async (_, header, wrong) => {
    const book = await sheet();
    addOwnColumn(book);
    const cells = cellsOf(book);
    cells[2]![placeOf(cells, header)] = wrong;
    expect(() => checkCells(cells, slices, 1)).toThrow(/Row 1: /);
  });

  test('rejects a missing row', async () => {
    const cells = cellsOf(await sheet());
    expect(() => checkCells(cells.slice(0, -1), slices, 1)).toThrow('2 rows for 3 orders');
  });
});
