import { afterAll, describe, expect, test } from 'vitest';
import { latencyModel } from './latency.ts';
import { sampleHost } from './sample-host.ts';

const { cache, properties, lock, read, metadata, write, flush, flushedCell } = latencyModel;
const SCRIPT = `
  function writes() { SpreadsheetApp.getActive().getSheets()[0].getRange('A1').setValue(1) }
  function gets() { CacheService.getScriptCache().get('k'); return Date.now() }
  function ASKING() { const properties = PropertiesService.getUserProperties();
    for (let i = 0; i < 1000; i++) properties.getProperty('k') }
`;

/** Run in this order in one execution. */
const CALLS: readonly (readonly [call: string, milliseconds: number])[] = [
  ["CacheService.getScriptCache().getAll(['a', 'b'])", cache],
  ["PropertiesService.getUserProperties().setProperty('a', 'b')", properties],
  ['LockService.getUserLock().tryLock(0)', lock],
  ['LockService.getUserLock().releaseLock()', 0],
  ["Utilities.formatDate(new Date(), 'UTC', 'yyyy')", 0],
  ["sheet.getRange('A1')", 0],
  ["sheet.getRange('A1').getValues()", read],
  ["sheet.addDeveloperMetadata('k', 'v')", metadata],
  ["sheet.createDeveloperMetadataFinder().withKey('k').find()", metadata],
  ['SpreadsheetApp.flush()', 0],
  ['sheet.setFrozenRows(1)', write],
  ['SpreadsheetApp.flush()', flush],
  ["sheet.getRange('A1:B100').setNumberFormat('@')", write],
  ["sheet.getRange('A1:B100').setValues(Array(100).fill(['a', 'b']))", write],
  ["sheet.getRangeList(['A1', 'C1:D2', 'F:F']).setNumberFormat('@')", write],
  ["sheet.getRange('H1').insertCheckboxes()", write],
  ["sheet.addDeveloperMetadata('k', 'v')", metadata],
  ['sheet.getLastRow()', read + flush + 200 * flushedCell],
  ['sheet.getLastRow()', read],
];

describe.each([1, 3])('at a latency of %d', (latency) => {
  const { host, evaluate, close } = sampleHost(SCRIPT, { latency });
  afterAll(close);

  test('each call takes the modeled time', async () => {
    const timed = CALLS.map(([call]) => `took(() => ${call})`);
    const body = `const sheet = SpreadsheetApp.getActive().getSheets()[0];
      const took = (what) => { const start = Date.now(); what(); return Date.now() - start };
      return [${timed.join()}]`;
    const seen = (await evaluate(body)) as number[];
    expect(CALLS.map(([call], index) => [call, seen[index]])).toEqual(
      CALLS.map(([call, milliseconds]) => [call, latency * milliseconds]),
    );
  });

  test('remaining writes are flushed at the end', async () => {
    expect((await host.call('eval', 'writes', [])).ms).toBe(latency * (read + write + flush));
  });

  test('parallel executions wait at the same time', async () => {
    const start = host.clock.now();
    const ends = await Promise.all([1, 2, 3].map(() => host.call('eval', 'gets', [])));
    expect(ends.map((end) => end.ok && end.value)).toEqual(Array(3).fill(start + latency * cache));
  });

  test('a formula is stopped after 30 seconds', async () => {
    const result = await host.call('formula', 'ASKING', [], { mode: 'CUSTOM_FUNCTION' });
    expect(result).toMatchObject({ ok: false, ms: 30_000 });
  });
});

test('service calls take no time by default', async () => {
  const { host, close } = sampleHost(SCRIPT);
  expect((await host.call('eval', 'writes', [])).ms).toBe(0);
  await close();
});
