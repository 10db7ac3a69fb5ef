/** Named cells with identifiers in every range shape, dates in every format, and invalid values. */
import type { Truth } from './truth.ts';

/** The cells to type, row by row, by the name of their range. */
export type Given = Readonly<Record<string, readonly (readonly string[])[]>>;

export const UNKNOWN_ITEM = '9SINOSUCHITEM';
export const UNKNOWN_ORDER = '999999999';

export function upcOf({ announcement, matches }: Truth): string {
  const [item] = announcement.itemNumbers;
  return String(matches.main.find(({ MarketItemNumber }) => MarketItemNumber === item)?.UPC);
}

export function givenFor(truth: Truth): Given {
  const { announcement, orders } = truth;
  const { itemNumbers, allItemNumbers, campaigns, requestIds } = announcement;
  const [item, other] = itemNumbers as readonly string[] as [string, string];
  const [order, before] = orders.map(({ OrderNumber }) => String(OrderNumber)) as readonly string[] as [string, string];
  return {
    ...named('item', shapes(item, other, UNKNOWN_ITEM)),
    ...named('order', shapes(order, before, UNKNOWN_ORDER)),
    many: allItemNumbers.slice(0, 105).map((id) => [id]),
    codes: Array.from({ length: 31 }, (_, index) => [`'${String(10 ** 11 + index)}`]),
    upc: [[`'${upcOf(truth)}`]],
    names: [
      [item, 'ssd-000001'],
      [`'${upcOf(truth)}`, 'nobody'],
    ],
    part: [['SSD-000001']],
    campaign: [[String(campaigns[0])]],
    request: [[requestIds[0]!]],
    blank: [['']],
    blanks: [
      ['', ''],
      ['', ''],
    ],
    day: [['2025-06-10']],
    day_of_locale: [['6/10/2025']],
    day_in_words: [['Jun 10, 2025']],
    day_as_text: [["'2025-06-10"]],
    day_as_number: [['45818']],
    moment: [['2025-06-10 09:30:00']],
    tick: [['TRUE']],
    broken: [['=NA()']],
    partly_broken: [[item], ['=1/0']],
  };
}

/** Arranges two known identifiers and an unknown one in every range shape. */
function shapes(one: string, other: string, unknown: string): Given {
  return {
    '': [[one]],
    _lower: [[one.toLowerCase()]],
    _row: [[one, '', other]],
    _column: [[one], [''], [other], [unknown], [one]],
    _block: [
      [one, '', ` ${other} `],
      ['', unknown, one],
    ],
    _alone: [[unknown]],
  };
}

function named(name: string, shapes: Given): Given {
  return Object.fromEntries(Object.entries(shapes).map(([ending, rows]) => [name + ending, rows]));
}
