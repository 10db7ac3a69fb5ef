/** The measure of tables counts what the services are asked for, and refuses to measure a pull that went wrong. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { realm } from './programs/table-realm.ts';
import { addOwnColumn, cellsOf, checkCells, slicesOf, workbook } from './programs/table-workloads.ts';
import { asIs, type Sample, sample } from './sampling.ts';
import { tableCode } from './table-code.ts';

const ROWS = 300;
const COLUMNS = 41;
/** What an order has in cells, As of apart; and what shipping it changes of them. */
const [FILLED, SHIPPED] = [37, 4];

describe('of 300 orders', () => {
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
      // The header comes with them.
      cellsWritten: (ROWS + 1) * (COLUMNS - 1),
      dirty: ROWS * FILLED,
    });
  });

  test('a pull that brings the same reads the block and writes As of, in one range', () => {
    const block = (ROWS + 1) * COLUMNS;
    expect(of('same/ours')).toMatchObject({ block, reads: 1, ranges: 1, cellsWritten: 0, dirty: 0 });
    expect(of('same/ours').cellsRead).toBeGreaterThanOrEqual(block);
    expect(of('same/ours').cellsRead).toBeLessThan(1.5 * block);
    expect(of('same/rewrite').dirty).toBe(0);
    expect(of('same/rowByRow')).toMatchObject({ reads: 1, writeCalls: 0, cellsSent: 0 });
  });

  test('three orders that were shipped and a new one are so many cells, with a column of the user too', () => {
    const dirty = 3 * SHIPPED + FILLED;
    expect(of('changed/ours').dirty).toBe(dirty);
    expect(of('own/ours')).toMatchObject({ columns: COLUMNS + 1, dirty });
    for (const pull of ['changed/ours', 'own/ours']) {
      expect(of(pull).cellsWritten).toBeGreaterThanOrEqual(dirty);
      // Beside a column of the user a row takes several calls, so its key is written again in the end: in one range for all.
      expect(of(pull).cellsWritten).toBeLessThanOrEqual(4 * dirty + (pull === 'own/ours' ? ROWS : 0));
    }
  });

  test('the other ways are carried out and counted alike', () => {
    // They have not the two hidden columns. Clearing names no cells.
    const columns = COLUMNS - 2;
    expect(of('changed/rewrite')).toMatchObject({
      reads: 0,
      writeCalls: 2,
      cellsSent: (ROWS + 2) * columns,
    });
    expect(of('changed/rowByRow')).toMatchObject({ reads: 1, writeCalls: 4, cellsSent: 4 * columns });
  });
});

describe('a pull that went wrong', () => {
  const slices = slicesOf(3, {});
  const sheet = async () => {
    const book = workbook();
    realm(readFileSync(await tableCode(), 'utf8'), book).pull(slices, 0);
    return book;
  };
  const placeOf = (cells: readonly (readonly unknown[])[], header: string) => cells[0]!.indexOf(header);

  test('is none as it came', async () => {
    const book = await sheet();
    addOwnColumn(book);
    expect(() => checkCells(cellsOf(book), slices, 1)).not.toThrow();
  });

  test.each([
    ['a number', 'Order qty', 77],
    ['a date', 'Order date', new Date(0)],
    ['a text', 'Ship to zip code', '501'],
    ['a note of the user', 'My note', ''],
  ])('has %s that is not what came', async (_, header, wrong) => {
    const book = await sheet();
    addOwnColumn(book);
    const cells = cellsOf(book);
    cells[2]![placeOf(cells, header)] = wrong;
    expect(() => checkCells(cells, slices, 1)).toThrow(/Row 1: /);
  });

  test('has a row too few', async () => {
    const cells = cellsOf(await sheet());
    expect(() => checkCells(cells.slice(0, -1), slices, 1)).toThrow('2 rows for 3 orders');
  });
});
