import { expect, test } from 'vitest';
import { calmDay } from '../../bench/economy/calm-day.ts';
import { model } from '../../bench/model.ts';
import { HOUR } from './scheduled-shop.ts';

const { books, within, callsLeft: _, quickHours: __, ...shop } = model.economy;

/** Tolerance in hours for hourly executions. */
const LATE = 5 / 60;

const BOOKS = [...books, { minutes: 5, mode: 'bound', account: 'workspace' } as const];

test.each(BOOKS)(
  'standard jobs in a calm shop keep the price promise with few calls if the schedule runs every $minutes minutes',
  async ({ minutes, ...book }) => {
    const day = await calmDay({ ...shop, book }, within);
    console.log(`every ${minutes} minutes, ${shop.hours} hours: ${JSON.stringify(day)}`);
    // Items are read once at the start, then as late as allowed.
    expect(day.calls).toBeLessThanOrEqual(model.goals.calmCallsADay);
    expect(day.worst).toBeLessThanOrEqual(within + (minutes === 60 ? LATE : 0));
    expect(day).toMatchObject({ unread: 0, missed: 0 });
    expect(day.changes).toBeGreaterThan(0);
    expect(day.result).toMatch(/^Done\. All prices are within their promised age; next at \d{1,2}:\d\d [AP]M\.$/);
  },
  HOUR,
);
