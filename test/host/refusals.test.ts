// Google's errors that an emulation could easily miss.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readBundle } from './bundle.ts';
import { sampleHost } from './sample-host.ts';

const host = sampleHost('function tick() {}');
afterAll(() => host.close());

test.each([
  'everyHours(0)',
  'everyHours(-1)',
  'everyHours(0.5)',
  'everyDays(0)',
  'everyWeeks(0)',
  'onMonthDay(40)',
  'atHour(25)',
  'nearMinute(99)',
  'after(-1)',
])('refuses the schedule %s', async (schedule) => {
  const build = `ScriptApp.newTrigger('tick').timeBased().${schedule}.create()`;
  await expect(host.evaluate(build)).rejects.toThrow('is not allowed');
  expect(await host.evaluate('return ScriptApp.getProjectTriggers().length')).toBe(0);
});

test('refuses a trigger for another spreadsheet', async () => {
  const build = "ScriptApp.newTrigger('tick').forSpreadsheet('another').onEdit().create()";
  await expect(host.evaluate(build)).rejects.toThrow('not emulated: a trigger for another spreadsheet');
});

test.each([
  ['class A { #p = 1 }', 'private member'],
  ['class A { static s = 1 }', 'static field'],
  ['class A { static { f() } }', 'static block'],
])('refuses a bundle with %s', (code, what) => {
  const directory = mkdtempSync(join(tmpdir(), 'bundle-'));
  writeFileSync(join(directory, 'Code.js'), `function F() {}\n${code}`);
  writeFileSync(join(directory, 'appsscript.json'), '{}');
  expect(() => readBundle(directory)).toThrow(what);
  writeFileSync(join(directory, 'Code.js'), 'function F() {}\nclass A { f() {} }');
  expect(readBundle(directory).customFunctions).toEqual(['F']);
  rmSync(directory, { recursive: true });
});

test.each([
  ["it.getRange('A1').setValue('+1 (555) 123-4567').getFormula()", '=+1 (555) 123-4567'],
  ["it.getRange('A2').setNumberFormat('@').setValue('+1 (555)').getValue()", '+1 (555)'],
  ["it.getRange('A3').setValue('+5').getValue()", 5],
])('converts a string with a leading plus sign as Google does: %s', async (expression, expected) => {
  expect(await host.evaluate(`const it = ss.insertSheet(); return ${expression}`)).toBe(expected);
});

test('refuses columns beyond the last column name', async () => {
  const widen = 'const s = ss.insertSheet(); s.deleteRows(2, 999); s.insertColumnsAfter(1, 18300)';
  await expect(host.evaluate(widen)).rejects.toThrow('18278 columns');
});

test('formatString follows the documented formats and rejects unknown ones', async () => {
  const format = "Utilities.formatString('%11.6f|%d|%05d|%x|%-4s|%s%%', 123.456, 3, -7, 255, 'a', 'b')";
  expect(await host.evaluate(`return ${format}`)).toBe(' 123.456000|3|-0007|ff|a   |b%');
  await expect(host.evaluate("Utilities.formatString('%q', 1)")).rejects.toThrow('not emulated');
});
