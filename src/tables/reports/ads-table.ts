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
        'worse or better: orders per click differ from the account by a fifth or more, beyond chance. too early: fewer than 20 expected orders. Blank: not delivering.',
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
      expectedOrders: decimal('expectedOrders', 'Orders that as many clicks bring in the account.'),
      conversion: ratio('conversion', "Orders per click, drawn towards the account's: few clicks prove little."),
      accountConversion: ratio('accountConversion', 'Orders per click in the account.'),
      deviations: decimal('deviations', 'How far Conversion lies above that, in standard deviations.'),
      products: integer('products', 'Products of the group on its newest day. Blank: not known.'),
      productsOut: integer('productsOut', 'Products without stock that you ship yourself. Never pulled: not included.'),
      status: text('status', 'Group status on its newest day.'),
      days: integer('days', 'Days of the 14 that were pulled.'),
      countryCode: id('countryCode', 'Country code.'),
      campaignNumber: id('campaignNumber', 'Campaign number.'),
      groupNumber: id('groupNumber', 'Ad group number.'),
      measured: text('measured', 'The verdict, if the data is not late.'),
      record: text('record', 'Link to the newest day on Ad performance.', once),
      linkKey: id('linkKey', 'Key of the newest day on Ad performance.'),
      linkPattern,
      hoursAllowed: decimal('hoursAllowed', 'Hours after which ads are late.'),
      asOf: instant('asOf', 'When Ad performance was last read.'),
    },
  },
  tables: [
    {
      name: 'Ads',
      about: 'One row per ad group of a country: orders per click compared with the account.',
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
