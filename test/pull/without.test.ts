/** Lists items that have no data, but doesn't claim that they are unknown. */
import { expect, test } from 'vitest';
import { priceHistory } from '../../src/operations/price-history.ts';
import { notesOf, reportOf } from '../../src/pull/report.ts';
import { envelope } from '../protocol/arrivals.ts';
import { begun } from '../support/begun-run.ts';
import { executed } from '../support/executed.ts';
import { inMemoryPorts } from '../support/in-memory-ports.ts';

const LOG = { OriginalUnitPrice: 1, TargetUnitPrice: 2, RequestTimeStamp: '2025-06-01T10:00:00' };

test('lists items without price changes in a note, not as "not found", and combines pages of one item', () => {
  const ports = inMemoryPorts(({ url }) => {
    const item = /history\/(\w+)/.exec(url)![1]!.toUpperCase();
    const page = Number(/pageindex=(\d+)/.exec(url)![1]);
    const count = { '9SIMANY': page === 1 ? 100 : 50, '9SIONE': 1 }[item] ?? 0;
    const logs = Array.from({ length: count }, (_, index) => ({
      ...LOG,
      MarketItemNumber: item,
      Memo: `${page}-${index}`,
      TargetUnitPrice: page * 1000 + index,
    }));
    return envelope({ PriceLogs: logs, TotalCount: item === '9SIMANY' ? 150 : count });
  });
  const input = { itemNumbers: ['9SINONE', '9SIMANY', '9SIONE', '9SIOTHER'] };
  const run = executed(ports, begun(priceHistory, input, { now: 0 }));
  const report = reportOf(run, 0);
  expect(report).toMatchObject({ state: 'done', notFound: [], rows: { added: 151 } });
  expect(report.notes).toHaveLength(1);
  expect(report.notes[0]).toContain('No data for 2 items: 9SINONE, 9SIOTHER.');
});

test.each([
  [1, 'No data for 1 item: 1. It may be unknown to the marketplace.'],
  [10, 'No data for 10 items: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10. They may be unknown to the marketplace.'],
  [12, 'No data for 12 items: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more. They may be unknown to the marketplace.'],
])('a note about %i items names the first ten', (count, note) => {
  const without = Array.from({ length: count }, (_, index) => String(index + 1));
  expect(notesOf({ state: 'done', tally: {}, without, unnamed: 0, notes: [], typed: {} })).toEqual([note]);
});
