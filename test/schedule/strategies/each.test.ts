/** Every strategy sends valid params, stays within its call limit, ends, and can store its state. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../../src/operations/registry.ts';
import { readParams } from '../../../src/protocol/params.ts';
import { datasets } from '../../../src/schedule/datasets.ts';
import { strategies } from '../../../src/schedule/strategies/registry.ts';
import type { DatasetStrategies, Strategy, StrategyState } from '../../../src/schedule/strategies/strategy.ts';
import { DAY, input, NOW, names } from '../../support/strategy-input.ts';

const known = {
  orders: names(30, '7').map((orderNumber) => ({
    orderNumber,
    sellerId: 'A006',
    status: '0',
    asOf: NOW - DAY,
  })),
  items: names(30, '9SI').map((itemNumber) => ({ itemNumber })),
  campaigns: [{ campaignNumber: '7', sellerId: 'A006' }],
  requests: [{ requestId: '2PQ' }],
};

const lines = datasets.flatMap(({ operation: { id } }) => {
  if (id === 'warehouse') return [];
  const { refresh, backfill } = strategies[id] as DatasetStrategies;
  const both: readonly [string, Strategy | undefined][] = [
    ['refresh', refresh],
    ['backfill', backfill],
  ];
  return both.flatMap(([way, strategy]) => (strategy ? [{ id, way, strategy }] : []));
});

describe.each(lines)('$way of $id', ({ id, strategy }) => {
  test('sends no option to the marketplace', () => {
    const { options = {} } = strategies[id] as DatasetStrategies;
    const given = Object.entries({ from: '2025-06-10', restate: '2', top: '5' }).filter(([name]) => name in options);
    const { pulls } = strategy(input(known, { calls: 20, filter: Object.fromEntries(given) }));
    expect(pulls.length).toBeGreaterThan(0);
    for (const pull of pulls) expect(() => readParams(operations[id], pull)).not.toThrow();
  });

  test('pulls with valid params until it is complete, from its stored state', () => {
    let state: StrategyState = {};
    const asked: unknown[] = [];
    for (let turn = 0, isLast = false; !isLast; turn++) {
      expect(turn, 'the strategy comes to an end').toBeLessThan(100);
      const next = strategy(input(known, { calls: 20, state, now: NOW + turn * 60_000, cycleAt: NOW }));
      for (const pull of next.pulls) asked.push(readParams(operations[id], pull).params);
      state = JSON.parse(JSON.stringify(next.state));
      expect(state).toEqual(next.state);
      ({ isLast } = next);
    }
    expect(asked).not.toEqual([]);
  });
});
