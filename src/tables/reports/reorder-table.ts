/** The sheets of the report Reorder: what to order, and how right the forecasts behind it were. */
import { day, decimal, id, instant, integer, number, ratio, text } from '../../protocol/fields.ts';
import { linkPattern } from '../formula-text.ts';
import type { DeclaredRecord, Recorded } from '../table.ts';

const once = { once: true } as const;

export const reorder = {
  answer: {
    record: {
      itemNumber: id('itemNumber', 'Marketplace item number.'),
      title: text('title', "The item's title, from the Catalog."),
      sellerPartNumber: id('sellerPartNumber', 'Your own identifier of the item.'),
      sellerId: id('sellerId', 'Whose item it is.'),
      verdict: text(
        'verdict',
        'now: order today. soon: within seven days. ok: later. too early: too little was seen to tell. unreliable: demand changes, or forecasts were wrong, and only you can tell.',
        once,
      ),
      orderBy: day(
        'orderBy',
        'The day by which to order, so that the stock lasts until it arrives in nine of ten cases: days left P10 after the stock was read, less the lead time.',
        once,
      ),
      suggestedQuantity: integer(
        'suggestedQuantity',
        'Needed units less stock. Change lead time or cover days, and it is reckoned at the next run. It knows nothing of what you have ordered already, of pack sizes or of prices.',
        once,
      ),
      stock: integer(
        'stock',
        'What you ship yourself, in all countries together. Stock that the marketplace ships is not in it.',
      ),
      unitsADay: decimal(
        'unitsADay',
        'Units sold a day, of the days that had stock. Told from falls of the stock: what you took out for another reason counts as sold.',
      ),
      daysLeftP10: decimal(
        'daysLeftP10',
        'In nine of ten cases the stock lasts longer than so many days. Told from the last 28 to 60 days: it knows nothing of a season, a sale or a new price to come.',
      ),
      daysLeftP50: decimal('daysLeftP50', 'As likely as not the stock lasts so many days.'),
      daysLeftP90: decimal('daysLeftP90', 'In one of ten cases the stock lasts longer than so many days.'),
      leadTime: number(
        'leadTime',
        'Yours to type: days from an order to its arrival. Blank: lead-time of the sheet Rules.',
        once,
      ),
      coverDays: number(
        'coverDays',
        'Yours to type: days that an order is to last. Blank: cover-days of the sheet Rules.',
        once,
      ),
      neededUnits: integer(
        'neededUnits',
        'In nine of ten cases no more than this is sold in lead time and cover days together.',
      ),
      why: text('why', 'Why there is no verdict, or it is unreliable.'),
      daysObserved: decimal(
        'daysObserved',
        'Days with stock that it is told from. Time without stock is left out, because nobody knows what would have been sold; so is each time in which stock came.',
      ),
      lastReceipt: day(
        'lastReceipt',
        'The last day on which the stock rose: a delivery, or returns that you put back.',
      ),
      stockAsOf: instant('stockAsOf', 'When the stock was read.'),
      neededDays: decimal('neededDays', 'Lead time and cover days of which needed units tell.'),
      record: text('record', 'Leads to its row in Inventory.', once),
      late: text('late', 'Says late once the stock was read more than 8 hours ago.', once),
      linkKey: id('linkKey', 'The identity of its row in Inventory.'),
      linkPattern,
      hoursAllowed: decimal('hoursAllowed', 'After so many hours the stock is late.'),
      doubt: text('doubt', 'What stands in the place of a verdict.'),
      usualLeadTime: decimal('usualLeadTime', 'Lead time of the sheet Rules.'),
      usualCoverDays: decimal('usualCoverDays', 'Cover days of the sheet Rules.'),

      nextLow: integer('nextLow', 'In nine of ten cases at least so many are sold in the seven days from today on.'),
      nextHigh: integer('nextHigh', 'In nine of ten cases at most so many are sold in the seven days from today on.'),
      saidOn: day('saidOn', 'The day from which on the forecast was made that is held against what came.'),
      saidLow: integer('saidLow', 'What it said of these seven days at least.'),
      saidHigh: integer('saidHigh', 'What it said of these seven days at most.'),
      came: integer(
        'came',
        'What was sold in these seven days. A day that was not seen, because there was no stock or stock came, is reckoned as the others; blank where that is more than one.',
      ),
      result: text('result', 'within, more or less than it was said; not seen where that cannot be told.'),
      hitRate: ratio('hitRate', 'How many of the forecasts of four weeks were within; from seven on.'),
      told: integer('told', 'How many of the forecasts of four weeks could be held against what came.'),
      snapshots: text('snapshots', 'What was said of the days to come, and the results of four weeks.'),
      asOf: instant('asOf', 'When this was reckoned.'),
    },
  },
  tables: [
    {
      name: 'Reorder',
      about: 'A row an item: how long its stock lasts, by when to order it and how much.',
      each: [],
      columns: [
        ...['itemNumber', 'title', 'sellerPartNumber', 'sellerId', 'verdict', 'orderBy', 'suggestedQuantity', 'stock'],
        ...['unitsADay', 'daysLeftP10', 'daysLeftP50', 'daysLeftP90', 'leadTime', 'coverDays'],
        ...['neededUnits', 'why', 'daysObserved', 'lastReceipt', 'stockAsOf', 'neededDays', 'doubt'],
        ...['usualLeadTime', 'usualCoverDays', 'record', 'late', 'linkKey', 'linkPattern', 'hoursAllowed'],
        'asOf',
      ],
      key: ['sellerId', 'itemNumber'],
      typed: [],
      hidden: ['neededDays', 'doubt', 'usualLeadTime', 'usualCoverDays', 'linkKey', 'linkPattern', 'hoursAllowed'],
      opening: {
        frozen: ['itemNumber', 'title'],
        first: [
          ...['verdict', 'orderBy', 'suggestedQuantity', 'stock', 'daysLeftP10', 'daysLeftP50'],
          ...['daysLeftP90', 'unitsADay', 'leadTime', 'coverDays', 'why', 'record', 'late'],
        ],
        folded: ['neededUnits', 'daysObserved', 'lastReceipt', 'stockAsOf', 'sellerPartNumber', 'asOf'],
        constant: ['sellerId'],
        tones: {
          verdict: { bad: ['now'], open: ['soon'], good: ['ok'], over: ['too early', 'unreliable'] },
          late: 'bad',
        },
      },
    },
    {
      name: 'Forecast score',
      about: 'A row an item: what was forecast seven days ago, what came, and how often that was right.',
      each: [],
      columns: [
        ...['itemNumber', 'title', 'sellerId', 'saidOn', 'saidLow', 'saidHigh', 'came', 'result'],
        ...['hitRate', 'told', 'nextLow', 'nextHigh', 'snapshots', 'asOf'],
      ],
      key: ['sellerId', 'itemNumber'],
      typed: [],
      hidden: ['snapshots'],
      opening: {
        frozen: ['itemNumber', 'title'],
        first: ['result', 'came', 'saidLow', 'saidHigh', 'saidOn', 'hitRate', 'told', 'nextLow', 'nextHigh'],
        folded: ['asOf'],
        constant: ['sellerId'],
        tones: { result: { good: ['within'], bad: ['more', 'less'], over: ['not seen'] } },
      },
    },
  ],
} as const satisfies Recorded;

export type ReorderRecord = DeclaredRecord<typeof reorder>;
