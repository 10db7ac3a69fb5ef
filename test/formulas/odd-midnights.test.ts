/** Date cells of days that do not begin at midnight are those days all the same. */
import { expect, test } from 'vitest';
import { evaluate } from '../../src/formulas/evaluate.ts';
import { findFormula } from '../../src/formulas/registry.ts';

test.each([
  ['Cairo, where clocks skipped midnight', 'Africa/Cairo', '2025-04-24T22:00:00Z', '2025-04-25'],
  ['Cairo, the day after', 'Africa/Cairo', '2025-04-25T21:00:00Z', '2025-04-26'],
  ['São Paulo, where they did too', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-04'],
  ['New York', 'America/New_York', '2025-03-09T05:00:00Z', '2025-03-09'],
  ['a time of the day', 'Africa/Cairo', '2025-04-24T23:30:00Z', '2025-04-24T23:30:00.000Z'],
])('%s', (_, zone, instant, asked) => {
  const params: Readonly<Record<string, unknown>>[] = [];
  const answers = {
    orderVersion: () => 314,
    timeZone: () => zone,
    ask: (_operation: string, given: Readonly<Record<string, unknown>>) => {
      params.push(given);
      return [];
    },
  };
  evaluate(findFormula('MARKET_ORDERS'), [new Date(instant), '2030-01-01'], answers);
  expect(params[0]!.orderDateFrom).toBe(asked);
});
