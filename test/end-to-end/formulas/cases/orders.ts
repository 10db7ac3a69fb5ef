import { type Cases, gives, refuses } from '../case.ts';
import { pacificDay, pacificMoment } from '../truth.ts';
import { choices, type Entries, whole } from './table.ts';

const ordersOf =
  (isIn: (day: string, status: unknown) => boolean): Entries =>
  ({ orders }) =>
    orders.filter(({ OrderDate, OrderStatus }) => isIn(pacificDay(OrderDate), OrderStatus));
const ORDERS = ['Order number', 'Order total amount'] as const;
const ordersTable = (isIn: (day: string, status: unknown) => boolean) =>
  gives((truth) => [
    ORDERS,
    ...ordersOf(isIn)(truth).map(({ OrderNumber, OrderTotalAmount }) => [String(OrderNumber), OrderTotalAmount]),
  ]);
const isTenth = (day: string) => day === '2025-06-10';
const COLUMNS = ',,,"Order number,Order total amount"';

export const orders: Cases = {
  answered: { from: '"2025-06-10"', to: '"2025-06-10"', columns: '"Order number,Order total amount"' },
  shows: ordersTable(isTenth),
  room: 27,
  arguments: {
    from: [
      ['"2025-06-11"', refuses('MARKET_ARGUMENT', '"from" (2025-06-11 00:00:00) is after "to" (2025-06-10 23:59:59).')],
      // 9:30 AM in New York, before the first order of that day.
      ['moment', ordersTable(isTenth)],
    ],
    to: [
      ['', refuses('MARKET_ARGUMENT', /MARKET_ORDERS needs "to": .*Or enter a period instead of the two days: today/)],
      ['moment', gives(() => [ORDERS])],
      ['"2025-06-12"', ordersTable((day) => day >= '2025-06-10' && day <= '2025-06-12')],
    ],
    status: [
      ['"Invoiced"', ordersTable(isTenth)],
      ['3', ordersTable(isTenth)],
      ['"shipped"', gives(() => [ORDERS])],
      [
        '"Lost"',
        refuses(
          'MARKET_ARGUMENT',
          '"status" takes 0 (Unshipped), 1 (Partially Shipped), 2 (Shipped), 3 (Invoiced), 4 (Voided), 5 (Payment Pending), not "Lost".',
        ),
      ],
      ['9', refuses('MARKET_ARGUMENT', /"status" takes 0 \(Unshipped\), .*, not "9"/)],
    ],
    columns: choices('"2025-06-10","2025-06-10",,"Order number,Order total amount"', ORDERS, [
      'orderNumber',
      'orderTotalAmount',
    ]),
  },
  calls: [
    [
      '"last 7 days"',
      whole(
        '"last 7 days"',
        27,
        ordersOf((day) => day >= '2025-06-10'),
      ),
    ],
    [`"yesterday"${COLUMNS}`, ordersTable((day) => day === '2025-06-15')],
    [`"today"${COLUMNS}`, ordersTable((day) => day === '2025-06-16')],
    [`"3 days ago"${COLUMNS}`, ordersTable((day) => day === '2025-06-13')],
    [`"last week"${COLUMNS}`, ordersTable((day) => day >= '2025-06-09' && day <= '2025-06-15')],
    [`"this month"${COLUMNS},1`, ordersTable((day) => day >= '2025-06-01')],
    [
      `"this month",,0,"Order number,Order total amount"`,
      ordersTable((day, status) => day >= '2025-06-01' && status === 0),
    ],
    [
      `"last 7 days",,,"orderDate"`,
      gives((truth) => [
        ['Order date'],
        ...ordersOf((day) => day >= '2025-06-10')(truth).map(({ OrderDate }) => [pacificMoment(OrderDate)]),
      ]),
    ],
  ],
};
