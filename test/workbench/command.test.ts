import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readOptions } from './command-line.ts';
import type { ServerMessage } from './wire.ts';
import { startWorkbench } from './workbench.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'workbench-'));
const started: ChildProcess[] = [];

afterAll(() => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function run(...args: string[]) {
  const command = ['test/workbench/start.mjs', ...args];
  return spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
}

async function start(...args: string[]): Promise<{ url: string; end(): Promise<number | null> }> {
  const command = ['test/workbench/start.mjs', '--items', '40', '--orders', '30', ...args];
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
      const found = /(http:\/\/127\.0\.0\.1:\d+) /.exec(text);
      if (found) resolve(found[1]!);
    });
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${text}`)));
  });
  return {
    url,
    end: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return await response.json();
}

/** Opens a sidebar and returns its token. */
async function tokenAt(url: string): Promise<string> {
  const { shown } = (await post(`${url}/api/menu`, { handler: 'openSidebar', sheet: 0 })) as {
    shown: { text: string }[];
  };
  return /data-token="([^"]+)"/.exec(shown[0]!.text)![1]!;
}

async function state(url: string): Promise<ServerMessage[]> {
  const { body } = await fetch(`${url}/api/changes`);
  let text = '';
  for await (const part of body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes('"kind":"ready"')) break;
  }
  const lines = text.split('\n').filter((line) => line.startsWith('data: '));
  return lines.map((line) => JSON.parse(line.slice(6)) as ServerMessage);
}

test('prints help and explains an invalid option', () => {
  const help = run('--help');
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('Usage: npm start')]);
  const wrong = run('--port', 'many');
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('--port must be a whole number')]);
  expect(() => readOptions(['--time-zone', 'Mars/Olympus'])).toThrow('Unknown time zone Mars/Olympus');
});

test('says which command to run if packages are missing', () => {
  const alone = join(folder, 'start.mjs');
  copyFileSync(join(root, 'test/workbench/start.mjs'), alone);
  const { status, stderr } = spawnSync(process.execPath, [alone], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('Run "npm ci" in this folder')]);
});

test('rejects a --keep file in a folder that does not exist', async () => {
  const options = { port: 0, timeZone: 'America/New_York', items: 1, orders: 0 };
  const started = startWorkbench({ ...options, keep: join(folder, 'nowhere', 'book.json') });
  await expect(started).rejects.toThrow('No such folder');
});

test('does not overwrite a file of another program', async () => {
  const file = join(folder, 'other.json');
  writeFileSync(file, '{"a": 1}');
  const options = { port: 0, timeZone: 'America/New_York', items: 1, orders: 0 };
  await expect(startWorkbench({ ...options, keep: file })).rejects.toThrow('not written by the workbench');
  expect(readFileSync(file, 'utf8')).toBe('{"a": 1}');
});

test('uses another port if the requested one is taken, keeps its state, and stops immediately', async () => {
  const file = join(folder, 'kept.json');
  const first = await start('--port', '0', '--keep', file);
  const options = { timeZone: 'America/New_York', items: 40, orders: 30 };
  const second = await startWorkbench({ ...options, port: Number(new URL(first.url).port) });
  expect(second.url).not.toBe(first.url);
  await second.close();

  await post(`${first.url}/api/edit`, [
    {
      do: 'type',
      sheet: 0,
      cells: [
        [1, 1, '2'],
        [1, 2, '=A1*21'],
        [2, 1, "'0017"],
        [3, 1, '1/2/2026'],
      ],
    },
    { do: 'style', sheet: 0, row: 1, column: 1, rows: 1, columns: 1, style: { bold: true } },
    { do: 'renameSheet', sheet: 0, name: 'Mine' },
    { do: 'freeze', sheet: 0, rows: 1 },
    { do: 'addSheet', name: 'Other', index: 1 },
    { do: 'size', sheet: 0, axis: 'column', lines: [2], pixels: 150 },
  ]);
  const shop = {
    name: 'Kept',
    baseUrl: 'https://market.test',
    sellerId: 'ABCD',
    apiKey: 'k1k1',
    secretKey: 's2s2',
  };
  const choices = { format: 'json', version: '', storefronts: ['main'] };
  const saved = await post(`${first.url}/api/run`, {
    name: 'sidebarCall',
    args: ['saveConnection', [{ ...shop, ...choices }], await tokenAt(first.url)],
    sheet: 0,
  });
  expect(saved).toMatchObject({ ok: true, value: { ok: true } });
  expect(await first.end()).toBe(0);
  await expect(fetch(first.url)).rejects.toThrow();

  const again = await startWorkbench({ ...options, port: 0, keep: file });
  const messages = await state(again.url);
  const book = messages.find((message) => message.kind === 'book')!;
  expect(book.sheets.map(({ name, frozenRows }) => [name, frozenRows])).toEqual([
    ['Other', 0],
    ['Mine', 1],
  ]);
  // Links and stored columns refer to sheets by ID.
  expect(book.sheets[1]!.id).toBe(0);
  expect(book.sheets[1]!.columnLines.sizes).toEqual({ 2: 150 });
  const cells = messages.find((message) => message.kind === 'cells' && message.sheet === book.sheets[1]!.id) as Extract<
    ServerMessage,
    { kind: 'cells' }
  >;
  expect(cells.cells).toEqual([
    [
      [2, null, expect.any(Number)],
      [42, null, 0, '=A1*21'],
    ],
    ['0017'],
    [[46024, '1/2/2026', expect.any(Number)]],
  ]);
  const args = ['state', [], await tokenAt(again.url)];
  const known = await post(`${again.url}/api/run`, { name: 'sidebarCall', args, sheet: 0 });
  expect(known).toMatchObject({ value: { value: { connections: [{ name: 'Kept' }] } } });
  await again.close();
});

test('keeps the time when the shop opened, so that a restart changes no order', async () => {
  const options = { port: 0, timeZone: 'UTC', items: 20, orders: 20, keep: join(folder, 'opened.json') };
  const first = await startWorkbench(options);
  const later = first.host.clock.now() + 3 * 3_600_000;
  first.host.clock.moveTo(later);
  const { opened } = first.market;
  const { orders } = first.market.truth();
  await first.close();
  const again = await startWorkbench(options);
  expect(again.market.opened).toBe(opened);
  expect(again.host.clock.now()).toBeGreaterThanOrEqual(later);
  expect(again.market.truth().orders).toEqual(orders);
  await again.close();
});
