/** The Items report: earnings before ads. Fields with `once` are formulas or user entries. */
import { decimal, id, instant, integer, money, once, ratio, text } from '../../protocol/fields.ts';
import { linkPattern } from '../formula-text.ts';
import type { DeclaredRecord, Recorded } from '../table.ts';
import { linkKey, record, stock } from './reorder-table.ts';

const CONTRIBUTION =
  'Revenue and shipping income minus fees, refunds, cost, and shipping cost, before ads. Blank if Cost is blank.';

export const items = {
  answer: {
    record: {
      sellerPartNumber: id('sellerPartNumber', 'Your SKU. Total: the entire shop.'),
      title: text('title', 'Short title. In total rows: the orders and days counted.'),
      cost: money('cost', 'Your cost per unit. Enter it here. Blank: unknown.', once),
      feePercent: ratio(
        'feePercent',
        "The marketplace's share of revenue. Include the percent sign: 12% or 0.5%. Blank: none.",
        once,
      ),
      shipCost: money('shipCost', 'Your shipping cost per unit. Blank: none.', once),
      contributionLow: money('contributionLow', `${CONTRIBUTION} Assumes the maximum refund.`, once),
      contributionHigh: money('contributionHigh', `${CONTRIBUTION} Assumes the minimum refund.`, once),
      margin: ratio('margin', 'Average contribution divided by revenue and shipping income.', once),
      units: integer('units', 'Units sold in 180 days, excluding voided orders and canceled lines.'),
      revenue: money('revenue', 'Price of the units sold minus their share of order discounts.'),
      shippingIncome: money('shippingIncome', 'Shipping paid by buyers for the units sold.'),
      refundLow: money(
        'refundLow',
        "Minimum refund: the part of the order's refund that exceeds the rest of the order.",
      ),
      refundHigh: money('refundHigh', "Maximum refund: the order's refund, up to the line's price."),
      adSpendLow: money('adSpendLow', 'Spend on ad groups that contain only this product, in U.S. dollars.'),
      adSpendHigh: money('adSpendHigh', 'Total spend of all ad groups with this product, in U.S. dollars.'),
      stock,
      cashInStock: money('cashInStock', 'Cost of the stock. Blank if Cost is blank.', once),
      daysSinceSale: integer('daysSinceSale', 'Days since the last order with this item. Blank: none in Orders.'),
      pendingUnits: integer('pendingUnits', 'Units in orders with payment pending. Not included in other columns.'),
      pendingRevenue: money(
        'pendingRevenue',
        'Revenue from orders with payment pending. Not included in other columns.',
      ),
      currency: id('currency', 'Currency of the amounts.'),
      itemNumber: id('itemNumber', 'Marketplace item number, or the SKU if unknown.'),
      sellerId: id('sellerId', 'Seller ID of the shop.'),
      record,
      late: text('late', 'late: orders were read more than 2 hours ago.', once),
      linkKey,
      linkPattern,
      totalLow: money('totalLow', 'Low estimate of total contribution.'),
      totalHigh: money('totalHigh', 'High estimate of total contribution.'),
      totalCash: money('totalCash', 'Total cash in stock.'),
      totalEarned: money('totalEarned', 'Revenue and shipping of items with a cost.'),
      hoursAllowed: decimal('hoursAllowed', 'Hours before orders are considered late.'),
      asOf: instant('asOf', 'When orders were last read.'),
    },
  },
  tables: [
    {
      name: 'Items',
      about: 'One row per item and currency: earnings before ads. Enter your costs. The first rows are totals.',
      each: [],
      columns: ['*'],
      key: ['sellerId', 'currency', 'itemNumber'],
      typed: [],
      hidden: ['linkKey', 'linkPattern', 'totalLow', 'totalHigh', 'totalCash', 'totalEarned', 'hoursAllowed'],
      opening: {
        frozen: ['sellerPartNumber', 'title'],
        first: [
          ...['cost', 'feePercent', 'shipCost', 'contributionLow', 'contributionHigh', 'margin', 'units', 'revenue'],
          ...['shippingIncome', 'refundLow', 'refundHigh', 'adSpendLow', 'adSpendHigh', 'stock', 'cashInStock'],
          ...['daysSinceSale', 'pendingUnits', 'pendingRevenue'],
        ],
        folded: ['asOf'],
        constant: ['sellerId', 'currency'],
        shares: ['feePercent'],
        tones: { late: 'bad' },
      },
    },
  ],
} as const satisfies Recorded;

export type ItemsRecord = DeclaredRecord<typeof items>;

/** Shown in total rows in place of an item number. */
export const TOTAL = 'Total';
