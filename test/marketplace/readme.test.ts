/** The README's calls, run as they stand. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Market } from './caller.ts';

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
const script = /```sh\n([\s\S]*?)```/.exec(readme)?.[1] as string;

it('get an answer each', async () => {
  const market = await Market.open();
  const here = script
    .replaceAll('http://127.0.0.1:8123', market.known.url)
    .replaceAll('curl -s', 'echo; curl -s');
  const { stdout } = await promisify(execFile)('sh', ['-c', here]);
  const answers = stdout.split('\n').filter((line) => line !== '');
  await market.running.close();
  expect(market.running.requests.map((entry) => [entry.operation, entry.status])).toEqual([
    ['inventory', 200],
    ['inventory', 200],
    ['lookup-report', 200],
    ['price-history', 200],
    ['ad-performance', 200],
    ['keywords', 200],
    ['orders', 200],
  ]);
  expect(answers).toHaveLength(7);
  for (const answer of answers) expect(answer).toMatch(/TotalCount|totalRows/);
});
