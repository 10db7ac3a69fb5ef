/** The Bids report: keyword bids and suggested ranges. Fields with `once` are formulas. */
import { decimal, id, instant, integer, money, once, text } from '../../protocol/fields.ts';
import { linkPattern } from '../formula-text.ts';
import type { DeclaredRecord, Recorded } from '../table.ts';

export const bids = {
  answer: {
    record: {
      sellerId: id('sellerId', 'Seller ID of the account.'),
      keyword: text('keyword', 'Keyword matched to buyer searches.'),
      groupName: text('groupName', 'Ad group name.'),
      verdict: text(
        'verdict',
        "Bid compared with the suggested range. A suggested bid wins auctions but may not be profitable. No bid: the group's default applies.",
      ),
      outsideBy: money('outsideBy', 'Distance from the suggested range. Blank: within the range.'),
      bid: money('bid', 'Bid for this keyword.'),
      suggBidLowest: money('suggBidLowest', 'Lower bound of the recommended bid.'),
      suggBid: money('suggBid', 'Recommended bid.'),
      suggBidMost: money('suggBidMost', 'Upper bound of the recommended bid.'),
      state: text('state', "Declined or inactive; otherwise the keyword's status."),
      declineReason: text('declineReason', 'Why it was declined.'),
      adGroups: integer('adGroups', "Number of the shop's ad groups that use this keyword, including this one."),
      matchTypes: integer('matchTypes', 'Number of match types used by these groups.'),
      campaignName: text('campaignName', 'Campaign name.'),
      campaignNumber: id('campaignNumber', 'Campaign number.'),
      groupNumber: id('groupNumber', 'Ad group number.'),
      matchType: integer('matchType', 'Match type.', {
        codes: { '0': 'Exact', '1': 'Broad', '6': 'Phrase' },
        named: true,
      }),
      record: text('record', 'Link to the row on Keywords.', once),
      late: text('late', 'late: keywords were read more than 36 hours ago.', once),
      linkKey: id('linkKey', 'Key of the row on Keywords.'),
      linkPattern,
      hoursAllowed: decimal('hoursAllowed', 'Hours before keywords are considered late.'),
      asOf: instant('asOf', 'When the keyword was last read.'),
    },
  },
  tables: [
    {
      name: 'Bids',
      about: 'One row per keyword and ad group: its bid, the suggested range, and other groups that use the keyword.',
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
