/** Units that the person ordered already: they count as stock from the run that first sees the number until stock rises. */
import { sum } from '../../money.ts';
import type { SalesDay } from './sales.ts';

export interface Delivery {
  readonly units: number;
  /** To be kept with the row; null where nothing is on order. */
  readonly seen: string | null;
  readonly hasArrived: boolean;
}

const NONE: Delivery = { units: 0, seen: null, hasArrived: false };
const ARRIVED = 'arrived';

/** `seen` is what the last run kept. Version 1: `1 units day risen`, with what the stock had risen on that day by then. */
export function deliveryOf(
  typed: number | null | undefined,
  seen: string | null | undefined,
  days: readonly SalesDay[],
  today: number,
): Delivery {
  const units = typed ?? 0;
  if (!(units > 0)) return NONE;
  const risenSince = (from: number) =>
    sum(
      days.filter(({ day }) => day >= from),
      'risen',
    );
  const [version, before, day, risen] = (seen ?? '').split(' ');
  if (version !== '1' || Number(before) !== units)
    return { units, seen: `1 ${units} ${today} ${risenSince(today)}`, hasArrived: false };
  if (risen !== ARRIVED && risenSince(Number(day)) <= Number(risen)) return { units, seen: seen!, hasArrived: false };
  return { units: 0, seen: `1 ${units} ${day} ${ARRIVED}`, hasArrived: true };
}
