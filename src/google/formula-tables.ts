/** The add-on's tables as formulas may look at them: nothing is written, and no large sheet is read. */
import type { Tables } from '../formulas/together/stored.ts';
import { columnsOf } from '../operations/tables.ts';
import type { Contents } from '../tables/places.ts';
import { readContents } from '../tables/places.ts';
import { activeBook } from './book.ts';

/** Reading so many cells takes about three seconds. */
const MOST_CELLS = 300_000;

export function formulaTables(): Tables {
  const read = new Map<string, Contents | undefined>();
  return (name) => {
    if (!read.has(name)) read.set(name, contentsOf(name));
    return read.get(name);
  };
}

function contentsOf(name: string): Contents | undefined {
  try {
    const sheet = activeBook().find(name);
    const opened = sheet && SpreadsheetApp.getActiveSpreadsheet().getSheetByName(sheet.name);
    if (!opened || opened.getLastRow() * opened.getLastColumn() > MOST_CELLS) return undefined;
    return readContents({ ...sheet, remember: () => undefined }, columnsOf(name) ?? []);
  } catch {
    // A sheet that would have to be marked or mended first waits for the next pull.
    return undefined;
  }
}
