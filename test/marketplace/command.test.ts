import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { longTest } from '../effort.ts';
import { ranInProcess } from '../support/command.ts';
import { readOptions, UnusableOption } from './command-line.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const command = (...args: string[]) => ['--import', 'tsx', MAIN, ...args];

/** Starts the command, passes the parsed first line to `use`, stops the command, and returns its output. */
async function run(args: string[], signal: NodeJS.Signals, use: (known: Record<string, unknown>) => Promise<void>) {
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
  const servesUntil = async (signal: NodeJS.Signals) => {
    const args = ['--seed', '7', '--items', '12', '--orders', '9', '--clock', '2025-06-16T18:00:00Z'];
    const { output, code } = await run(args, signal, async (known) => {
      expect(Object.keys(known)).toEqual([
        ...['url', 'sellerId', 'apiKey', 'secretKey', 'requestIds', 'itemNumbers', 'allItemNumbers', 'campaigns'],
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
  };

  it('prints one line, serves, and exits on SIGINT', () => servesUntil('SIGINT'));
  longTest('prints one line, serves, and exits on SIGTERM', () => servesUntil('SIGTERM'));

  it('explains a bad option and exits with code 2', async () => {
    const refused = await ranInProcess(() => import('./main.ts'), '--seed', 'x');
    expect(refused.status).toBe(2);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toMatch(/^--seed must be a whole number.*"x"\nUsage:/);
    expect(refused.stderr).not.toContain('    at ');
  });
});

describe('options', () => {
  it.each([
    ['--port', '70000'],
    ['--scenario', 'storm'],
    ['--items', '0'],
    ['--orders', '-1'],
    ['--orders', '1.5'],
    ['--caps', 'all'],
    ['--caps', '0'],
    ['--clock', 'yesterday'],
    ['--clock', '2025-13-01T00:00:00Z'],
    ['--latency', ''],
    ['--faults', 'earthquake'],
    ['--faults', 'closed:2'],
    ['--faults', 'closed:'],
    ['--faults', 'closed:0.6,slow:0.6'],
    ['--faults', ''],
    ['--color', 'red'],
    ['surplus', '--seed=1'],
  ])('reject %s %s', (...args) => {
    expect(() => readOptions(args)).toThrow(UnusableOption);
  });

  it('are parsed', () => {
    const args = ['--seed=3', '--scenario', 'flaky', '--items', '7', '--latency', '20', '--caps', '60'];
    expect(readOptions(args)).toEqual({ seed: 3, scenario: 'flaky', items: 7, latency: 20, caps: 60 });
    expect(readOptions(['--caps', 'none'])).toEqual({ caps: 'none' });
    expect(readOptions([])).toEqual({});
    expect(readOptions(['--faults', 'slow:.1,closed:0.25', '--faults=html-200:0.5'])).toEqual({
      faults: [
        { kind: 'slow', share: 0.1 },
        { kind: 'closed', share: 0.25 },
        { kind: 'html-200', share: 0.5 },
      ],
    });
    expect(readOptions(['--faults', 'firewall-403'])).toEqual({ faults: [{ kind: 'firewall-403' }] });
  });

  it('start a running clock at the given time', () => {
    const now = readOptions(['--clock', '2025-06-16T11:00:00-07:00']).now as () => number;
    const opening = Date.parse('2025-06-16T18:00:00Z');
    expect(now()).toBe(opening);
    expect(now()).toBeGreaterThanOrEqual(opening);
    expect(readOptions(['--clock', '2025-06-16T18:00:00']).now?.()).toBe(opening);
  });
});
