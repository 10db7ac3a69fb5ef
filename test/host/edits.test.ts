import { afterAll, describe, expect, test } from 'vitest';
import { sampleHost } from './sample-host.ts';
import { cells } from './steps/cells.ts';
import { edit } from './steps/edit.ts';
import type { World } from './steps/world.ts';

const code = `
  function told(e) {
    return [String(e.authMode), e.range && e.range.getA1Notation(), e.value, e.oldValue, e.changeType,
      e.source && e.source.getName(), e.user && e.user.getEmail(), typeof e.triggerUid].map(String).join('|');
  }
  function onEdit(e) {
    console.log('simple ' + told(e));
    if (e.value === 'fetch') UrlFetchApp.fetch('http://127.0.0.1:1/');
    if (e.value === 'sleep') Utilities.sleep(31000);
    if (e.value === 'who') console.log(Session.getActiveUser().getEmail() || 'nobody');
  }
  function edited(e) { console.log('installed ' + told(e) + ' by ' + Session.getEffectiveUser().getEmail()) }
  function changed(e) { console.log('changed ' + told(e)) }
  function opened(e) { console.log('opened ' + told(e)) }
`;

function sheetOf(mode: 'bound' | 'addon') {
  const sample = sampleHost(code, { mode });
  const world = { host: async () => sample.host } as unknown as World;
  const logs = () => sample.host.stores.logs.splice(0).map(({ message }) => message);
  return { ...sample, world, logs };
}
const { host, world, logs, evaluate, close } = sheetOf('bound');
afterAll(close);

describe('the simple trigger onEdit', () => {
  test('gets the cell and its values, but no user', async () => {
    await cells(world, { 'Sheet1!B2': '12' });
    await cells(world, { 'Sheet1!B2': 'twelve' });
    await cells(world, { 'Sheet1!B2': '' });
    const event = (value: string) => `simple LIMITED|B2|${value}|undefined|Untitled spreadsheet|undefined|undefined`;
    expect(logs()).toEqual([event('12|undefined'), event('twelve|12'), event('undefined|twelve')]);
  });

  test('cannot fetch, and ends after 30 seconds', async () => {
    host.statistics.reset();
    await cells(world, { 'Sheet1!A1': 'fetch', 'Sheet1!A2': 'sleep' });
    expect(host.statistics.executions).toMatchObject([
      { kind: 'edit', ok: false, ms: 0 },
      { kind: 'edit', ok: false, ms: 30_000 },
    ]);
    logs();
  });

  test('fires when a user clears a range, but not for writes by a script or inserted rows', async () => {
    await edit(world, ['clear', 'Sheet1', { range: 'A1:B2' }]);
    expect(logs()).toEqual([
      'simple LIMITED|A1:B2|undefined|undefined|undefined|Untitled spreadsheet|undefined|undefined',
    ]);
    await evaluate("ss.getSheets()[0].getRange('A1').setValue('by a script')");
    await edit(world, ['insertRow', 'Sheet1', { before: 1 }]);
    expect(logs()).toEqual([]);
  });
});

test('installed triggers run as their creators in AuthMode.FULL and get the user who edited', async () => {
  await evaluate(`ScriptApp.newTrigger('edited').forSpreadsheet(ss).onEdit().create();
    ScriptApp.newTrigger('changed').forSpreadsheet(ss).onChange().create();
    ScriptApp.newTrigger('opened').forSpreadsheet(ss).onOpen().create()`);
  host.user = 'editor@x';
  await cells(world, { 'Sheet1!C3': '7' });
  expect(logs().slice(1)).toEqual([
    'installed FULL|C3|7|undefined|undefined|Untitled spreadsheet|editor@x|string by a@x',
    'changed FULL|undefined|undefined|undefined|EDIT|Untitled spreadsheet|editor@x|string',
  ]);
  for (const [name, details, type] of [
    ['insertRow', { before: 1 }, 'INSERT_ROW'],
    ['deleteColumn', { column: 20 }, 'REMOVE_COLUMN'],
    ['background', { cell: 'A1', color: '#ff0000' }, 'FORMAT'],
    ['renameSheet', { to: 'Other' }, 'OTHER'],
  ] as const) {
    await edit(world, [name, host.workbook.sheets()[0]!.name, details]);
    expect(logs()).toEqual([`changed FULL|undefined|undefined|undefined|${type}|Untitled spreadsheet|editor@x|string`]);
  }
  await host.open();
  expect(logs()).toEqual(['opened FULL|undefined|undefined|undefined|undefined|Untitled spreadsheet|editor@x|string']);
  host.user = 'a@x';
});

test('an add-on that was never used in the document gets no edit events', async () => {
  const addon = sheetOf('addon');
  try {
    await cells(addon.world, { 'Sheet1!A1': 'x' });
    expect(addon.logs()).toEqual([]);
    await addon.host.call('menu', 'told', [{}]);
    await cells(addon.world, { 'Sheet1!A1': 'y' });
    expect(addon.logs()).toHaveLength(1);
  } finally {
    await addon.close();
  }
});
