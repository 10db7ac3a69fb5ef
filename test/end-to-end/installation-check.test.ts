import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { readBundle } from '../host/bundle.ts';
import { freshCheck } from '../host/fresh-bundle.ts';
import { members } from '../host/members.ts';
import { type Line, reportOf } from '../host/seen.ts';
import { World } from '../host/steps/world.ts';
import { plantedFaults } from './planted-faults.ts';
import { repliesOf } from './scenario.ts';

/** Adds faults to the check, selected by a script property. */
function faultyBundle() {
  const bundle = readBundle(freshCheck());
  const faults = Object.entries(plantedFaults).map(
    ([name, { plant }]) => `${JSON.stringify(name)}: () => { ${plant} }`,
  );
  const entry = (name: string, inFormula: boolean) => `
    const ${name}_ = ${name};
    ${name} = function (...args) {
      let fault;
      // The fault may affect one of these members.
      try { fault = PropertiesService.getScriptProperties().getProperty('FAULT'); } catch {}
      if (fault) {
        const [first] = SpreadsheetApp.getActiveSpreadsheet().getSheets();
        const sheets = Object.getPrototypeOf(first);
        const ranges = Object.getPrototypeOf(first.getRange(1, 1));
        const inFormula = ${inFormula};
        ({ ${faults.join(',\n')} })[fault]();
      }
      return ${name}_.apply(null, args);
    };`;
  return { ...bundle, code: bundle.code + entry('installationCheck', false) + entry('CHECK_IN_FORMULA', true) };
}

const world = new World(faultyBundle());
/** Returns different content for each URL. */
const google = createServer({ keepAliveTimeout: 0 }, ({ url }, response) => response.end(url));
let route: object;
beforeAll(async () => {
  await new Promise<void>((listening) => google.listen(0, '127.0.0.1', listening));
  route = { route: { 'https://www.google.com': `http://127.0.0.1:${(google.address() as AddressInfo).port}` } };
  await reply({ open: {} }, route);
});
afterAll(async () => {
  await world.close();
  google.close();
});

async function reply(...steps: object[]) {
  const replies = await repliesOf(world, steps);
  for (const { ok, error } of replies) if (!ok) throw new Error(error!.message);
  return replies.map(({ value }) => value);
}

async function report(fault = ''): Promise<readonly Line[]> {
  await reply({ eval: `PropertiesService.getScriptProperties().setProperty('FAULT', '${fault}')` });
  return (await reportOf(await world.host())).lines;
}

const otherwise = (lines: readonly Line[]) =>
  lines.filter(({ check, result }) => result !== 'passed' && !isAskedLater(check, result)).map(({ check }) => check);

/** These checks wait for the trigger or for a table that the user creates. */
const isAskedLater = (check: string, result: string) =>
  /^clock-|^sheet-typed-columns$/.test(check) && result === 'not checked';

test('all checks pass on the local host', async () => {
  expect(otherwise(await report())).toEqual([]);
});

describe('names the fault that', () => {
  test.each(Object.entries(plantedFaults))('%s', async (name, { found }) => {
    expect(otherwise(await report(name))).toEqual(found);
  });
});

test.each([
  ['in a locale with decimal commas', { locale: 'de_DE', timeZone: 'Asia/Kolkata' }],
  ['as an add-on', { mode: 'addon', account: 'workspace' }],
  ['in another language', { language: 'ja' }],
  ['with a different script time zone', { timeZone: 'Asia/Tokyo', scriptTimeZone: 'America/Los_Angeles' }],
])('other checks pass %s; only the order of network answers differs', async (_, open) => {
  await reply({ open });
  expect(otherwise(await report())).toEqual(['network-order']);
});

test.each([
  ['passed', {}],
  ['failed', { values: true }],
])('the check of typed columns says "%s" if a table refuses %o', async (result, values) => {
  await reply(
    { open: {} },
    { eval: "ss.insertSheet('Typed columns').getRange('A1:A2').setValues([['n'], [1]])" },
    { fault: { typedColumns: 'Typed columns', ...values } },
  );
  expect((await report()).find(({ check }) => check === 'sheet-typed-columns')).toMatchObject({ result });
});

test('takes less than a minute with slow services', async () => {
  await reply({ open: { latency: 1 } }, { stats: true });
  const lines = await report();
  const [{ executions }] = await reply({ stats: true });
  expect(otherwise(lines)).toEqual(['network-order']);
  const lasted = (kind: string) => executions.find((each: { kind: string }) => each.kind === kind).ms;
  expect(lasted('menu')).toBeLessThan(60_000);
  expect(lasted('formula')).toBeLessThan(20_000);
});

describe('user data', () => {
  /** Everything except the check's sheet and the time of its trigger. */
  const everything = async () => {
    const triggers = `return [
      ScriptApp.getProjectTriggers().map((each) => each.getHandlerFunction() === 'checkByClock' ? 'later' : each.getUniqueId()),
      ss.getActiveSheet().getName(),
    ]`;
    const [dump, sheets, rest] = await reply({ dump: true }, { sheets: true }, { eval: triggers });
    const cells = Object.entries(dump.cells).filter(([cell]) => !cell.startsWith('Installation check!'));
    const cache = dump.cache.document;
    const others = sheets.filter(({ name }: { name: string }) => name !== 'Installation check');
    dump.properties.user['a@x']['market.check.due'] = 'later';
    return { cells, properties: dump.properties, cache, sheets: others, rest };
  };
  beforeAll(async () => {
    await reply({ open: {} }, route, { cells: { 'Sheet1!A1': 'mine' } });
    await reply({ eval: "ScriptApp.newTrigger('installationCheck').timeBased().everyHours(1).create()" });
    await report();
  });

  test('is unchanged after a check', async () => {
    const before = await everything();
    expect(before.rest[0]).toEqual([expect.stringMatching(/\d/), 'later']);
    const lines = await report();
    // These checks are skipped if a trigger already exists.
    expect(otherwise(lines)).toEqual(['script-trigger-minutes', 'script-trigger']);
    expect(await everything()).toEqual(before);
  });

  test('is unchanged after a check that was killed, followed by another check', async () => {
    const before = await everything();
    for (const count of isLong ? Array.from({ length: 19 }, (_, at) => 1 + 16 * at) : [288]) {
      await reply({ fault: { killAtServiceCall: count } });
      const host = await world.host();
      await host.call('menu', 'installationCheck', []);
      expect([...host.faults.armed], `killed at ${count}`).toEqual([]);
      await report();
      // A killed check may leave another sheet active.
      await reply({ eval: "ss.setActiveSheet(ss.getSheetByName('Sheet1'))" });
      expect(await everything(), `killed at ${count}`).toEqual(before);
    }
  });

  test.each(['Installation check', 'Installation check (scratch)'])('on a sheet named %s is kept', async (name) => {
    await reply(
      { edit: ['deleteSheet', 'Installation check', {}] },
      { eval: `ss.insertSheet(${JSON.stringify(name)}).getRange('A1').setValue('mine')` },
    );
    const [{ shown }] = await reply({ menu: 'Installation check' });
    expect(shown.at(-1).text).toMatch(/was not created by the check\. Rename it/);
    const [[[kept]]] = await reply({ get: `${name}!A1:A1` });
    expect(kept).toBe('mine');
    await reply({ edit: ['deleteSheet', name, {}] });
    await report();
  });
});

/** Without these members, no sheet can be written or identified. */
const INDISPENSABLE = [
  'Range.getValue',
  'Range.setValue',
  'Range.setValues',
  'Sheet.getRange',
  'Spreadsheet.getSheetByName',
  'Spreadsheet.insertSheet',
  'SpreadsheetApp.getActiveSpreadsheet',
];
const SOME = ['DeveloperMetadataFinder.find', 'LockService.getDocumentLock', 'Range.setNumberFormats'];

test('a refused Google API member does not stop the other checks', async () => {
  const host = await world.host();
  const dispensable = [...host.statistics.members].filter(
    (member) => members.has(member) && !INDISPENSABLE.includes(member),
  );
  for (const member of isLong ? dispensable : SOME) {
    host.faults.refuse({ member, in: 'menu', times: Number.POSITIVE_INFINITY, message: 'Nein' });
    const result = await host.call('menu', 'installationCheck', []);
    host.faults.clear();
    expect(result, member).toMatchObject({ ok: true });
    const [[[said]]] = await reply({ get: 'Installation check!A2:A2' });
    expect(said, member).toMatch(/^\d+ of \d+ checks passed/);
  }
  await report();
});

describe('a trigger runs more checks a minute later, and the next report includes the results', () => {
  test.each([
    ['with its spreadsheet', {}, []],
    ['without its spreadsheet', { mode: 'addon', triggerDocument: false }, ['clock-document']],
  ])('%s', async (_, open, found) => {
    await reply({ open });
    await report();
    await reply({ advance: 'PT3M' });
    expect(await reply({ eval: 'return ScriptApp.getProjectTriggers().length' })).toEqual([0]);
    const lines = await report();
    expect(lines.filter(({ check }) => /^clock-/.test(check)).map(({ result }) => result)).not.toContain('not checked');
    expect(otherwise(lines)).toEqual(['network-order', ...found]);
  });
});
