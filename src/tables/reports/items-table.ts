/** The sheet of the report Items: what each item earns before ads, below the exact totals of its shop. */
import { decimal, id, instant, integer, list, money, number, text } from '../../protocol/fields.ts';
import { linkPattern } from '../formula-text.ts';
import type { DeclaredRecord, Recorded } from '../table.ts';

/** A person's, or a formula: written with its row, and never again. */
const once = { once: true } as const;

const PERIOD = 'Of orders of the last 180 days';
const REFUNDS = 'Refunds are told of whole orders';
const CONTRIBUTION =
  'Revenue less fee, refunds, cost and shipping of all pieces, before ads. Blank without Cost. What comes back is taken to be lost, and what buyers pay for shipping is left out';

const LATE = 'Says late once the orders were read more than 2 hours ago.';

export const items = {
  answer: {
    record: {
      sellerId: id('sellerId', 'Whose items they are.'),
      items: list('items', 'item', {
        itemNumber: id(
          'itemNumber',
          'Marketplace item number, or the seller part number where that is not known. Total: all of the shop, exact.',
        ),
        title: text('title', 'Short title on the website. Of a total: the orders and days that count.'),
        cost: money('cost', 'What a piece costs you. Yours to type; blank: not known.', once),
        feePercent: number(
          'feePercent',
          "The marketplace's share of revenue: 12 and 12 % are the same. Yours to type; blank: none.",
          once,
        ),
        shipCost: money('shipCost', 'What it costs you to ship a piece. Yours to type; blank: nothing.', once),
        units: integer('units', `Pieces sold. ${PERIOD}, but for void orders and canceled lines.`),
        revenue: money(
          'revenue',
          "Price of these pieces, less their share of their orders' discounts by price. Rows add up to the total.",
        ),
        refundLow: money(
          'refundLow',
          `What was surely refunded of it. ${REFUNDS}: this is what is too much for the rest of the order.`,
        ),
        refundHigh: money(
          'refundHigh',
          `What may have been refunded of it. ${REFUNDS}: each line may have had all of it, up to its price, or nothing.`,
        ),
        contributionLow: money(
          'contributionLow',
          `${CONTRIBUTION}. With the highest refund, and the fee on it kept by the marketplace.`,
          once,
        ),
        contributionHigh: money(
          'contributionHigh',
          `${CONTRIBUTION}. With the lowest refund, and the fee on it given back.`,
          once,
        ),
        adSpendLow: money(
          'adSpendLow',
          'Spend of ad groups that have this product alone, in the same days. Ads run on another storefront than these orders: compare, do not subtract.',
        ),
        adSpendHigh: money(
          'adSpendHigh',
          'The same with all spend of groups that have other products too: nobody tells whose it was.',
        ),
        record: text('record', 'Leads to its row in Inventory. Blank where that has none.', once),
        late: text('late', LATE, once),
        linkKey: id('linkKey', 'The identity of its row in Inventory.'),
        linkPattern,
      }),
      hoursAllowed: decimal('hoursAllowed', 'After so many hours orders are late.'),
      asOf: instant('asOf', 'When the orders were last read.'),
    },
  },
  tables: [
    {
      name: 'Items',
      about:
        'One row per item that sold or was advertised: what it earns before ads, between bounds. People type its costs. The first row is the total of the shop.',
      each: ['items'],
      columns: ['sellerId', 'items.*', 'hoursAllowed', 'asOf'],
      key: ['sellerId', 'itemNumber'],
      typed: [],
      hidden: ['linkKey', 'linkPattern', 'hoursAllowed'],
      opening: {
        frozen: ['itemNumber', 'title'],
        first: ['cost', 'feePercent', 'shipCost', 'contributionLow', 'contributionHigh', 'units', 'revenue'],
        folded: ['asOf'],
        constant: ['sellerId'],
        tones: { late: 'bad' },
      },
    },
  ],
} as const satisfies Recorded;

export type ItemsRecord = DeclaredRecord<typeof items>;
export type ItemRecord = ItemsRecord['items'][number];

/** The item number of a shop's total. */
export const TOTAL = 'Total';
