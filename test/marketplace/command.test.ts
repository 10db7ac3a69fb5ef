/** The market command in its own process. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const command = (...args: string[]) => ['--import', 'tsx', MAIN, ...args];

/** Starts the command, hands its first line to `use`, ends it, and gives all of its output. */
async function run(
  args: string[],
  signal: NodeJS.Signals,
  use: (known: Record<string, unknown>) => Promise<void>,
) {
  const child = spawn(process.execPath, command(...args));
  let output = '';
  const announced = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('\n')) resolve();
    });
  });
  await announced;
  try {
    await use(JSON.parse(output));
  } finally {
    child.kill(signal);
  }
  const [code] = await once(child, 'exit');
  return { output, code };
}

describe('market', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('prints one line, serves, and ends on %s', async (signal) => {
    const args = ['--seed', '7', '--items', '12', '--orders', '9', '--clock', '2025-06-16T18:00:00Z'];
    const { output, code } = await run(args, signal, async (known) => {
      expect(Object.keys(known)).toEqual([
        ...[
          'url',
          'sellerId',
          'apiKey',
          'secretKey',
          'requestIds',
          'itemNumbers',
          'allItemNumbers',
          'campaigns',
        ],
      ]);
      expect(known.allItemNumbers).toHaveLength(12);
      const path = '/marketplace/b2b/ordermgmt/order/orderinfo';
      const response = await fetch(`${known.url}${path}?sellerid=${known.sellerId}&version=314`, {
        method: 'PUT',
        headers: {
          Authorization: String(known.apiKey),
          SecretKey: String(known.secretKey),
          'Content-Type': 'application/json',
          Accept: 'application/json',
        },
        body: '{"OperationType":"GetOrderInfoRequest"}',
      });
      const answer = (await response.json()) as { ResponseBody: { PageInfo: object }; ResponseDate: string };
      expect(answer.ResponseBody.PageInfo).toMatchObject({ TotalCount: 9 });
      expect(answer.ResponseDate).toMatch(/^06\/16\/2025 11:0\d:\d\d$/);
    });
    expect(output.trimEnd().split('\n')).toHaveLength(1);
    expect(code).toBe(0);
  });

  it.each([
    ['--seed', 'x'],
    ['--port', '70000'],
    ['--scenario', 'storm'],
    ['--items', '0'],
    ['--orders', '-1'],
    ['--caps', 'all'],
    ['--clock', 'yesterday'],
    ['--colour', 'red'],
    ['surplus', '--seed=1'],
  ])('refuses %s %s', (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, command(...args), { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('Usage:');
    expect(stderr).not.toContain('    at ');
  });
});
