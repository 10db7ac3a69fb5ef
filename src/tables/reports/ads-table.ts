/** The sheet of the report Ads: how each ad group does beside the rest of its account. */
import { decimal, id, instant, integer, money, ratio, text } from '../../protocol/fields.ts';
import { linkPattern } from '../formula-text.ts';
import type { DeclaredRecord, Recorded } from '../table.ts';

/** A formula: written with its row, and never again. */
const once = { once: true } as const;

const DAYS = 'of the last 14 whole days';

export const ads = {
  answer: {
    record: {
      sellerId: id('sellerId', 'Whose account it is.'),
      campaignName: text('campaignName', 'Campaign name.'),
      groupName: text('groupName', 'Ad group name.'),
      verdict: text(
        'verdict',
        'Whether clicks bring fewer or more orders than in the rest of the account, by more than chance would: one group in fifty is called so wrongly. Too early: fewer than 20 orders were to be expected. It does not know what an order brings: see Spend above account.',
        once,
      ),
      spendAboveAccount: money(
        'spendAboveAccount',
        "Spend less what the account's ACoS would allow for these sales. Blank without sales of the account.",
        once,
      ),
      spend: money('spend', `Spend ${DAYS}. A sum of the days that were pulled: see Days.`),
      sales: money('sales', 'Sales that the marketplace credits to the ads in these days.'),
      acos: ratio('acos', 'Spend divided by sales, of the sums. Blank without sales.', once),
      accountAcos: ratio('accountAcos', 'The same of all ad groups of the account.'),
      clicks: integer('clicks', 'Clicks in these days.'),
      orders: integer('orders', 'Orders that the marketplace credits to them.'),
      expectedOrders: decimal('expectedOrders', 'Orders that as many clicks bring in the rest of the account.'),
      conversion: ratio(
        'conversion',
        "Orders a click, drawn towards the account's by what an order is worth or 100 clicks at most: few clicks prove little.",
      ),
      accountConversion: ratio('accountConversion', 'Orders a click in the rest of the account.'),
      deviations: decimal(
        'deviations',
        'How far Conversion lies above that, in standard deviations. Beyond 2.33 there is a verdict.',
      ),
      products: integer('products', 'Products of the group on its newest day. Blank: not known.'),
      productsOut: integer(
        'productsOut',
        'How many of them have no stock that you ship yourself. One whose stock was never pulled is not among them.',
      ),
      status: text('status', 'Group status on its newest day.'),
      days: integer('days', 'Days of these that were pulled of the group.'),
      countryCode: id('countryCode', 'Country code.'),
      campaignNumber: id('campaignNumber', 'Campaign number.'),
      groupNumber: id('groupNumber', 'Ad group number.'),
      measured: text('measured', 'The verdict, if the data is not late.'),
      record: text('record', 'Leads to its newest day in Ad performance.', once),
      linkKey: id('linkKey', 'The identity of its newest day in Ad performance.'),
      linkPattern,
      hoursAllowed: decimal('hoursAllowed', 'Data is late after so many hours.'),
      asOf: instant('asOf', 'When Ad performance was last read.'),
    },
  },
  tables: [
    {
      name: 'Ads',
      about: 'A row an ad group: whether its clicks bring orders as they do in the rest of the account.',
      each: [],
      columns: ['*'],
      key: ['sellerId', 'countryCode', 'campaignNumber', 'groupNumber'],
      typed: [],
      hidden: ['measured', 'linkKey', 'linkPattern', 'hoursAllowed'],
      opening: {
        frozen: ['campaignName', 'groupName'],
        first: [
          ...['verdict', 'spendAboveAccount', 'spend', 'sales', 'acos', 'orders', 'expectedOrders'],
          ...['status', 'productsOut', 'record'],
        ],
        folded: [
          ...['clicks', 'conversion', 'deviations', 'products', 'days'],
          ...['countryCode', 'campaignNumber', 'groupNumber', 'asOf'],
        ],
        constant: ['sellerId', 'accountAcos', 'accountConversion'],
        tones: {
          verdict: { good: ['better'], bad: ['worse'], over: ['too early', 'late data'] },
          status: { over: ['Inactive', 'Ended'] },
        },
      },
    },
  ],
} as const satisfies Recorded;

export type AdsRecord = DeclaredRecord<typeof ads>;
