import { expect, test } from 'vitest';
import { ranInProcess } from '../support/command.ts';
import { result } from './measure.ts';
import { median } from './median.ts';
import { measures } from './registry.ts';
import { report } from './report.ts';

test('rejects an unknown name and lists all measures', async () => {
  const { status, stdout, stderr } = await ranInProcess(() => import('./main.ts'), 'hast');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('No measure named "hast"');
  for (const { name } of measures) expect(stderr).toContain(`  ${name}: `);
});

test('prints the ratio and pass or fail for each result', () => {
  const common = { bench: 'cold', workload: 'w', unit: 'ms', kind: 'timed' } as const;
  const compared = result({ ...common, ours: 6.66666, peer: 2, peerName: 'p', limit: 4 });
  expect(compared).toMatchObject({ ours: 6.67, peer: 2, ratio: 3.33, limit: 4 });
  const alone = result({ ...common, ours: 3, limit: 4 });
  expect(alone).toMatchObject({ peer: null, peerName: null, ratio: null });
  const lines = report([compared, alone]).split('\n');
  expect(lines[2]).toBe('| cold (timed) | w | 6.67 ms | 2 ms, p | 3.33 | at most 4 ms | missed |');
  expect(lines[3]).toBe('| cold (timed) | w | 3 ms |  |  | at most 4 ms | met |');
});

test('the median of an even number of samples is the mean of the middle two', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
});
