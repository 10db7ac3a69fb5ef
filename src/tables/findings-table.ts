/** The sheet Findings: one row per record that needs attention, with its amount and deadline. */
import { decimal, id, instant, integer, money, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { type Column, sheetColumns } from './columns.ts';
import { linkPattern } from './formula-text.ts';
import { AGES, type Recorded } from './table.ts';

/** Rows of ended findings are gray. */
const OVER = ['over', '{state}="ended"'] as const;

export const findings = {
  answer: {
    record: {
      rank: integer('rank', '1 is the most urgent. Ended findings have none.'),
      whatToDo: text('whatToDo', 'The most urgent reason, in one sentence.', {
        long: 'Auto-voids Nov 24, 2:06 AM: 12 units not shipped.',
      }),
      record: text('record', 'Link to the row of the record.', { long: 'Keywords of campaign 1234567 (Gaming)' }),
      deadline: instant('deadline', 'Time by which you must act.'),
      hoursLeft: decimal('hoursLeft', 'Hours until the deadline.'),
      atRisk: money('atRisk', 'Largest amount of its reasons. Blank: unknown.'),
      why: text('why', 'Each reason with its numbers.'),
      kinds: text('kinds', 'Kinds of findings, as on Rules.'),
      sellerId: id('sellerId', 'Seller ID.'),
      state: text('state', 'Choose explained or closed when you are done. Explained rows reopen if they get worse.'),
      note: text('note', 'Your notes.'),
      firstSeen: instant('firstSeen', 'When it was first found.'),
      dataAsOf: instant('dataAsOf', 'When its oldest data was read.'),
      asOf: instant('asOf', 'When it was last checked.'),
      currency: id('currency', 'Currency of the amount.'),
      late: text('late', 'Shows late when its data is too old to count.'),
      lateAt: instant('lateAt', 'When its data becomes late.'),
      about: text('about', 'The type of its record.'),
      recordId: id('recordId', 'ID of the record within its type and shop.'),
      label: text('label', 'Text of the link.'),
      linkTable: text('linkTable', 'The sheet that the link leads to.'),
      linkKey: id('linkKey', 'Row key of the record there.'),
      linkPattern,
      explainedAt: money('explainedAt', 'The amount when it was explained.'),
      weekLoss: money('weekLoss', 'Estimated 7-day loss, used for the rank.'),
    },
  },
  tables: [
    {
      name: 'Findings',
      about: 'One row per order, item, ad group, or table that needs you, most urgent first.',
      each: [],
      columns: ['*'],
      key: ['sellerId', 'about', 'recordId'],
      typed: ['state', 'note'],
      // The `As of` of an ended row is when it ended.
      age: { days: AGES.endedFindings, at: 'asOf', when: { state: ['ended'] } },
      hidden: [
        ...['late', 'lateAt', 'about', 'recordId', 'label', 'linkTable', 'linkKey', 'linkPattern'],
        ...['explainedAt', 'weekLoss'],
      ],
      opening: {
        frozen: ['rank'],
        first: ['whatToDo', 'record', 'deadline', 'hoursLeft', 'atRisk'],
        folded: [],
        constant: ['currency'],
        wraps: ['whatToDo', 'record'],
        tones: { state: { open: ['open'], good: ['explained', 'closed'] } },
        marks: {
          ...{ rank: [OVER], whatToDo: [OVER], record: [OVER], deadline: [OVER], hoursLeft: [OVER], atRisk: [OVER] },
          ...{
            currency: [OVER],
            why: [OVER],
            kinds: [OVER],
            sellerId: [OVER],
            state: [OVER],
            firstSeen: [OVER],
            asOf: [OVER],
          },
          dataAsOf: [OVER, ['bad', '{late}="late"']],
        },
        offers: { state: ['open', 'explained', 'closed'] },
      },
    },
  ],
} as const satisfies Recorded;

export const [findingsTable] = findings.tables;

export function findingsColumns(): readonly Column[] {
  return sheetColumns(findings, findingsTable, NONE_PRIVATE);
}
