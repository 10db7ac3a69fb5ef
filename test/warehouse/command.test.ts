import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ranInProcess } from '../support/command.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const command = (...args: string[]) => ['--import', 'tsx', MAIN, ...args];

test('prints one line, serves, and exits on a signal', async () => {
  const child = spawn(process.execPath, command('--port', '0', '--location', 'EU'));
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.includes('\n')) break;
  }
  const { url, ...rest } = JSON.parse(output) as { url: string };
  expect(rest).toEqual({ project: 'local-project', location: 'EU' });
  const made = await fetch(`${url}/bigquery/v2/projects/local-project/datasets`, {
    method: 'POST',
    body: '{"datasetReference":{"datasetId":"shop"}}',
  });
  expect(await made.json()).toMatchObject({ location: 'EU' });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(output.trimEnd().split('\n')).toHaveLength(1);
});

test('explains a bad option and exits with code 2', async () => {
  const { status, stdout, stderr } = await ranInProcess(() => import('./main.ts'), '--port', 'x');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^--port must be a whole number.*"x"\nUsage:/);
});
