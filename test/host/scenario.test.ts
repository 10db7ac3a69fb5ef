import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { ranInProcess } from '../support/command.ts';
import { readBundle } from './bundle.ts';
import { scenarioCommand } from './command.ts';
import { parseScenario, runScenario } from './steps/scenario.ts';
import { World } from './steps/world.ts';

const sample = `
var PULLS = 'pulls';
function onOpen() {
  SpreadsheetApp.getUi().createAddonMenu().addItem('Greet', 'greet').addSubMenu(
    SpreadsheetApp.getUi().createMenu('More').addItem('Fail', 'fail').addItem('Remove', 'remove')).addToUi();
}
function remove() {
  var ui = SpreadsheetApp.getUi();
  var sets = [ui.ButtonSet.OK_CANCEL, ui.ButtonSet.YES_NO, ui.ButtonSet.YES_NO_CANCEL, ui.ButtonSet.OK];
  SpreadsheetApp.getActiveSheet().getRange('A1:D1').setValues([sets.map(function (set) {
    return String(ui.alert('Remove it?', 'It goes for ever.', set));
  })]);
}
function greet() { SpreadsheetApp.getUi().alert('Hello'); }
function fail() { throw new RangeError('No luck'); }
function tick() { var sheet = SpreadsheetApp.getActiveSheet(); sheet.getRange('F1').setValue(Number(sheet.getRange('F1').getValue()) + 1); }
/**
 * Twice the value.
 * @customfunction
 */
function TWICE(value) { console.log('twice'); return value.map ? value.map(function (r) { return r.map(function (v) { return v * 2; }); }) : value * 2; }
function sidebarCall(name, args) {
  var store = PropertiesService.getUserProperties();
  if (name === 'saveConnection') { store.setProperty('connection', JSON.stringify(args[0])); return { ok: true, value: null }; }
  if (name === 'startPull') { store.setProperty(PULLS, '1'); return { ok: true, value: { id: 'p1', state: 'running' } }; }
  if (name === 'continuePull') {
    var url = JSON.parse(store.getProperty('connection')).baseUrl;
    UrlFetchApp.fetch(url + '/ordermgmt/order/orderinfo', { muteHttpExceptions: true });
    var count = Number(store.getProperty(PULLS)) + 1;
    store.setProperty(PULLS, String(count));
    return { ok: true, value: { id: args[0], state: count < 3 ? 'running' : 'done', count: count } };
  }
  if (name === 'date') return { ok: true, value: new Date() };
  return { ok: false, error: { code: 'UNKNOWN', message: 'There is no ' + name } };
}
`;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'bundle-'));
  writeFileSync(join(directory, 'Code.js'), sample);
  writeFileSync(join(directory, 'appsscript.json'), '{"timeZone":"America/Los_Angeles"}');
});
afterAll(() => rmSync(directory, { recursive: true }));

interface Answer {
  step: number;
  ok: boolean;
  value?: unknown;
  error?: { name: string; message: string };
}

const root = fileURLToPath(new URL('../..', import.meta.url));

function command(input: string) {
  const args = ['--import', 'tsx', 'test/host/main.ts', '--bundle', directory, '-'];
  return spawnSync(process.execPath, args, { cwd: root, input, encoding: 'utf8' });
}

type Step = Readonly<Record<string, unknown>>;

const linesOf = (steps: readonly Step[]) => steps.map((step) => JSON.stringify(step)).join('\n');

function numbered(lines: readonly string[], steps: readonly Step[]): Answer[] {
  const answers = lines.map((line) => JSON.parse(line) as Answer);
  expect(answers.map(({ step }) => step)).toEqual(steps.map((_, index) => index + 1));
  return answers;
}

/** Runs the steps with the command: in this process, or in long runs, in its own. */
async function commanded(...steps: Step[]): Promise<Answer[]> {
  if (isLong) {
    const { stdout, stderr, status } = command(linesOf(steps));
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    return numbered(stdout.trim().split('\n'), steps);
  }
  const file = join(directory, 'steps');
  writeFileSync(file, linesOf(steps));
  const lines: string[] = [];
  await scenarioCommand(['--bundle', directory, file], (line) => lines.push(line));
  return numbered(lines, steps);
}

/** Runs the steps without the command. */
async function scenario(...steps: Step[]): Promise<Answer[]> {
  const lines: string[] = [];
  const world = new World(readBundle(directory));
  await runScenario(parseScenario(linesOf(steps)), world, (line) => lines.push(line));
  await world.close();
  return numbered(lines, steps);
}

describe('a scenario', () => {
  test('types, calculates, reads, and edits cells', async () => {
    const answers = await commanded(
      {
        cells: { 'Sheet1!A1': '2', 'Sheet1!A2': '3', 'Sheet1!B1': '=TWICE(A1:A2)', 'Sheet1!C1': '6/16/2025' },
      },
      { get: 'Sheet1!A1:C3' },
      { get: 'Sheet1!B1', as: 'formulas' },
      { edit: ['sort', 'Sheet1', { column: 1, ascending: false }] },
      { get: 'Sheet1!A1:A2' },
      { get: 'Sheet1!Y999:AB1002' },
      { get: 'Nowhere!A1' },
      { recalculate: true },
      { stats: true },
    );
    expect(answers[1]!.value).toEqual([
      [2, 4, '2025-06-16T04:00:00.000Z'],
      [3, 6, ''],
      ['', '', ''],
    ]);
    expect(answers[2]!.value).toEqual([['=TWICE(A1:A2)']]);
    expect(answers[4]!.value).toEqual([[3], [2]]);
    expect(answers[5]!.value).toEqual(Array.from({ length: 4 }, () => ['', '', '', '']));
    expect(answers[6]).toMatchObject({ ok: false, error: { message: expect.stringContaining('Nowhere') } });
    const { executions } = answers[8]!.value as { executions: { kind: string }[] };
    expect(executions.filter(({ kind }) => kind === 'formula').length).toBeGreaterThanOrEqual(2);
  });

  test('serves several shops and counts calls per seller', async () => {
    const call = (origin: string, seller: string) => ({
      eval: `return UrlFetchApp.fetch('${origin}/?sellerid=${seller}', { muteHttpExceptions: true }).getResponseCode()`,
    });
    const second = { seed: 2, items: 30, orders: 5 };
    const answers = await scenario(
      { market: { items: 30, orders: 5 } },
      { market: { ...second, origin: 'https://second.test' } },
      { market: { ...second, origin: 'https://second.test' } },
      call('https://market.test', 'ONE'),
      call('https://second.test', 'TWO'),
      call('https://second.test', 'TWO'),
      { stats: true },
    );
    const [one, other, again, ...rest] = answers.map(({ value }) => value as Record<string, unknown>);
    expect([one!.url, other!.url]).toEqual(['https://market.test', 'https://second.test']);
    expect(one!.sellerId).not.toEqual(other!.sellerId);
    expect(other).toEqual(again);
    expect(rest).toMatchObject([404, 404, 404, { fetches: { total: 3, bySeller: { ONE: 1, TWO: 2 } } }]);
  });

  test('returns the planted facts of each shop', async () => {
    const shop = { items: 5, orders: 9 };
    const answers = await scenario(
      { open: { timeZone: 'Asia/Tokyo' } },
      { truth: true },
      { market: { ...shop, scenario: 'mismatch', origin: 'https://second.test' } },
      { truth: true },
      { market: { ...shop, seed: 2 } },
      { truth: true },
      { truth: { origin: 'https://second.test' } },
    );
    expect(answers[1]).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('No marketplace is running') },
    });
    const [only, first, second] = [3, 5, 6].map((step) => answers[step]!.value as Record<string, unknown>);
    expect(only).toMatchObject({ scenario: 'mismatch', timeZone: 'Asia/Tokyo', findings: { overdue: [] } });
    expect(only!.items).toHaveLength(5);
    expect(first).toMatchObject({ scenario: 'calm', seed: 2 });
    expect(second).toEqual(only);
  });

  test('connects, pulls to the end, and counts calls', async () => {
    const answers = await scenario(
      { market: { items: 5, orders: 5, latency: 250 } },
      { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
      { stats: true },
      { pull: { operation: 'orders' } },
      { stats: true },
      { sidebar: ['unknown'] },
      { test: 'Shop' },
      { sidebar: ['date'] },
    );
    expect(answers[0]!.value).toMatchObject({ url: 'https://market.test' });
    expect(answers[3]!.value).toEqual({ id: 'p1', state: 'done', count: 3 });
    expect(answers[4]!.value).toMatchObject({
      fetches: { total: 2, byOperation: { orders: 2 } },
      serviceCalls: { byMethod: { 'UrlFetchApp.fetch': 2 } },
      executions: [
        { kind: 'sidebar', ms: 0, ok: true },
        { kind: 'sidebar', ms: 250, ok: true },
        { kind: 'sidebar', ms: 250, ok: true },
      ],
      maxFetchesInAnyHour: { byOperation: { orders: 2 } },
    });
    expect(answers[5]).toMatchObject({ ok: true, value: { ok: false, error: { code: 'UNKNOWN' } } });
    expect(answers[6]).toMatchObject({
      ok: false,
      error: { name: 'UNKNOWN', message: 'There is no testConnection' },
    });
    expect(answers[7]).toMatchObject({ ok: false, error: { name: 'Exception' } });
  });

  test("confirms or declines a menu item's dialogs, and lists every sheet", async () => {
    const look = `const orders = ss.insertSheet('Orders', 0); orders.setFrozenRows(1); orders.setFrozenColumns(2);
      orders.hideColumns(4, 2); orders.hideColumns(9); orders.getRange('A1:Z50').createFilter();
      const rule = SpreadsheetApp.newConditionalFormatRule().whenTextEqualTo('Voided').setFontColor('#999999');
      orders.setConditionalFormatRules([rule.setRanges([orders.getRange('A2:A')]).build(), rule.build()]);
      ss.getSheetByName('Sheet1').hideSheet()`;
    const answers = await scenario(
      { menu: 'Remove' },
      { get: 'A1:D1' },
      { menu: 'Remove', confirm: false },
      { get: 'A1:D1' },
      { eval: 'const ui = SpreadsheetApp.getUi(); return String(ui.alert("Go on?", ui.ButtonSet.YES_NO))' },
      { eval: look },
      { sheets: true },
    );
    const asked = { what: 'alert', title: 'Remove it?', text: 'It goes for ever.' };
    expect(answers[0]!.value).toEqual({ shown: [asked, asked, asked, asked] });
    expect(answers[1]!.value).toEqual([['OK', 'YES', 'YES', 'OK']]);
    expect(answers[3]!.value).toEqual([['CANCEL', 'NO', 'CANCEL', 'CLOSE']]);
    expect(answers[4]!.value).toBe('YES');
    const plain = { frozenRows: 0, frozenColumns: 0, hiddenColumns: [], filter: null, rules: 0, charts: 0 };
    const ofOrders = {
      frozenRows: 1,
      frozenColumns: 2,
      hiddenColumns: [4, 5, 9],
      filter: 'A1:Z50',
      rules: 2,
    };
    expect(answers[6]!.value).toEqual([
      { ...plain, ...ofOrders, name: 'Orders', rows: 1000, columns: 26, hidden: false },
      { ...plain, name: 'Sheet1', rows: 1000, columns: 26, hidden: true },
    ]);
  });

  test('runs menu items and triggers, switches users, and injects faults', async () => {
    const answers = await scenario(
      { menu: 'Greet' },
      { menu: 'Fail' },
      { menu: 'None' },
      { eval: "ScriptApp.newTrigger('tick').timeBased().everyMinutes(30).create()" },
      { as: 'editor@x' },
      { eval: "PropertiesService.getUserProperties().setProperty('k', 'v')" },
      { advance: 'PT1H' },
      { get: 'Sheet1!F1' },
      { fault: { killAtServiceCall: 2 } },
      { eval: "try { ss.getSheets(); } finally { ss.rename('after') }" },
      { eval: 'return [ss.getName(), new Date(), new Date(2025, 0, 1)]' },
      { dump: true },
      { eval: "CacheService.getScriptCache().put('k', 'v')" },
      { fault: { evictCache: true } },
      { eval: "return CacheService.getScriptCache().get('k')" },
      { fault: { killAtFetch: 1 } },
      { fault: null },
      { eval: "return UrlFetchApp.fetch(BASE + '/fast?id=1').getContentText()" },
      { fault: { unknown: 1 } },
    );
    expect(answers[0]!.value).toEqual({ shown: [{ what: 'alert', title: '', text: 'Hello' }] });
    expect(answers[1]!.error).toEqual({ name: 'RangeError', message: 'No luck' });
    expect(answers[2]!.ok).toBe(false);
    expect(answers[6]!.value).toMatchObject([
      { function: 'tick', user: 'a@x', at: '2025-06-16T18:30:00.000Z', ok: true },
      { function: 'tick', user: 'a@x', at: '2025-06-16T19:00:00.000Z', ok: true },
    ]);
    expect(answers[7]!.value).toEqual([[2]]);
    expect(answers[9]!.error!.message).toBe('Exceeded maximum execution time');
    // A date built from parts is in the script's time zone.
    expect(answers[10]!.value).toEqual([
      'Untitled spreadsheet',
      '2025-06-16T19:00:00.000Z',
      '2025-01-01T05:00:00.000Z',
    ]);
    expect(answers[14]!.value).toBe(null);
    expect(answers[17]!.value).toBe('1');
    expect(answers[18]!.ok).toBe(false);
    expect(answers[11]!.value).toMatchObject({
      cells: { 'Sheet1!F1': { value: 2 } },
      properties: { user: { 'editor@x': { k: 'v' } } },
    });
  });
});

test('steps handle users, copies, and faults', async () => {
  const scope = 'https://www.googleapis.com/auth/script.external_request';
  const answers = await scenario(
    { open: { mode: 'addon', triggerDocument: false, jitter: true } },
    { menu: 'Greet' },
    { reopen: true },
    { install: true },
    { as: 'editor@x' },
    { refuse: [scope] },
    { eval: "UrlFetchApp.fetch(BASE + '/fast?id=1')" },
    { refuse: [] },
    { eval: "return UrlFetchApp.fetch(BASE + '/fast?id=1').getContentText()" },
    { cells: { 'Sheet1!A1': 'kept' } },
    { copy: true },
    { get: 'Sheet1!A1' },
    { eval: 'return [ss.getName(), ss.getOwner().getEmail()]' },
    { fault: { lockTimeout: true } },
    { eval: 'return LockService.getScriptLock().tryLock(10)' },
    { fault: { spreadsheetTimeout: 1 } },
    { eval: 'ss.getName()' },
    { fault: { quota: 'urlfetch' } },
    { eval: "UrlFetchApp.fetch(BASE + '/fast?id=1')" },
    { fault: { evictCache: 0.5 } },
  );
  expect(answers.filter(({ ok }) => !ok).map(({ step, error }) => [step, error!.message])).toEqual([
    [7, `Specified permissions are not sufficient to call UrlFetchApp.fetch. Required permissions: ${scope}`],
    [17, expect.stringMatching(/^Service Spreadsheets timed out while accessing document with id local-\w+\.$/)],
    [19, 'Service invoked too many times for one day: urlfetch.'],
  ]);
  expect(answers[8]!.value).toBe('1');
  expect(answers[10]!.value).toMatchObject({ name: 'Copy of Untitled spreadsheet', owner: 'editor@x' });
  expect(answers[11]!.value).toEqual([['kept']]);
  expect(answers[12]!.value).toEqual(['Copy of Untitled spreadsheet', 'editor@x']);
  expect(answers[14]!.value).toBe(false);
});

test('a step is found in any order of its keys, and injects all of its faults', async () => {
  const answers = await scenario(
    { as: 'formulas', get: 'Sheet1!A1' },
    { fault: { spreadsheetTimeout: 1, lockTimeout: 1 } },
    { eval: 'ss.getName()' },
    { eval: 'return LockService.getScriptLock().tryLock(10)' },
  );
  expect(answers.map(({ ok, value }) => (ok ? value : 'failed'))).toEqual([[['']], null, 'failed', false]);
});

test('the command rejects a file with an invalid line', async () => {
  const file = join(directory, 'invalid');
  writeFileSync(file, '{"sheets":true}\n{"open":');
  const { status, stdout, stderr } = await ranInProcess(() => import('./main.ts'), '--bundle', directory, file);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('Line 2');
});

test.each(['{"open":', '[]', '{"nothing":1}'])('%s is not a valid step', (line) => {
  expect(() => parseScenario(`{"sheets":true}\n${line}`)).toThrow('Line 2');
});
