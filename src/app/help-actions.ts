/** What the tab Help does in the spreadsheet: an example in the active cell, and the sheet Guide. */

import { exampleAt, exampleNamed, sourceOf } from '../help/examples.ts';
import { makeGuide as makeSheet } from '../help/guide.ts';
import { columnsOf } from '../operations/tables.ts';
import { MarketError } from '../protocol/market-error.ts';
import { guideTable } from '../tables/guide-table.ts';
import { headerOf } from '../tables/header.ts';
import { readContents } from '../tables/positions.ts';
import { withSeparator } from '../tables/separator.ts';
import type { Book } from '../tables/sheet.ts';
import type { Ports } from './ports.ts';

export interface Inserted {
  readonly formula: string;
  /** Such as `Sheet1!B2`. */
  readonly cell: string;
}

/** The example of the formula of that name, and never a text of the page. Throws where its cell or its table is missing. */
export function insertExample({ book, writeFormula }: Ports, name: string): Inserted {
  const formula = exampleNamed(name);
  const source = sourceOf(formula);
  const example = exampleAt(formula, source && placeOf(book, source.table, source.column));
  const written = withSeparator(example, book.separator());
  return { formula: written, cell: writeFormula(written) };
}

function placeOf(book: Book, table: string, column: string) {
  const sheet = book.find(table);
  if (!sheet)
    throw new MarketError(
      'MARKET_TABLE',
      `This example asks for what stands in the sheet ${table}, which is not there yet: pull it first.`,
    );
  const position = readContents(sheet, columnsOf(table) ?? []).positions.get(column);
  if (position === undefined)
    throw new MarketError(
      'MARKET_TABLE',
      `The sheet "${sheet.name}" has no column ${headerOf(column)} any more, from which this example takes what it asks for.`,
    );
  return { sheet: sheet.name, position };
}

/** Hidden, unless a person shows it. */
export function makeGuide(ports: Ports): { readonly message: string } {
  const isNew = makeSheet(ports);
  const { name } = ports.book.find(guideTable.name)!;
  return {
    message: isNew
      ? `The sheet "${name}" is there, hidden: it explains every table, column, formula and error. To see it, choose it under View ▸ Hidden sheets.`
      : `The sheet "${name}" is up to date.`,
  };
}

/** Brings it to the front, and makes it first where there is none. */
export function showGuide(ports: Ports): void {
  makeSheet(ports);
  ports.book.show(guideTable.name);
}
