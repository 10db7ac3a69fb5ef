import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, startFixture } from './http/fixture.ts';
import { sampleHost } from './sample-host.ts';
import { fault as faultStep } from './steps/fault.ts';
import type { World } from './steps/world.ts';

const { host, evaluate, close } = sampleHost('function zone() { return Session.getScriptTimeZone() }');
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(async () => {
  await close();
  await fixture.close();
});
const world = { host: async () => host } as unknown as World;
const fault = (asked: Record<string, unknown> | null) => faultStep(world, asked);

test('a lockTimeout fault refuses a lock', async () => {
  const wait = 'LockService.getScriptLock().waitLock(5000)';
  await fault({ lockTimeout: true });
  const start = host.clock.now();
  await expect(evaluate(wait)).rejects.toThrow('Lock timeout: another process was holding the lock for too long.');
  expect(host.clock.now() - start).toBe(5000);
  await evaluate(wait);
  await fault({ lockTimeout: 2 });
  const twice =
    'const l = LockService.getDocumentLock(); const first = l.tryLock(10); l.releaseLock(); return [first, l.tryLock(10), l.tryLock(10)]';
  expect(await evaluate(twice)).toEqual([true, false, true]);
});

test('a spreadsheetTimeout fault strikes only at the third call', async () => {
  await fault({ spreadsheetTimeout: 3 });
  // Getting the spreadsheet is the first call.
  await expect(evaluate('ss.getName(); ss.getSheets(); ss.getId()')).rejects.toThrow(
    `Service Spreadsheets timed out while accessing document with id ${host.documentId}.`,
  );
  expect(await evaluate('return ss.getName()')).toBe('Untitled spreadsheet');
});

test('a charts fault makes insertChart fail until cleared', async () => {
  const insert = `const sheet = ss.insertSheet(); sheet.getRange('A1:B2').setValues([['a', 'b'], [1, 2]]);
    const chart = sheet.newChart().asColumnChart().addRange(sheet.getRange('A1:B2')).setPosition(4, 1, 0, 0).build();
    sheet.insertChart(chart); return sheet.getCharts().length`;
  await fault({ charts: true });
  for (let time = 0; time < 2; time++)
    await expect(evaluate(insert)).rejects.toThrow(
      'Unexpected error while getting the method or property insertChart on object SpreadsheetApp.Sheet.',
    );
  await fault(null);
  expect(await evaluate(insert)).toBe(1);
});

test('a sortLeavesHidden fault leaves filtered rows in place when sorting', async () => {
  const sort = `const sheet = ss.insertSheet(); sheet.getRange('A1:B5').setValues([['n', 'of'], [1, 1], [3, 3], [2, 2], [4, 4]]);
    const criteria = SpreadsheetApp.newFilterCriteria().setHiddenValues(['4']).build();
    sheet.getRange('A1:B5').createFilter().setColumnFilterCriteria(1, criteria);
    sheet.getRange('C2').setFormula('=A2');
    sheet.getRange('A2:C5').sort({ column: 1, ascending: false });
    return sheet.getRange('A2:C5').getValues().map((row) => row.join(' '))`;
  expect(await evaluate(sort)).toEqual(['4 4 ', '3 3 ', '2 2 ', '1 1 1']);
  await fault({ sortLeavesHidden: true });
  expect(await evaluate(sort)).toEqual(['3 3 ', '2 2 ', '1 1 1', '4 4 ']);
  await fault(null);
});

test('a lateRefusals fault throws a refused write only at the next read or flush', async () => {
  const write = `const cell = ss.insertSheet().getRange('A1');
    const only = SpreadsheetApp.newDataValidation().requireValueInList(['mine']).setAllowInvalid(false).build();
    cell.setDataValidation(only); SpreadsheetApp.flush();
    const seen = [];
    const note = (name, call) => { try { call(); seen.push(name) } catch { seen.push(name + ' refused') } };
    note('write', () => cell.setValue('yours'));
    note('read', () => cell.getValue());
    note('again', () => cell.getValue());
    note('write', () => cell.setValue('yours'));
    note('flush', () => SpreadsheetApp.flush());
    return seen`;
  expect(await evaluate(write)).toEqual(['write refused', 'read', 'again', 'write refused', 'flush']);
  await fault({ lateRefusals: true });
  expect(await evaluate(write)).toEqual(['write', 'read refused', 'again', 'write', 'flush refused']);
  await fault(null);
});

describe('typed columns', () => {
  const make = "const sheet = ss.insertSheet('Typed'); sheet.getRange('A1').setValue(1)";
  const refused = 'This operation is not allowed on cells in typed columns.';
  const cell = "ss.getSheetByName('Typed').getRange('A1')";

  test('refuse formats and rules, accept values and colors, and end with the fault', async () => {
    await evaluate(make);
    await fault({ typedColumns: 'Typed' });
    for (const call of [
      "setNumberFormat('@')",
      "setNumberFormats([['@']])",
      'clearFormat()',
      'clear()',
      'clearDataValidations()',
      'setDataValidation(null)',
      'insertCheckboxes()',
      "copyTo(ss.getSheetByName('Typed').getRange('B1'), { formatOnly: true })",
    ])
      await expect(evaluate(`${cell}.${call}`), call).rejects.toThrow(refused);
    await expect(evaluate("ss.getSheetByName('Typed').clearFormats()")).rejects.toThrow(refused);
    const taken = `${cell}.setValue(2).setBackground('red').setNote('n').copyTo(ss.getSheetByName('Typed').getRange('B1'), { contentsOnly: true })`;
    await evaluate(taken);
    await evaluate("ss.getSheetByName('Sheet1').getRange('A1').setNumberFormat('@')");
    await fault({ typedColumns: 'Typed', values: true });
    for (const call of ['setValue(3)', "setFormula('=1')", 'clearContent()'])
      await expect(evaluate(`${cell}.${call}`), call).rejects.toThrow(refused);
    await expect(evaluate("ss.getSheetByName('Typed').appendRow([1])")).rejects.toThrow(refused);
    expect(await evaluate(`return ${cell}.getValue()`)).toBe(2);
    await fault(null);
    await evaluate(`${cell}.setNumberFormat('0').setValue(3)`);
  });
});

describe('a used-up quota refuses calls of', () => {
  test.each([
    ['urlfetch', "UrlFetchApp.fetch(BASE + '/fast?id=1')"],
    ['properties', "PropertiesService.getScriptProperties().getProperty('k')"],
    ['email', "MailApp.sendEmail('a@x', 's', 'b')"],
  ])('%s', async (name, call) => {
    await fault({ quota: name });
    await expect(evaluate(call, fixture.url)).rejects.toThrow(`Service invoked too many times for one day: ${name}.`);
    await fault(null);
    await evaluate(call, fixture.url);
  });
});

test('triggers do not run after their daily time is used up', async () => {
  const trigger = host.triggers.add('a@x', 'anything', 'CLOCK', { everyHours: 1 });
  await fault({ quota: 'triggers' });
  expect(await host.fire(trigger)).toMatchObject({
    error: { message: 'Service using too much computer time for one day' },
  });
  await fault(null);
  expect(await host.fire(trigger)).toMatchObject({
    error: { message: 'Script function not found: anything' },
  });
});

test.each([
  [true, 0],
  [0.3, 7],
  [0, 10],
])('an evictCache fault drops a share of %s of all cache entries', async (share, kept) => {
  await evaluate("for (let i = 0; i < 10; i++) CacheService.getScriptCache().put('k' + i, 'v')");
  await fault({ evictCache: share });
  const left =
    "return Object.keys(CacheService.getScriptCache().getAll(Array.from({ length: 10 }, (_, i) => 'k' + i))).length";
  expect(await evaluate(left)).toBe(kept);
});

describe('a refused member', () => {
  const refused = (body: string) => `try { ${body}; return 'done' } catch (e) { return e.name + ': ' + e.message }`;
  test('throws the given number of times', async () => {
    await fault({ refuse: { member: 'Lock.tryLock', times: 2, message: 'There are too many locks.' } });
    const attempt = refused('LockService.getScriptLock().tryLock(1)');
    const twice = 'Exception: There are too many locks.';
    expect([await evaluate(attempt), await evaluate(attempt), await evaluate(attempt)]).toEqual([twice, twice, 'done']);
  });
  test('throws every time, together with other refused members, until all faults are cleared', async () => {
    await fault({ refuse: { member: 'Range.getRow', times: 0, message: 'no' } });
    await fault({ refuse: { member: 'ScriptApp.AuthMode', times: 0 } });
    const [row, mode] = [refused("ss.getRange('A1').getRow()"), refused('ScriptApp.AuthMode')];
    for (let again = 0; again < 2; again++)
      expect([await evaluate(row), await evaluate(mode)]).toEqual([
        'Exception: no',
        "Exception: We're sorry, a server error occurred. Please wait a bit and try again.",
      ]);
    await fault(null);
    expect([await evaluate(row), await evaluate(mode)]).toEqual(['done', 'done']);
  });
  test('works again in the same execution after its last refusal', async () => {
    await fault({ refuse: { member: 'Range.getRow', times: 1, message: 'no' } });
    const twice = "const cell = ss.getRange('B2'); try { cell.getRow() } catch {} return cell.getRow()";
    expect(await evaluate(twice)).toBe(2);
  });
  test('throws only in the given kind of execution', async () => {
    await fault({ refuse: { member: 'Session.getScriptTimeZone', in: 'formula', times: 0, message: 'no' } });
    expect(await evaluate(refused('Session.getScriptTimeZone()'))).toBe('done');
    expect(await host.call('formula', 'zone', [])).toMatchObject({ ok: false, error: { message: 'no' } });
    await fault(null);
  });
  test.each([
    [{ member: 'Lock.pick' }, 'Unknown member Lock.pick. Use a name such as "Lock.tryLock"'],
    [{}, 'Unknown member undefined'],
    [{ member: 'Lock.tryLock', in: 'eval' }, 'Unknown execution kind "eval". Use one of these: formula, any'],
    [{ member: 'Lock.tryLock', times: -1 }, '"times" must be a whole number, or 0 for always: -1'],
    [true, 'Not a refusal: true'],
  ])('cannot be described by %j', async (asked, words) => {
    await expect(fault({ refuse: asked })).rejects.toThrow(words);
  });
});

test.each([
  { unknown: 1 },
  { quota: 'none' },
  { evictCache: 2 },
  { killAtFetch: 'x' },
  {},
  { values: true },
  { quota: 'email', else: 1 },
])('%j is not accepted as a fault', async (asked) => {
  await expect(fault(asked)).rejects.toThrow();
});
