import { type Expected, gives, type Row } from '../case.ts';
import type { Truth } from '../truth.ts';

type Name = 'item' | 'order';

/** Returns a case for each range shape. Blank and unknown identifiers result in blank cells. */
export function inShapes(name: Name, values: (truth: Truth) => readonly [one: unknown, other: unknown]): Row[] {
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

export const idOf = ({ announcement }: Truth, index: number) => announcement.itemNumbers[index]!;
