import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Fixture, startFixture } from './http/fixture.ts';
import { sampleHost } from './sample-host.ts';

const { host, evaluate, close } = sampleHost('function other() {}');
let fixture: Fixture;
let told: unknown[] = [];

beforeAll(async () => {
  fixture = await startFixture();
  host.witness = ({ kind, name, user, mode }) => {
    told.push(['asked', kind, name, user, mode]);
    return {
      begins: () => told.push('begins'),
      logs: (severity, message) => told.push([severity, message]),
      calls: (method) => told.push(method),
      sends: (method, { pathname }, answer) => {
        told.push([method, pathname]);
        void answer.then(({ status }) => told.push(status));
      },
      shows: ({ what, title, text, seconds }) => told.push([what, title, text, seconds]),
      meets: (occasion) => told.push(['meets', occasion]),
      ends: ({ ok, sheet, ms }) => told.push(['ends', ok, sheet, ms]),
    };
  };
});
afterAll(async () => {
  await close();
  await fixture.close();
});
beforeEach(() => {
  told = [];
});

test('a witness gets every event of an execution', async () => {
  await evaluate("console.log('one'); UrlFetchApp.fetch(BASE + '/fast?id=1'); Utilities.sleep(50)", fixture.url);
  expect(told.filter((each) => typeof each !== 'string' || /^(begins|UrlFetchApp|Utilities)/.test(each))).toEqual([
    ['asked', 'eval', 'eval', 'a@x', 'FULL'],
    'begins',
    ['DEBUG', 'one'],
    'UrlFetchApp.fetch',
    ['GET', '/fast'],
    200,
    'Utilities.sleep',
    ['ends', true, 0, 50],
  ]);
});

test('a witness gets toasts when they appear', async () => {
  await evaluate("ss.toast('a'); ss.toast('b', 'B', 60); ss.toast('c', 'C', -1)");
  expect(told.filter((each) => each !== 'begins').slice(1, -1)).toEqual([
    'Spreadsheet.toast',
    ['toast', '', 'a', 5],
    'Spreadsheet.toast',
    ['toast', 'B', 'b', 60],
    'Spreadsheet.toast',
    ['toast', 'C', 'c', -1],
  ]);
});

test('a witness gets a fault that strikes its execution', async () => {
  host.faults.at('lock', 2);
  expect([...host.faults.armed]).toEqual([['lock', 2]]);
  await evaluate('const l = LockService.getScriptLock(); l.tryLock(1); l.releaseLock(); l.tryLock(0)');
  expect(told.slice(-2)).toEqual([
    ['meets', 'lock'],
    ['ends', true, 0, 0],
  ]);
  expect([...host.faults.armed]).toEqual([]);
});

test("each execution uses its user's active sheet", async () => {
  const second = host.workbook.insertSheet();
  const name = (sheet: number, body: string) => {
    const invocation = { type: 'eval' as const, body, sheetId: null, base: '' };
    return host.execute({ kind: 'eval', name: 'eval', invocation, sheet });
  };
  const results = await Promise.all([
    name(0, 'Utilities.sleep(5); return ss.getActiveSheet().getSheetId()'),
    name(second, 'Utilities.sleep(3); return ss.getActiveSheet().getSheetId()'),
    name(0, `ss.setActiveSheet(ss.getSheets()[1]); return ss.getActiveSheet().getSheetId()`),
  ]);
  expect(results.map(({ sheet }) => sheet)).toEqual([0, second, second]);
  expect(results.map((result) => result.ok && result.value)).toEqual([0, second, second]);
});

test('reading a quota does not start its 24 hours', () => {
  const { quotas } = host;
  expect([quotas.limit('email'), quotas.used('email', 'b@x')]).toEqual([100, 0]);
  host.clock.moveTo(host.clock.now() + 86_300_000);
  quotas.spend('email', 'b@x', 3);
  host.clock.moveTo(host.clock.now() + 86_300_000);
  expect([quotas.used('email', 'b@x'), quotas.remaining('email', 'b@x')]).toEqual([3, 97]);
  host.clock.moveTo(host.clock.now() + 100_000);
  expect(quotas.used('email', 'b@x')).toBe(0);
});

test('each user has separate menus', async () => {
  const add = "SpreadsheetApp.getUi().createMenu('Mine').addItem('Other', 'other').addToUi()";
  host.user = 'b@x';
  await evaluate(add);
  host.user = 'a@x';
  expect([...host.menusOf('b@x').keys(), ...host.menus.keys()]).toEqual(['Mine']);
});
