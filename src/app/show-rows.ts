/** Selects rows that a run brought or changed, wherever they stand by now. */
import { findingRows, rowsOfTile } from '../insights/today/tiles.ts';
import { columnsOf } from '../operations/tables.ts';
import { MarketError } from '../protocol/market-error.ts';
import { changesTable } from '../tables/changes.ts';
import { findingsTable } from '../tables/findings-table.ts';
import { openExisting } from '../tables/opened.ts';
import { type Contents, cellAt, keyAt } from '../tables/positions.ts';
import type { Ports } from './ports.ts';

/** Those of a table with these keys; how many of the keys are still there. */
export function showRows(ports: Ports, table: string, keys: readonly string[]): number {
  const wanted = new Set(Array.isArray(keys) ? keys.map(String) : []);
  return select(ports, String(table), (contents, index) => {
    const key = keyAt(contents, index);
    return wanted.has(key) ? key : undefined;
  });
}

/** What a tile of Today counts; how many findings that are. */
export function showFindings(ports: Ports, tile: string): number {
  const zone = ports.book.timeZone();
  let shown: ReadonlySet<number> | undefined;
  return select(ports, findingsTable.name, (contents, index) => {
    shown ??= new Set(rowsOfTile(findingRows(contents, zone), String(tile))?.map(({ row }) => row));
    return shown.has(index + 1) ? `${index}` : undefined;
  });
}

/** What the sheet Changes tells of a run; how many rows that are. */
export function showChanges(ports: Ports, run: string): number {
  return select(ports, changesTable.name, (contents, index) =>
    keyAt(contents, index) !== '' && cellAt(contents, index, 'runId') === String(run) ? `${index}` : undefined,
  );
}

/** `named` gives what a row, by index from 0, is counted as; nothing leaves it out. Without any, nothing is selected. */
function select(
  { book, exclusively }: Ports,
  table: string,
  named: (contents: Contents, index: number) => string | undefined,
): number {
  // Nobody else may be moving the rows that are looked for.
  return exclusively(() => {
    const opened = openExisting(book, table, columnsOf(table) ?? []);
    if (!opened)
      throw new MarketError(
        'MARKET_TABLE',
        book.find(table)
          ? `The sheet ${table} has lost its header or its column "Row key", by which rows are known; undo that change first.`
          : `There is no sheet ${table} now.`,
      );
    const found = opened.contents.cells.flatMap((_, index) => {
      const name = named(opened.contents, index);
      return name === undefined ? [] : [{ name, row: index + 1 }];
    });
    if (found.length > 0)
      book.select(
        table,
        found.map(({ row }) => row),
      );
    return new Set(found.map(({ name }) => name)).size;
  });
}
