import { type Cases, gives, givesOne, refuses } from '../case.ts';
import { UNKNOWN_ITEM } from '../given.ts';
import type { Truth } from '../truth.ts';
import { idOf, inShapes } from './shapes.ts';

const change = (truth: Truth, id: string) => truth.changes.usa.get(id)?.[0];
const amount = (field: string) => givesOne((truth) => change(truth, idOf(truth, 0))![field]);
const gap = (truth: Truth) => {
  const { TargetUnitPrice: price, BuyboxUnitPrice: buybox } = change(truth, idOf(truth, 0)) as {
    TargetUnitPrice: number;
    BuyboxUnitPrice: number;
  };
  return { gap: Math.round((price - buybox) * 100) / 100, buybox };
};
const unknown = (id: string) =>
  refuses(
    'MARKET_NOT_FOUND',
    `The Catalog has no item number for "${id}". Pull Orders or Inventory first, or add the item number to the Catalog.`,
  );
const noChange = (id: string) =>
  refuses('MARKET_NOT_FOUND', new RegExp(`Price history has no data for "${id}.*". Check the identifier`));

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
      ['part', amount('TargetUnitPrice')],
      ['upc', amount('TargetUnitPrice')],
      [
        'names',
        gives((truth) => {
          const price = change(truth, idOf(truth, 0))!.TargetUnitPrice;
          return [
            [price, price],
            [price, ''],
          ];
        }),
      ],
      ['"nobody"', unknown('nobody')],
      ['{"nobody","neither"}', gives(() => [['', '']])],
      [
        '30',
        refuses(
          'MARKET_NOT_FOUND',
          `"30" isn't in the Catalog. Did you mean "0000030"? Enter it as text, with leading zeros.`,
        ),
      ],
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
          'MARKET_PRICE has no "colour". Choose from price, previous, buybox, gap, gap%, time.',
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
