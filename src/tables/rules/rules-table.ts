/** The sheet Rules: a rule a row, which people turn off or give another threshold. */
import { decimal, instant, NONE_PRIVATE, number, text } from '../../protocol/fields.ts';
import { type Column, sheetColumns } from '../columns.ts';
import type { FieldOf, Recorded } from '../table.ts';

export const rules = {
  answer: {
    record: {
      kind: text('kind', 'Which rule it is.'),
      onOrOff: text('onOrOff', 'Type on or off. Blank: on.'),
      threshold: number('threshold', 'The number that counts. Type another one.'),
      unit: text('unit', 'What the threshold is a number of.'),
      meaning: text('meaning', 'What the rule does, and what happens while it is off.', {
        long: 'Rows of Changes that are older are removed. Off: they stay, 5,000 at most.',
      }),
      result: text('result', 'What to type instead, where a cell is not understood, and what counts until then.'),
      clocksChange: instant('clocksChange', 'When clocks change next; hours left are counted with it.'),
      hoursForward: decimal(
        'hoursForward',
        'By so many hours they go forward then, or are set back where it is below 0.',
      ),
    },
  },
  tables: [
    {
      name: 'Rules',
      about: 'A row a number by which the add-on works, such as how long rows stay. People change it here.',
      each: [],
      columns: ['*'],
      key: ['kind'],
      appendOnly: true,
      typed: ['onOrOff'],
      hidden: ['clocksChange', 'hoursForward'],
    },
  ],
} as const satisfies Recorded;

export const [rulesTable] = rules.tables;

export type RulesColumn = FieldOf<typeof rules>;

export function rulesColumns(): readonly Column[] {
  return sheetColumns(rules, rulesTable, NONE_PRIVATE);
}
