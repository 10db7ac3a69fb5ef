/** The Ads report: compares ad groups with their account. Fields with `once` are formulas. */
import { decimal, id, instant, integer, money, once, ratio, text } from '../../protocol/fields.ts';
import { linkPattern } from '../formula-text.ts';
import type { DeclaredRecord, Recorded } from '../table.ts';

const DAYS = 'over the last 14 full days';

export const ads = {
  answer: {
    record: {
      sellerId: id('sellerId', 'Seller ID of the account.'),
      campaignName: text('campaignName', 'Campaign name.'),
      groupName: text('groupName', 'Ad group name.'),
      verdict: text(
        'verdict',
        '"worse" or "better": orders per click differ from the account\'s by at least 20% and by more than chance. "too early": fewer than 20 expected orders. Blank: not delivering.',
        once,
      ),
      spendAboveAccount: money(
        'spendAboveAccount',
        "Spend beyond what these sales would have cost at the account's ACoS. Blank if the account has no sales.",
        once,
      ),
      spend: money('spend', `Spend ${DAYS}. Includes only the days pulled; see Days.`),
      sales: money('sales', 'Sales attributed to the ads during this period.'),
      acos: ratio('acos', 'Spend divided by sales. Blank without sales.', once),
      accountAcos: ratio('accountAcos', 'ACoS for the entire account.'),
      clicks: integer('clicks', 'Clicks during this period.'),
      orders: integer('orders', 'Orders credited to these clicks.'),
      expectedOrders: decimal('expectedOrders', "Orders expected from these clicks at the account's average rate."),
      conversion: ratio('conversion', "Orders per click, adjusted toward the account's rate when clicks are few."),
      accountConversion: ratio('accountConversion', 'Orders per click in the account.'),
      deviations: decimal('deviations', "Standard deviations above the account's conversion rate."),
      products: integer('products', 'Products in the group on its most recent day. Blank: unknown.'),
      productsOut: integer(
        'productsOut',
        'Seller-shipped products that are out of stock. Excludes products never pulled.',
      ),
      status: text('status', 'Group status on its most recent day.'),
      days: integer('days', 'Days pulled, out of 14.'),
      countryCode: id('countryCode', 'Country code.'),
      campaignNumber: id('campaignNumber', 'Campaign number.'),
      groupNumber: id('groupNumber', 'Ad group number.'),
      measured: text('measured', 'The verdict, whether or not the data is late.'),
      record: text('record', 'Link to the most recent day on Ad performance.', once),
      linkKey: id('linkKey', 'Key of the most recent day on Ad performance.'),
      linkPattern,
      hoursAllowed: decimal('hoursAllowed', 'Hours before ad data is considered late.'),
      asOf: instant('asOf', 'When Ad performance was last read.'),
    },
  },
  tables: [
    {
      name: 'Ads',
      about: 'One row per ad group and country: orders per click compared with the account.',
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
