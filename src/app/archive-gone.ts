/** Moves the rows that are gone out of their tables. */
import { operations } from '../operations/registry.ts';
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { upsert } from '../tables/apply.ts';
import { archive, archived, goneRows } from '../tables/archive.ts';
import { sheetColumns } from '../tables/columns.ts';
import { type Opened, openExisting } from '../tables/opened.ts';
import { removeTogether } from '../tables/removal.ts';
import { demandStanding } from '../tables/standing.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { Ports } from './ports.ts';

/** Rows of a table that are gone, by index. */
export interface GoneRows {
  readonly opened: Opened;
  readonly rows: readonly number[];
}

/** Of every table that has some. */
export function goneByTable({ book }: Ports): readonly GoneRows[] {
  return Object.values<TabledOperation>(operations).flatMap((operation) =>
    operation.tables.flatMap((table) => {
      if (!table.gone) return [];
      const opened = whereOurs(() => openExisting(book, table.name, sheetColumns(operation, table, NONE_PRIVATE)));
      const rows = opened ? goneRows(opened) : [];
      return opened && rows.length > 0 ? [{ opened, rows }] : [];
    }),
  );
}

/** First they are in the archive, then they leave their table, so that one that was ended in between can be repeated. */
export function archiveGone(ports: Ports): string {
  const { book, clock } = ports;
  const rows = ports.exclusively(() => {
    const zone = book.timeZone();
    return goneByTable(ports).reduce((sum, { opened, rows: gone }) => {
      const { indexes, records } = archived(opened, gone, clock.now(), zone);
      if (indexes.length === 0) return sum;
      upsert(book, archive, records, NONE_PRIVATE, clock.now());
      demandStanding([opened]);
      removeTogether(opened, indexes);
      return sum + indexes.length;
    }, 0);
  });
  if (rows === 0) return NONE_GONE;
  return `${rows === 1 ? 'One row that is' : `${rows} rows that are`} gone moved to the sheet Archive.`;
}

export const NONE_GONE = 'No row is marked as gone.';

/** A user's own sheet that bears a table's name has no rows of ours. */
function whereOurs<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof MarketError) return undefined;
    throw error;
  }
}
