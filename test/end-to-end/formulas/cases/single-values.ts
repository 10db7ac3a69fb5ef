/** Formulas that give one value for each identifier, in the shape of the identifiers. */
import type { Cases, Expected, Row } from '../case.ts';
import { asFor, gives, givesOne, refuses } from '../case.ts';
import { UNKNOWN_ITEM, UNKNOWN_ORDER } from '../given.ts';
import type { Truth } from '../truth.ts';
import { pacificMoment } from '../truth.ts';

type Name = 'item' | 'order';

/** Each shape of identifiers, and what comes of it: blanks for blanks and for what is unknown. */
function inShapes(name: Name, values: (truth: Truth) => readonly [one: unknown, other: unknown]): Row[] {
  const shape = (rows: (one: unknown, other: unknown) => unknown[][]): Expected =>
    gives((truth) => rows(...values(truth)));
  return [
    [name, shape((one) => [[one]])],
    [`${name}_lower`, shape((one) => [[one]])],
    [`${name}_row`, shape((one, other) => [[one, '', other]])],
    [`${name}_column`, shape((one, other) => [[one], [''], [other], [''], [one]])],
    [
      `${name}_block`,
      shape((one, other) => [
        [one, '', other],
        ['', '', one],
      ]),
    ],
    [
      'blanks',
      gives(() => [
        ['', ''],
        ['', ''],
      ]),
    ],
  ];
}

const idOf = ({ announcement }: Truth, index: number) => announcement.itemNumbers[index]!;

/** Pieces of an item in the warehouses of those countries, all unless told; blank where there are none. */
function pieces({ stock }: Truth, id: string, countries?: readonly string[]): number | '' {
  const own = stock
    .get(id)!
    .filter(({ WarehouseLocation }) => !countries || countries.includes(WarehouseLocation as string));
  return own.length === 0 ? '' : own.reduce((sum, each) => sum + (each.AvailableQuantity as number), 0);
}

const itemIn = (...countries: string[]) =>
  givesOne((truth) => pieces(truth, idOf(truth, 0), countries.length > 0 ? countries : undefined));

export const stock: Cases = {
  answered: { values: 'item' },
  shows: itemIn(),
  room: 106,
  arguments: {
    values: [
      ...inShapes('item', (truth) => [pieces(truth, idOf(truth, 0)), pieces(truth, idOf(truth, 1))]),
      ['part', itemIn()],
      [
        'item_alone',
        refuses(
          'MARKET_NOT_FOUND',
          `The marketplace does not know "${UNKNOWN_ITEM}"; check the identifier, and the type if it is a UPC code.`,
        ),
      ],
      ['{"nothing of the kind","neither this"}', gives(() => [['', '']])],
      [
        'many',
        (truth, shown) => {
          const known = truth.announcement.allItemNumbers.slice(0, 100).map((id) => [pieces(truth, id)]);
          const all = shown('many') as { cells: unknown[][] };
          return { cells: [...known, ...all.cells.slice(100, 105)] };
        },
      ],
      [`"${'x'.repeat(60)}"`, refuses('MARKET_SERVICE', /The marketplace says: CT002: /)],
    ],
    warehouse: [
      ['"USA"', itemIn('USA')],
      ['" usa "', itemIn('USA')],
      ['{"USA","DEU"}', itemIn('USA', 'DEU')],
      [
        '"USA,DEU"',
        refuses('MARKET_ARGUMENT', '"warehouse" takes codes of 3 letters, such as USA, not "USA,DEU".'),
      ],
      ['"ZZZ"', gives(() => [['']])],
      ['"US"', refuses('MARKET_ARGUMENT', '"warehouse" takes codes of 3 letters, such as USA, not "US".')],
      ['7', refuses('MARKET_ARGUMENT', '"warehouse" takes codes of 3 letters, such as USA, not "7".')],
    ],
    type: [
      ['0', itemIn()],
      ['"item number"', itemIn()],
      ['1', refuses('MARKET_NOT_FOUND', /does not know "9SI/)],
      [
        '9',
        refuses(
          'MARKET_ARGUMENT',
          '"type" takes 0 (Item number), 1 (Seller part number), 2 (UPC code), not "9".',
        ),
      ],
    ],
  },
  calls: [
    ['part,,1', itemIn()],
    ['part,"USA",1', itemIn('USA')],
    ['upc,,2', itemIn()],
    ['upc,,"UPC code"', itemIn()],
    ['{"012345678905"},,2', refuses('MARKET_NOT_FOUND', /does not know "012345678905"; check .* the type/)],
    [
      'codes,,2',
      refuses(
        'MARKET_ARGUMENT',
        'Of this type a formula takes at most 30 identifiers, because each needs a call of its own; use item numbers or part numbers.',
      ),
    ],
  ],
};

const change = (truth: Truth, id: string) => truth.changes.usa.get(id)?.[0];
const amount = (field: string) => givesOne((truth) => change(truth, idOf(truth, 0))![field]);
const gap = (truth: Truth) => {
  const { TargetUnitPrice: price, BuyboxUnitPrice: buybox } = change(truth, idOf(truth, 0)) as {
    TargetUnitPrice: number;
    BuyboxUnitPrice: number;
  };
  return { gap: Math.round((price - buybox) * 100) / 100, buybox };
};
const noChange = (id: string) =>
  refuses(
    'MARKET_NOT_FOUND',
    new RegExp(`Price history has nothing of "${id}.*": there is nothing yet, or the marketplace does not`),
  );

export const price: Cases = {
  answered: { itemNumbers: 'item' },
  shows: amount('TargetUnitPrice'),
  room: 5,
  arguments: {
    itemNumbers: [
      ...inShapes('item', (truth) => [
        change(truth, idOf(truth, 0))!.TargetUnitPrice,
        change(truth, idOf(truth, 1))!.TargetUnitPrice,
      ]),
      ['item_alone', noChange(UNKNOWN_ITEM)],
      ['".."', refuses('MARKET_ARGUMENT', '"itemNumbers" takes identifiers, not "..".')],
    ],
    field: [
      ['"price"', amount('TargetUnitPrice')],
      ['" PRICE "', amount('TargetUnitPrice')],
      ['"previous"', amount('OriginalUnitPrice')],
      ['"buybox"', amount('BuyboxUnitPrice')],
      ['"gap"', givesOne((truth) => gap(truth).gap)],
      ['"gap%"', givesOne((truth) => gap(truth).gap / gap(truth).buybox)],
      ['"time"', givesOne((truth) => new Date(String(change(truth, idOf(truth, 0))!.RequestTimeStamp)))],
      [
        '"colour"',
        refuses(
          'MARKET_ARGUMENT',
          'MARKET_PRICE has no "colour"; choose from price, previous, buybox, gap, gap%, time.',
        ),
      ],
    ],
  },
  calls: [
    [
      'item_row,"buybox"',
      gives((truth) =>
        [[0, 1].map((index) => change(truth, idOf(truth, index))!.BuyboxUnitPrice)].map(([one, other]) => [
          one,
          '',
          other,
        ]),
      ),
    ],
  ],
};

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
        refuses(
          'MARKET_NOT_FOUND',
          `The marketplace does not know "${UNKNOWN_ORDER}"; check the identifier.`,
        ),
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
      ['"Customer name"', refuses('MARKET_ARGUMENT', /There is no column "Customer name"; choose from /)],
      ['"shipToStateCode"', refuses('MARKET_ARGUMENT', /There is no column "shipToStateCode"/)],
      // Left out, it is a header and a row.
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

/** A header without buyers, and a row for each number; what is unknown has a blank one. */
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
