/** The sheet Guide: what every table, column, formula and error code means, for people and for assistants that read the workbook. */
import { NONE_PRIVATE, text } from '../protocol/fields.ts';
import { type Column, sheetColumns } from './columns.ts';
import type { FieldOf, Recorded } from './table.ts';

export const guide = {
  answer: {
    record: {
      about: text('about', 'Whether the row is about a table, a column, a formula, an argument or an error.'),
      of: text('of', 'The table of the column, or the formula of the argument.'),
      name: text('name', 'As it is called in the workbook.'),
      meaning: text('meaning', 'What it is.'),
      unit: text('unit', 'What its values are and what they count in; of a table what a row is known by.'),
      age: text('age', 'How old its values may be, and how long they stay.'),
      use: text(
        'use',
        'How to get it: the pull that fills a table, an example of a formula, what to do after an error.',
      ),
    },
  },
  tables: [
    {
      name: 'Guide',
      about: 'A row each table, column, formula, argument and error code. It is renewed with the add-on.',
      each: [],
      columns: ['*'],
      key: ['about', 'of', 'name'],
      opening: { frozen: ['about', 'of', 'name'], first: ['meaning', 'unit', 'age', 'use'], folded: [] },
      repeats: true,
      appendOnly: true,
    },
  ],
} as const satisfies Recorded;

export const [guideTable] = guide.tables;

export type GuideColumn = FieldOf<typeof guide>;

export function guideColumns(): readonly Column[] {
  return sheetColumns(guide, guideTable, NONE_PRIVATE);
}
