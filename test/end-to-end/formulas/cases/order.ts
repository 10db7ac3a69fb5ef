import { asFor, type Cases, type Expected, gives, givesOne, refuses } from '../case.ts';
import { UNKNOWN_ORDER } from '../given.ts';
import { pacificMoment, type Truth } from '../truth.ts';
import { inShapes } from './shapes.ts';

const orderField =
  (field: string, index = 0) =>
  (truth: Truth) =>
    truth.orders[index]![field];
const status = orderField('OrderStatusDescription');

export const order: Cases = {
  answered: { orderNumbers: 'order', field: '"Order status description"' },
  shows: givesOne(status),
  room: 7,
  arguments: {
    orderNumbers: [
      ...inShapes('order', (truth) => [status(truth), orderField('OrderStatusDescription', 1)(truth)]),
      [
        'order_alone',
        refuses('MARKET_NOT_FOUND', `"${UNKNOWN_ORDER}" was not found on the marketplace. Check the identifier.`),
      ],
      ['"abc"', refuses('MARKET_ARGUMENT', '"orderNumbers" takes a whole number, not "abc".')],
      ['1.5', refuses('MARKET_ARGUMENT', '"orderNumbers" takes a whole number, not "1.5".')],
      ['-1', refuses('MARKET_ARGUMENT', '"orderNumbers" takes a whole number, not "-1".')],
    ],
    field: [
      ['"orderStatusDescription"', givesOne(status)],
      ['"ORDER STATUS DESCRIPTION"', givesOne(status)],
      ['"Order number"', givesOne((truth) => String(orderField('OrderNumber')(truth)))],
      ['"Order total amount"', givesOne(orderField('OrderTotalAmount'))],
      ['"orderQty"', givesOne(orderField('OrderQty'))],
      ['"Order date"', givesOne((truth) => pacificMoment(orderField('OrderDate')(truth)))],
      ['"Order downloaded"', givesOne(orderField('OrderDownloaded'))],
      ['"Customer name"', refuses('MARKET_ARGUMENT', /There is no column "Customer name"\. .*Choose from /)],
      ['"shipToStateCode"', refuses('MARKET_ARGUMENT', /There is no column "shipToStateCode"/)],
      // Without a field, the result is a header and a row.
      ['', asFor('order,""')],
      ['blank', asFor('order,""')],
    ],
  },
  calls: [
    ['order,""', wholeRows((numbers) => numbers.slice(0, 1))],
    ['order_column', wholeRows(([one, other]) => [one!, '', other!, '', one!])],
    [
      'blanks',
      gives(() => [
        ['', ''],
        ['', ''],
      ]),
    ],
  ],
};

function wholeRows(numbersOf: (numbers: readonly string[]) => readonly string[]): Expected {
  return (truth, shown) => {
    const numbers = numbersOf(truth.orders.map(({ OrderNumber }) => String(OrderNumber)));
    const typed = numbers.length === 1 ? 'order,""' : 'order_column';
    const [header, ...rows] = (shown(typed) as { cells: unknown[][] }).cells;
    const place = header!.indexOf('Order number');
    const seen = rows.map((row) => row[place]);
    const isWhole = header!.at(-1) === 'As of' && !/customer|ship to/i.test(header!.join());
    return isWhole && seen.join() === numbers.join() ? shown(typed)! : { header, seen, numbers };
  };
}
