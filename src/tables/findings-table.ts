/** The sheet Findings: what needs a person, a row each, with what it is worth and until when. */
import { decimal, id, instant, integer, money, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { type Column, sheetColumns } from './columns.ts';
import { linkPattern } from './formula-text.ts';
import { AGES, type Recorded } from './table.ts';

export const findings = {
  answer: {
    record: {
      rank: integer('rank', 'The most urgent is 1. Only open findings have a rank.'),
      atRisk: money('atRisk', 'What it is about in money. Blank where that cannot be known.'),
      counted: money(
        'counted',
        'The part of it that no finding of a kind before counts already: the sum of these is the sum of what is open.',
      ),
      what: text('what', 'What was found, in one sentence.', {
        long: 'Will be voided at 2026-01-31 10:30: 2 pieces still to be shipped.',
      }),
      record: text('record', 'What it is about; leads to its row.', { long: 'Order 123456789' }),
      deadline: instant('deadline', 'Until when something can be done about it.'),
      hoursLeft: decimal('hoursLeft', 'Hours until then, as of now.'),
      dataAsOf: instant('dataAsOf', 'When the oldest of what it was found in was read.'),
      kind: text('kind', 'What kind of finding it is; Rules turns kinds off.'),
      sellerId: id('sellerId', 'Whose it is.'),
      state: text(
        'state',
        'Type explained or closed, and it counts no more. The add-on says open, and ended once its cause is gone. Explained findings open again once they come back or are worth a quarter more.',
      ),
      note: text('note', 'Whatever you want to remember of it.'),
      firstSeen: instant('firstSeen', 'When it was first found.'),
      asOf: instant('asOf', 'When it was last looked for.'),
      lateAt: instant('lateAt', 'From then on its data are late.'),
      recordId: id('recordId', 'What identifies the record among those of its kind and shop.'),
      label: text('label', 'What the link in Record says.'),
      linkTable: text('linkTable', 'The sheet that has the row of the record.'),
      linkKey: id('linkKey', 'The identity of its row there.'),
      linkPattern,
      explainedAt: money('explainedAt', 'What it was worth when somebody explained it.'),
      late: text('late', 'Says late where what it was found in is older than Rules allow.'),
    },
  },
  tables: [
    {
      name: 'Findings',
      about:
        'A row for what needs a person, such as an order that will be voided, with what it is worth and until when. People say here what they know about it.',
      each: [],
      columns: ['*'],
      key: ['kind', 'sellerId', 'recordId'],
      typed: ['state', 'note'],
      // Of what ended, As of is when that was seen.
      age: { days: AGES.endedFindings, at: 'asOf', when: { state: ['ended'] } },
      hidden: ['lateAt', 'recordId', 'label', 'linkTable', 'linkKey', 'linkPattern', 'explainedAt'],
      opening: {
        frozen: ['rank'],
        first: ['atRisk', 'counted', 'what', 'record', 'deadline', 'hoursLeft', 'dataAsOf'],
        folded: [],
        tones: { state: { open: ['open'], over: ['ended'], good: ['explained', 'closed'] }, late: 'bad' },
      },
    },
  ],
} as const satisfies Recorded;

export const [findingsTable] = findings.tables;

export function findingsColumns(): readonly Column[] {
  return sheetColumns(findings, findingsTable, NONE_PRIVATE);
}
