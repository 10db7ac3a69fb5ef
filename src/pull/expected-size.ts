/** How many calls a question will take, reckoned from what it took before. */

import type { Precision } from '../limits/planner.ts';
import type { Operation } from '../protocol/operation.ts';
import { pacificText } from '../protocol/pacific.ts';
import type { Params } from '../protocol/params.ts';
import { DAY } from '../protocol/time.ts';
import type { Remembered } from './sizes.ts';

export interface Asked {
  /** Calls at least: one a unit. */
  readonly units: number;
  /** Length of the period that is asked for, where there is one. */
  readonly days?: number | undefined;
  /** Records on a page at most, and on one of a service that does not heed what it is asked for. */
  readonly pageSize: number;
  readonly usual?: number | undefined;
}

export interface Expected {
  readonly calls: number;
  readonly cells: number;
  /** Nothing when the same was asked before. */
  readonly precision?: Precision;
}

export function expectedSize(asked: Asked, last: Remembered | undefined): Expected {
  const { units, days } = asked;
  if (!last) return { calls: units, cells: 0, precision: 'at least' };
  const { size, isOtherPeriod } = last;
  const isSameSpan = days === size.days;
  if (units === size.units && isSameSpan && !isOtherPeriod) return { calls: size.calls, cells: size.cells };
  const growth = isSameSpan || !days || !size.days ? units / size.units : days / size.days;
  return {
    calls: Math.max(
      units,
      units === size.units ? pagesOf(asked, size, growth) : ratio(size.calls, units / size.units),
    ),
    cells: ratio(size.cells, growth),
    precision: 'about',
  };
}

/** Pages of as many units as before, when each brings so many times the records. */
function pagesOf({ units, pageSize, usual }: Asked, size: Remembered['size'], growth: number): number {
  const { records } = size;
  if (records === undefined) return ratio(size.calls, growth);
  // More pages than their size explains: the service does not heed the size.
  const isHeeded = size.calls < Math.ceil(records / pageSize) + units;
  const onPage = isHeeded ? pageSize : (usual ?? records / size.calls);
  return units * Math.max(1, Math.ceil((records * growth) / units / onPage));
}

function ratio(amount: number, growth: number): number {
  return Math.round(amount * growth);
}

/** Length of the period, in days; nothing where it has no beginning. One without an end goes on until now. */
export function daysOf(
  { period }: Pick<Operation, 'period'>,
  params: Params,
  now: number,
): number | undefined {
  if (!period || params[period[0]] === undefined) return undefined;
  const [from, to] = [String(params[period[0]]), String(params[period[1]] ?? pacificText(now))];
  const days = (endOf(to) - wall(from)) / DAY;
  return days > 0 ? Math.round(days * 1000) / 1000 : undefined;
}

function wall(text: string): number {
  return Date.parse(text.length === 10 ? text : `${text.replace(' ', 'T')}Z`);
}

/** A bare date ends with its day, and so does its last second. */
function endOf(text: string): number {
  return wall(text) + (text.length === 10 ? DAY : 1000);
}
