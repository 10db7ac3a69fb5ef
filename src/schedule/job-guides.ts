/** What the sheet Jobs offers to whoever types into it, and which cells it marks as they are typed, without a script. */
import { plainName } from '../protocol/plain-name.ts';
import type { Column, Opens } from '../tables/columns.ts';
import { jobsColumns, type TypedColumn } from '../tables/jobs-table.ts';
import { type Dataset, tablesOf } from './datasets.ts';

/** What a time between runs looks like, in small letters. It may pass what `readEvery` refuses, and never the reverse. */
export const EVERY_LOOKS =
  '^\\s*(every\\s+)?(continuous(ly)?|backfill|hourly|daily|weekly|([0-9]+([.,][0-9]+)?\\s*)?(m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\\.?)\\s*$';

/** Google marks what is not on the list: it has what is common, and all that the standard jobs say. */
const EVERY = [
  ...['5 minutes', '10 minutes', '15 minutes', '30 minutes', 'hourly', '2 hours', '4 hours', '6 hours'],
  ...['12 hours', 'daily', 'weekly', 'continuous', 'backfill'],
];
const STATES = ['active', 'paused', 'run now', 'retry'];

/** The columns of the sheet with their guides. */
export function guidedColumns(datasets: readonly Dataset[]): readonly Column[] {
  const names = datasets.flatMap((dataset) => {
    const { id, title } = dataset.operation;
    return [id, title, ...tablesOf(dataset)].map(plainName);
  });
  const guides: { readonly [C in TypedColumn | 'result']?: Opens } = {
    dataset: {
      offers: datasets.map(({ operation }) => operation.title),
      marks: [
        ['bad', `AND({dataset}<>"",ISERROR(FIND("|"&${plain('{dataset}')}&"|","|${[...new Set(names)].join('|')}|")))`],
      ],
    },
    // Names and values are known once the row is read; what has no equals sign is no condition in any case.
    filter: { marks: [['bad', 'AND({filter}<>"",ISERROR(FIND("=",{filter})))']] },
    every: {
      offers: EVERY,
      marks: [['bad', `AND({every}<>"",NOT(REGEXMATCH(LOWER({every}&""),"${EVERY_LOOKS}")))`]],
    },
    state: {
      offers: STATES,
      marks: [
        [
          'bad',
          `AND({state}<>"",ISERROR(FIND("|"&${plain('{state}')}&"|","|${[...STATES, 'pause'].map(plainName).join('|')}|")))`,
        ],
        ['over', 'LEFT(LOWER({state}),5)="pause"'],
      ],
    },
    result: {
      marks: [
        ['bad', 'OR(LEFT({result},8)="Not run.",LEFT({result},7)="Failed:")'],
        ['open', 'LEFT({result},5)="Waits"'],
      ],
    },
  };
  return jobsColumns().map((column) => {
    const guide = guides[column.id as keyof typeof guides];
    return guide ? { ...column, opens: { ...column.opens, ...guide } } : column;
  });
}

/** `plainName` as a formula. */
function plain(cell: string): string {
  return `SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(TRIM(LOWER(${cell}))," ",""),"_",""),"-","")`;
}
