import { expect, test } from 'vitest';
import { calmDay } from '../../bench/economy/calm-day.ts';
import { model } from '../../bench/model.ts';
import { isLong } from '../../effort.ts';
import { HOUR, MINUTE } from './scheduled-shop.ts';

const { books, within, callsLeft: _, quickHours: __, ...shop } = model.economy;

/** Tolerance in hours for hourly executions. */
const LATE = 5 / 60;

const BOOKS = isLong ? [...books, { minutes: 5, mode: 'bound', account: 'workspace' } as const] : books.slice(1);
const SIZE = isLong ? shop : { ...shop, items: 60, orders: 20, hours: 4 };

test.each(BOOKS)(
  'standard jobs in a calm shop keep the price promise with few calls if the schedule runs every $minutes minutes',
  async ({ minutes, ...book }) => {
    const { items, hours } = SIZE;
    const day = await calmDay({ ...SIZE, book }, within);
    console.log(`every ${minutes} minutes, ${hours} hours: ${JSON.stringify(day)}`);
    // Items are read once at the start, then as late as allowed.
    expect(day.calls).toBeLessThanOrEqual(isLong ? model.goals.calmCallsADay : items * (1 + hours / within));
    expect(day.worst).toBeLessThanOrEqual(within + (minutes === 60 ? LATE : 0));
    expect(day).toMatchObject({ unread: 0, missed: 0 });
    expect(day.changes).toBeGreaterThan(0);
    expect(day.result).toMatch(/^Done\. All prices are within their promised age; next at \d{1,2}:\d\d [AP]M\.$/);
  },
  isLong ? HOUR : 5 * MINUTE,
);
