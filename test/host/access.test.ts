import { afterAll, describe, expect, test } from 'vitest';
import { sampleHost } from './sample-host.ts';
import type { AuthMode } from './services/service.ts';

const attempts = `
  const attempts = {
    document: () => SpreadsheetApp.getActiveSpreadsheet().getName(),
    write: () => SpreadsheetApp.getActiveSheet().getRange('A1').setValue(1),
    properties: () => PropertiesService.getScriptProperties().getKeys(),
    fetch: () => UrlFetchApp.fetch('http://127.0.0.1:1/'),
    menu: () => SpreadsheetApp.getUi().createAddonMenu().addItem('Label', 'run').addToUi(),
    sidebar: () => SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('x')),
    trigger: () => ScriptApp.getProjectTriggers(),
    token: () => ScriptApp.getOAuthToken(),
  };
  function attempt(name) { try { attempts[name](); return '' } catch (e) { return e.message } }
  function run(body) { return new Function(body)() }
  function onInstall(e) { return String(e.authMode) }
  function onOpen(e) { globalThis.mode = e.authMode; attempts.menu(); if (e.authMode !== ScriptApp.AuthMode.NONE) throw new Error('mode') }
`;
const { host, close } = sampleHost(attempts, { mode: 'addon' });
afterAll(close);

const refusal = /You do not have permission to call|Cannot call/;
const open: Record<AuthMode, string[]> = {
  NONE: ['menu'],
  LIMITED: ['document', 'write', 'properties', 'menu'],
  CUSTOM_FUNCTION: ['document', 'properties', 'fetch'],
  FULL: ['document', 'write', 'properties', 'fetch', 'menu', 'sidebar', 'trigger', 'token'],
};
const names = open.FULL;
const kinds = { NONE: 'open', LIMITED: 'open', CUSTOM_FUNCTION: 'formula', FULL: 'menu' } as const;

describe.each(Object.keys(open) as AuthMode[])('in AuthMode.%s', (mode) => {
  test.each(names)('%s is allowed or refused as Google documents', async (name) => {
    const result = await host.call(kinds[mode], 'attempt', [name], { mode });
    const message = String(result.ok ? result.value : result.error.message);
    if (open[mode].includes(name)) expect(message).not.toMatch(refusal);
    else expect(message).toMatch(refusal);
  });
});

test("a formula that writes is refused, and the error has the member's bare name", async () => {
  const result = await host.call('formula', 'attempt', ['write'], { mode: 'CUSTOM_FUNCTION' });
  expect(result).toMatchObject({ value: 'You do not have permission to call setValue' });
});

test.each([
  ['createFilter', "SpreadsheetApp.getActiveSheet().getRange('A1:B2').createFilter()"],
  ['protect', 'SpreadsheetApp.getActiveSheet().protect()'],
  ['addDeveloperMetadata', "SpreadsheetApp.getActiveSheet().addDeveloperMetadata('k')"],
  ['SpreadsheetApp.openById', "SpreadsheetApp.openById('x')"],
  ['MailApp.sendEmail', "MailApp.sendEmail('a@x', 's', 'b')"],
  ['ScriptApp.newTrigger', "ScriptApp.newTrigger('x')"],
])('a formula may not call %s', async (name, body) => {
  const result = await host.call('formula', 'run', [body], { mode: 'CUSTOM_FUNCTION' });
  expect(result).toMatchObject({ error: { message: `You do not have permission to call ${name}` } });
});

test('installing runs onInstall in AuthMode.FULL', async () => {
  expect(await host.install()).toMatchObject({ ok: true, value: 'FULL' });
  expect(host.statistics.executions.at(-1)).toMatchObject({ kind: 'install', ok: true });
});

test('an add-on that was never used in the document builds its menu in AuthMode.NONE', async () => {
  const fresh = sampleHost(attempts, { mode: 'addon' });
  try {
    expect(await fresh.host.open()).toMatchObject({ ok: true });
    expect(fresh.host.menus.get('Add-on')?.entries).toEqual([{ label: 'Label', handler: 'run' }]);
    // After its first use in a document, the add-on has more permissions when it opens.
    await fresh.host.call('menu', 'attempt', ['document']);
    expect(await fresh.host.open()).toMatchObject({ ok: false, error: { message: 'mode' } });
  } finally {
    await fresh.close();
  }
});

test('a service without its scope in the manifest is refused by name', async () => {
  const narrow = sampleHost(attempts, {
    manifest: { oauthScopes: ['https://www.googleapis.com/auth/spreadsheets.currentonly'] },
  });
  try {
    const message = async (name: string) => {
      const result = await narrow.host.call('menu', 'attempt', [name]);
      return result.ok ? result.value : result.error;
    };
    expect(await message('write')).toBe('');
    expect(await message('sidebar')).toMatch(/^Specified permissions are not sufficient to call Ui.showSidebar/);
    expect(await message('fetch')).toMatch(/UrlFetchApp.fetch.*script.external_request/);
    expect(await message('trigger')).toMatch(/ScriptApp.getProjectTriggers/);
  } finally {
    await narrow.close();
  }
});
