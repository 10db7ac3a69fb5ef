/** The Findings sheet: records that need attention, with amounts and deadlines. */
import { decimal, id, instant, integer, money, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { type Column, sheetColumns } from './columns.ts';
import { linkPattern } from './formula-text.ts';
import { AGES, type Recorded } from './table.ts';

/** Grays out ended findings. */
const OVER = ['over', '{state}="ended"'] as const;

export const findings = {
  answer: {
    record: {
      rank: integer('rank', '1 is the most urgent. Blank for findings that have ended.'),
      whatToDo: text('whatToDo', 'The most urgent reason, in one sentence.', {
        long: 'Auto-voids Nov 24, 2:06 AM: 12 units not shipped.',
      }),
      record: text('record', 'Link to the record.', { long: 'Keywords of campaign 1234567 (Gaming)' }),
      deadline: instant('deadline', 'Act before this time.'),
      hoursLeft: decimal('hoursLeft', 'Hours until the deadline.'),
      atRisk: money('atRisk', 'The largest amount of all reasons. Blank: unknown.'),
      why: text('why', 'All reasons, with numbers.'),
      kinds: text('kinds', 'Kinds of findings, as listed on Rules.'),
      sellerId: id('sellerId', 'Seller ID.'),
      state: text(
        'state',
        'Choose "explained" or "closed" when you are done. Explained rows reopen if they get worse.',
      ),
      note: text('note', 'Your notes.'),
      firstSeen: instant('firstSeen', 'When it was first found.'),
      dataAsOf: instant('dataAsOf', 'When its oldest data was read.'),
      asOf: instant('asOf', 'When it was last checked.'),
      currency: id('currency', 'Currency of the amount.'),
      late: text('late', 'Shows "late" when its data is too old to count.'),
      lateAt: instant('lateAt', 'When its data becomes late.'),
      about: text('about', 'Record type.'),
      recordId: id('recordId', 'Record ID, unique within its type and shop.'),
      label: text('label', 'Link text.'),
      linkTable: text('linkTable', 'Sheet that the link opens.'),
      linkKey: id('linkKey', "The record's row key on that sheet."),
      linkPattern,
      explainedAt: money('explainedAt', 'Amount when the finding was marked as explained.'),
      weekLoss: money('weekLoss', 'Estimated 7-day loss, which determines the rank.'),
    },
  },
  tables: [
    {
      name: 'Findings',
      about: 'One row per order, item, ad group, or table that needs attention, most urgent first.',
      each: [],
      columns: ['*'],
      key: ['sellerId', 'about', 'recordId'],
      typed: ['state', 'note'],
      formulas: ['record', 'hoursLeft', 'late'],
      // Ended findings have their end time in `As of`.
      age: { days: AGES.endedFindings, at: 'asOf', when: { state: ['ended'], note: [''] } },
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
