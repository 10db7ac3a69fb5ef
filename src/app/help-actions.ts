import {
  type ExamplePlace,
  exampleAt,
  exampleNamed,
  exampleOfQuestion,
  formulaOf,
  sourceOf,
} from '../help/examples.ts';
import { columnsOf } from '../operations/tables.ts';
import { tableError } from '../protocol/market-error.ts';
import { withSeparator } from '../tables/formula-text.ts';
import { headerOf } from '../tables/header.ts';
import { readContents } from '../tables/positions.ts';
import type { Book, Positions } from '../tables/sheet.ts';
import type { Ports } from './ports.ts';

export type Inserted = ReturnType<typeof insertExample>;

/** Inserts a Help example into the active cell. Throws if a table or column it needs is missing. */
export function insertExample({ book, writeFormula }: Ports, name: string) {
  const written = withSeparator(exampleIn(book, name), book.separator());
  return { formula: written, cell: writeFormula(written, exampleOfQuestion(name)?.format) };
}

function exampleIn(book: Book, name: string) {
  const places = placesIn(book);
  const example = exampleOfQuestion(name);
  if (example) return formulaOf(example.formula, places);
  const formula = exampleNamed(name);
  const source = sourceOf(formula);
  return exampleAt(formula, source && places(source.table, source.column));
}

function placesIn(book: Book): (table: string, column: string) => ExamplePlace {
  const known = new Map<string, { readonly name: string; readonly positions: Positions }>();
  return (table, column) => {
    const { name, positions } = known.get(table) ?? positionsIn(book, table);
    known.set(table, { name, positions });
    const position = positions.get(column);
    if (position === undefined)
      throw tableError(`The "${name}" sheet no longer has the ${headerOf(column)} column that this example needs.`);
    return { sheet: name, position };
  };
}

function positionsIn(book: Book, table: string) {
  const sheet = book.find(table);
  if (!sheet) throw tableError(`This example uses values from ${table}, which has no sheet yet. Pull it first.`);
  return { name: sheet.name, positions: readContents(sheet, columnsOf(table) ?? []).positions };
}
