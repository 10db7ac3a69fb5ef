/** The Reorder report and its forecasts. Fields with `once` are formulas or user entries. */
import { day, decimal, id, instant, integer, number, once, ratio, text } from '../../protocol/fields.ts';
import { linkPattern, notNumber } from '../formula-text.ts';
import type { DeclaredRecord, Recorded } from '../table.ts';

export const stock = integer('stock', 'Units that you ship yourself, in all countries.');

export const record = text('record', 'Link to the row on Inventory.', once);
export const linkKey = id('linkKey', 'Key of the row on Inventory.');

const stockLasts = (chance: number) => `There is a ${chance}% chance that stock lasts at least this many days.`;

export const reorder = {
  answer: {
    record: {
      sellerPartNumber: id('sellerPartNumber', 'Your SKU.'),
      title: text('title', "The item's title, from the Catalog."),
      verdict: text(
        'verdict',
        'now: order today. soon: within 7 days. ok: later. too early: not enough sales yet. check: the forecast is uncertain; see Why.',
      ),
      orderBy: day('orderBy', 'Order by this date for a 90% chance that stock lasts until delivery.'),
      suggestedQuantity: integer(
        'suggestedQuantity',
        'Units needed minus Stock and On order, rounded up to Pack size.',
      ),
      stock,
      onOrder: number(
        'onOrder',
        'Units that you ordered. Enter them here. They count as stock from the next run until stock increases.',
        once,
      ),
      leadTime: number('leadTime', 'Days from order to delivery. Blank: Lead time on Rules.', once),
      coverDays: number('coverDays', 'Days of supply per order. Blank: Cover days on Rules.', once),
      packSize: number('packSize', 'Units per pack. Blank: 1.', once),
      unitsPerDay: decimal(
        'unitsPerDay',
        'Units sold per in-stock day, weighted toward recent days. Estimated from decreases in stock.',
      ),
      daysLeftP10: number('daysLeftP10', stockLasts(90)),
      daysLeftP50: number('daysLeftP50', stockLasts(50)),
      daysLeftP90: number('daysLeftP90', stockLasts(10)),
      why: text('why', 'Why the verdict is "too early" or "check".'),
      daysObserved: number('daysObserved', 'Days with stock in the last 60 days.'),
      lastReceipt: day('lastReceipt', 'Last day on which stock increased.'),
      itemNumber: id('itemNumber', 'Marketplace item number.'),
      neededUnits: integer(
        'neededUnits',
        'Demand over the lead time plus days of cover stays below this in 9 of 10 cases.',
      ),
      sellerId: id('sellerId', 'Seller ID of the shop.'),
      stockAsOf: instant('stockAsOf', 'When stock was read.'),
      record,
      late: text('late', 'late: stock was read more than 8 hours ago.', once),
      linkKey,
      linkPattern,
      hoursAllowed: decimal('hoursAllowed', 'Hours until stock is late.'),
      onOrderSeen: text('onOrderSeen', 'The first value entered in On order, and when.'),

      nextLow: integer('nextLow', 'Low end (P10) of the forecast for the next 7 days.'),
      nextHigh: integer('nextHigh', 'High end (P90) of the forecast for the next 7 days.'),
      forecastOn: day('forecastOn', 'First day of the latest completed forecast.'),
      forecastLow: integer('forecastLow', 'Low end (P10) of that 7-day forecast.'),
      forecastHigh: integer('forecastHigh', 'High end (P90) of that 7-day forecast.'),
      sold: integer('sold', 'Units sold during that forecast. Blank if more than one day is missing.'),
      result: text('result', 'Sales compared with the forecast: within, more, less, or not seen.'),
      hitRate: ratio('hitRate', 'Share of forecasts within their range over 28 days. Requires at least 7 results.'),
      compared: integer('compared', 'Forecasts compared with sales over 28 days.'),
      snapshots: text('snapshots', 'Open forecasts and the last 28 days of results.'),
      asOf: instant('asOf', 'When this was computed.'),
    },
  },
  tables: [
    {
      name: 'Reorder',
      about: 'One row per item: how long stock will last, and when and how much to order.',
      each: [],
      columns: [
        ...['sellerPartNumber', 'title', 'verdict', 'orderBy', 'suggestedQuantity', 'stock'],
        ...['onOrder', 'leadTime', 'coverDays', 'packSize', 'unitsPerDay'],
        ...['daysLeftP10', 'daysLeftP50', 'daysLeftP90', 'why', 'daysObserved', 'lastReceipt', 'itemNumber'],
        ...['neededUnits', 'sellerId', 'stockAsOf', 'record', 'late', 'linkKey', 'linkPattern', 'hoursAllowed'],
        ...['onOrderSeen', 'asOf'],
      ],
      key: ['sellerId', 'itemNumber'],
      typed: [],
      hidden: ['linkKey', 'linkPattern', 'hoursAllowed', 'onOrderSeen'],
      opening: {
        frozen: ['sellerPartNumber', 'title'],
        first: [
          ...['verdict', 'orderBy', 'suggestedQuantity', 'stock', 'onOrder', 'leadTime', 'coverDays', 'packSize'],
          ...['unitsPerDay', 'daysLeftP10', 'daysLeftP50', 'daysLeftP90', 'why', 'daysObserved', 'lastReceipt'],
          ...['itemNumber', 'record', 'late'],
        ],
        folded: ['neededUnits', 'stockAsOf', 'asOf'],
        constant: ['sellerId'],
        tones: {
          verdict: { bad: ['now'], open: ['soon', 'check'], good: ['ok'], over: ['too early'] },
          late: 'bad',
        },
        marks: Object.fromEntries(
          ['onOrder', 'leadTime', 'coverDays', 'packSize'].map((column) => [column, [['bad', notNumber(column)]]]),
        ),
      },
    },
    {
      name: 'Forecast score',
      about: 'One row per item: the forecast from seven days ago, actual sales, and forecast accuracy.',
      each: [],
      columns: [
        ...['itemNumber', 'title', 'sellerId', 'forecastOn', 'forecastLow', 'forecastHigh', 'sold', 'result'],
        ...['hitRate', 'compared', 'nextLow', 'nextHigh', 'snapshots', 'asOf'],
      ],
      key: ['sellerId', 'itemNumber'],
      typed: [],
      hidden: ['snapshots'],
      opening: {
        frozen: ['itemNumber', 'title'],
        first: [
          ...['result', 'sold', 'forecastLow', 'forecastHigh', 'forecastOn', 'hitRate', 'compared'],
          ...['nextLow', 'nextHigh'],
        ],
        folded: ['asOf'],
        constant: ['sellerId'],
        tones: { result: { good: ['within'], bad: ['more', 'less'], over: ['not seen'] } },
      },
    },
  ],
} as const satisfies Recorded;

export type ReorderRecord = DeclaredRecord<typeof reorder>;
