import { afterAll, expect, test } from 'vitest';
import { isLong, runs } from '../effort.ts';
import { sampleHost } from './sample-host.ts';

const { host, close } = sampleHost(`
  function add(key) {
    const lock = LockService.getScriptLock();
    lock.waitLock(300000);
    const store = PropertiesService.getScriptProperties();
    const before = Number(store.getProperty(key) || 0);
    Utilities.sleep(10);
    store.setProperty(key, String(before + 1));
    lock.releaseLock();
    return before + 1;
  }
  /** @customfunction */
  function COUNTED(n) { return add('sum') }
  function tick() { for (let i = 0; i < 5; i++) add('sum') }
  function work(n) {
    const sheet = SpreadsheetApp.getActiveSheet();
    sheet.getRange('A1:C3').setValues([[n, 'x', new Date()], [n, 'y', true], [n, '', null]]);
    CacheService.getScriptCache().put('n', String(n));
    return sheet.getRange('A1:C3').getValues();
  }
`);
afterAll(close);

const MANY = runs(100, 1000);

test('twelve formulas and a trigger increment a counter under a lock without losing updates', async () => {
  const { workbook } = host;
  host.statistics.reset();
  for (let row = 1; row <= 12; row++) workbook.type(0, row, 1, `=COUNTED(${row})`);
  const trigger = host.triggers.add('a@x', 'tick', 'CLOCK', { everyMinutes: 10 });
  const [fired] = await Promise.all([host.fire(trigger), workbook.settled()]);
  expect(fired).toMatchObject({ ok: true });
  const kinds = host.statistics.executions.map(({ kind, ok }) => `${kind} ${ok}`);
  expect(kinds.filter((kind) => kind === 'formula true')).toHaveLength(12);
  expect(host.stores.script.get('sum')).toBe('17');
  const shown = workbook.read(0, { row: 1, column: 1, rows: 12, columns: 1 }, 'values').flat();
  expect(new Set(shown).size).toBe(12);
});

test('many executions leak no handles, and in long runs no memory', async () => {
  const run = async (count: number) => {
    for (let done = 0; done < count; done += 20) {
      const results = await Promise.all(Array.from({ length: 20 }, (_, n) => host.call('menu', 'work', [done + n])));
      expect(results.every(({ ok }) => ok)).toBe(true);
      host.statistics.reset();
    }
  };
  const handles = () => process.getActiveResourcesInfo().filter((name) => name !== 'Immediate').length;
  // Warm up: the threads' heaps grow to their usual size.
  await run(MANY);
  const before = { memory: process.memoryUsage().rss, handles: handles() };
  await run(MANY);
  // A leaked scope takes over 1 MB. The allowance is for garbage that isn't collected yet, including other test files'
  // garbage; few executions would leave less than that.
  if (isLong) expect(process.memoryUsage().rss - before.memory).toBeLessThan(0.4 * MANY * 2 ** 20);
  expect(handles()).toBeLessThanOrEqual(before.handles + 2);
});
