import { expect, test } from 'vitest';
import { findFormula } from '../../src/formulas/functions/registry.ts';
import { answers, evaluateWith } from '../support/noted-answers.ts';

test.each([
  ['Cairo, on a day without midnight', 'Africa/Cairo', '2025-04-24T22:00:00Z', '2025-04-25'],
  ['Cairo, the day after', 'Africa/Cairo', '2025-04-25T21:00:00Z', '2025-04-26'],
  ['São Paulo, on a day without midnight', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-04'],
  ['New York', 'America/New_York', '2025-03-09T05:00:00Z', '2025-03-09'],
  ['a time of the day', 'Africa/Cairo', '2025-04-24T23:30:00Z', '2025-04-24'],
])('reads a date cell: %s', (_, zone, instant, asked) => {
  const port = answers([], { zone });
  evaluateWith(findFormula('MARKET_AD_PERFORMANCE'), [new Date(instant), '2030-01-01'], port);
  expect(port.asked[0]!.params.fromDate).toBe(asked);
});
