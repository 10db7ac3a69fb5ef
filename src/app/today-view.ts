/** What the tab Today shows: what needs somebody now, counted as on the sheet. */

import { TODAY } from '../insights/today/data-columns.ts';
import { countedToday, findingRows, type TodayCounts } from '../insights/today/tiles.ts';
import { findingsColumns, findingsTable } from '../tables/findings-table.ts';
import { openExisting } from '../tables/opened.ts';
import type { Ports } from './ports.ts';

export interface TodayView {
  /** ISO text. */
  readonly now: string;
  /** Nothing while there is no sheet Findings. */
  readonly counts: TodayCounts | null;
  /** Whether there is a sheet Today to look at. */
  readonly hasSheet: boolean;
}

export function today({ book, clock, laid }: Ports): TodayView {
  const opened = openExisting(book, findingsTable.name, findingsColumns());
  return {
    now: new Date(clock.now()).toISOString(),
    counts: opened ? countedToday(findingRows(opened.contents, book.timeZone())) : null,
    hasSheet: laid.idOf(TODAY) !== undefined,
  };
}
