/** The sheet of the report Bids: each keyword's bid beside what the marketplace suggests. */
import { decimal, id, instant, integer, money, text } from '../../protocol/fields.ts';
import { linkPattern } from '../formula-text.ts';
import type { DeclaredRecord, Recorded } from '../table.ts';

/** A formula: written with its row, and never again. */
const once = { once: true } as const;

export const bids = {
  answer: {
    record: {
      sellerId: id('sellerId', 'Whose keyword it is.'),
      keyword: text('keyword', 'Expression that is matched with what buyers search.'),
      groupName: text('groupName', 'Ad group name.'),
      verdict: text(
        'verdict',
        'Bid compared with the suggested range. A suggestion wins auctions; it may not pay. No bid: the default of the group counts.',
      ),
      outsideBy: money('outsideBy', 'Distance from the suggested range. Blank: within it.'),
      bid: money('bid', 'Bid for this keyword.'),
      suggBidLowest: money('suggBidLowest', 'Lower bound of the recommended bid.'),
      suggBid: money('suggBid', 'Recommended bid.'),
      suggBidMost: money('suggBidMost', 'Upper bound of the recommended bid.'),
      state: text('state', 'Declined or inactive, else the status of the keyword.'),
      declineReason: text('declineReason', 'Why it was declined.'),
      adGroups: integer('adGroups', 'Ad groups of the shop that have the same keyword, this one included.'),
      matchTypes: integer('matchTypes', 'Match types in which they have it.'),
      campaignName: text('campaignName', 'Campaign name.'),
      campaignNumber: id('campaignNumber', 'Campaign number.'),
      groupNumber: id('groupNumber', 'Ad group number.'),
      matchType: integer('matchType', 'How it is matched.', {
        codes: { '0': 'Exact', '1': 'Broad', '6': 'Phrase' },
        named: true,
      }),
      record: text('record', 'Link to the row on Keywords.', once),
      late: text('late', 'late: keywords were read more than 36 hours ago.', once),
      linkKey: id('linkKey', 'Key of the row on Keywords.'),
      linkPattern,
      hoursAllowed: decimal('hoursAllowed', 'Hours after which keywords are late.'),
      asOf: instant('asOf', 'When the keyword was last read.'),
    },
  },
  tables: [
    {
      name: 'Bids',
      about: 'One row per keyword of an ad group: its bid, the suggested range, and other groups with the keyword.',
      each: [],
      columns: ['*'],
      key: ['sellerId', 'campaignNumber', 'groupNumber', 'keyword', 'matchType'],
      typed: [],
      hidden: ['linkKey', 'linkPattern', 'hoursAllowed'],
      opening: {
        frozen: ['keyword'],
        first: [
          ...['groupName', 'matchTypeName', 'verdict', 'outsideBy', 'bid', 'suggBidLowest', 'suggBid'],
          ...['suggBidMost', 'state', 'adGroups', 'matchTypes', 'record', 'late'],
        ],
        folded: ['declineReason', 'campaignName', 'campaignNumber', 'groupNumber', 'matchType', 'asOf'],
        constant: ['sellerId'],
        tones: {
          verdict: { open: ['below lowest', 'above most'] },
          state: {
            good: ['delivering'],
            open: ['pending', 'processing'],
            bad: ['declined', 'out of budget'],
            over: ['inactive'],
          },
          late: 'bad',
        },
      },
    },
  ],
} as const satisfies Recorded;

export type BidsRecord = DeclaredRecord<typeof bids>;
