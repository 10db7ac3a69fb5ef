/** Days of stock: what the single looks of Stock history said of an item, a row an item and day. Forecasts read it. */
import { day, decimal, id, integer } from '../protocol/fields.ts';
import { AGES, type DeclaredRecord, type Recorded } from './table.ts';

/** A day is folded once: by the time it is asked for again, the looks that it was made of are gone. */
const once = { once: true } as const;

export const stockDays = {
  answer: {
    record: {
      day: day('day', 'The day, in the time zone of the spreadsheet.', once),
      sellerId: id('sellerId', 'Seller ID.', once),
      itemNumber: id('itemNumber', 'Item number.', once),
      looks: integer(
        'looks',
        'How often the stock was read while there was some, then and at the look before, and had not risen in between.',
        once,
      ),
      unitsFallen: integer('unitsFallen', 'By how much it was less than at the look before, added up.', once),
      squaredFalls: integer('squaredFalls', 'The squares of these falls, added up.', once),
      unitsRisen: integer('unitsRisen', 'By how much it was more than at the look before, added up.', once),
      hoursWithStock: decimal('hoursWithStock', 'The hours between the looks that are counted.', once),
    },
  },
  tables: [
    {
      name: 'Stock days',
      about: 'A row an item and day: what the looks of Stock history on that day said.',
      each: [],
      columns: ['*'],
      key: ['sellerId', 'itemNumber', 'day'],
      appendOnly: true,
      age: { days: AGES.stockHistory, at: 'day' },
    },
  ],
} as const satisfies Recorded;

export const [stockDaysTable] = stockDays.tables;

export type StockDay = DeclaredRecord<typeof stockDays>;
