import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedBy, openingDay } from '../../src/demo/recorded-answer.ts';
import { daysFrom, fromPacific } from '../../src/protocol/dates.ts';
import { DAY, HOUR } from '../../src/protocol/time.ts';

const recorded = readFileSync(new URL('../../src/demo/recording.json', import.meta.url), 'utf8');

test.each([
  ['an order date', '"06/16/2025 8:41:15"', '"01/02/2026 8:41:15"'],
  ['a due date', '"06/16/2025"', '"01/02/2026"'],
  ["an ad group's time", '"2025-06-16 08:41:15"', '"2026-01-02 08:41:15"'],
  ['a day', '"2025-06-16"', '"2026-01-02"'],
  // The result is in standard time.
  ['a price change', '"2025-06-16T01:25:46.911-07:00"', '"2026-01-02T01:25:46.911-08:00"'],
  ['no other value', '"2025-06-16 pcs", "1-4", "06/16", "20250616"', '"2025-06-16 pcs", "1-4", "06/16", "20250616"'],
])('shifts %s', (_, before, after) => {
  expect(movedBy(200, before)).toBe(after);
});

test('restores the recording when dates are shifted back', () => {
  expect(recorded).toContain('06/16/2025');
  for (const days of [0, 200, 1000]) expect(movedBy(-days, movedBy(days, recorded))).toBe(recorded);
});

test('opens on the latest day with no future dates', () => {
  const instants = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2030, 0, 1) });
  fc.assert(
    fc.property(instants, (now) => {
      const opened = openingDay({ hour: 6 }, now);
      const instant = (day: number) => fromPacific(Date.parse(opened) + day * DAY + 6 * HOUR).at;
      expect(instant(0)).toBeLessThanOrEqual(now);
      expect(instant(1)).toBeGreaterThan(now);
    }),
  );
});

test('counts days across clock changes and year ends', () => {
  expect(daysFrom('2025-06-16', '2026-06-16')).toBe(365);
  expect(daysFrom('2025-11-03', '2025-11-01')).toBe(-2);
});
