import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { expectLines } from '../support/lines.ts';
import { Market } from './caller.ts';
import { operations } from './operations/registry.ts';

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
const script = /```sh\n([\s\S]*?)```/.exec(readme)?.[1] as string;

it('the calls in the README cover every operation and get records', async () => {
  const market = await Market.open();
  const here = script.replaceAll('http://127.0.0.1:8123', market.known.url).replaceAll('curl -s', 'echo; curl -s');
  const { stdout } = await promisify(execFile)('sh', ['-c', here]);
  const answers = stdout.split('\n').filter((line) => line !== '');
  await market.running.close();
  const { requests } = market.running;
  expect(requests.filter(({ status }) => status !== 200)).toEqual([]);
  expectLines(
    operations.map(({ id }) => id),
    new Set(requests.map(({ operation }) => String(operation))),
    { list: 'the calls in test/marketplace/README.md', line: 'one with curl that gets records' },
  );
  const calls = script.match(/^curl /gm)!;
  expect([requests.length, answers.length]).toEqual([calls.length, calls.length]);
  for (const answer of answers) expect(answer).toMatch(/TotalCount|totalRows/);
});
