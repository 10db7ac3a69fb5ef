// Owner and editor permissions, denied scopes, and protections.
import { afterAll, describe, expect, test } from 'vitest';
import { sampleHost, settledValue } from './sample-host.ts';
import { cells } from './steps/cells.ts';
import { edit } from './steps/edit.ts';
import { defaults, World } from './steps/world.ts';

const fetchScope = 'https://www.googleapis.com/auth/script.external_request';
const code = `
  function onOpen() { SpreadsheetApp.getUi().createAddonMenu().addItem('Item', 'run').addToUi() }
  function run(body) { return new Function('ss', body)(SpreadsheetApp.getActiveSpreadsheet()) }
  /** @customfunction */
  function CALL(body) { return run(body) }
`;

const refusal = 'You are trying to edit a protected cell or object.';

describe('an editor', () => {
  const { host, evaluate, close } = sampleHost(code);
  afterAll(close);
  const as = async (user: string, body: string, formula = false) => {
    const run = formula ? { mode: 'CUSTOM_FUNCTION' as const, user } : { user };
    return settledValue(await host.call(formula ? 'formula' : 'menu', 'run', [body], run));
  };

  test.each([
    ['setProperty', "setProperty('k', 'v')"],
    ['setProperties', "setProperties({ k: 'v' })"],
    ['deleteProperty', "deleteProperty('k')"],
    ['deleteAllProperties', 'deleteAllProperties()'],
  ])("cannot call %s on the owner's properties in a formula", async (member, call) => {
    const body = `PropertiesService.getUserProperties().${call}`;
    await expect(as('editor@x', body, true)).rejects.toThrow(`You do not have permission to call ${member}`);
    await as('a@x', body, true);
    await as('editor@x', body);
  });

  test("is listed among the document's editors after opening it", async () => {
    host.user = 'editor@x';
    host.user = 'a@x';
    expect(await evaluate('return [ss.getOwner().getEmail(), ss.getEditors().map((u) => u.getEmail())]')).toEqual([
      'a@x',
      ['a@x', 'editor@x'],
    ]);
  });

  test('cannot write to a protected range by script, unless the protection only warns', async () => {
    await evaluate(`const sheet = ss.getSheets()[0];
      const p = sheet.getRange('A1:A3').protect().setDescription('ids');
      p.removeEditors(p.getEditors());
      const warning = sheet.getRange('B1:B3').protect();
      warning.removeEditors(warning.getEditors()).setWarningOnly(true);
      sheet.getRange('C1:C3').protect()`);
    const write = (cell: string) => `ss.getSheets()[0].getRange('${cell}').setValue(1)`;
    await as('a@x', write('A2'));
    await expect(as('editor@x', write('A2'))).rejects.toThrow(refusal);
    await expect(as('editor@x', 'ss.getSheets()[0].deleteRows(3, 2)')).rejects.toThrow(refusal);
    await expect(as('editor@x', 'ss.getSheets()[0].sort(1)')).rejects.toThrow(refusal);
    for (const cell of ['A4', 'B2', 'C2']) await as('editor@x', write(cell));
    await as('editor@x', "ss.getSheets()[0].appendRow(['below'])");
    const seen =
      "return [ss.getSheets()[0].getRange('A1').canEdit(), ss.getProtections(SpreadsheetApp.ProtectionType.RANGE).map((p) => p.canEdit())]";
    expect(await as('editor@x', seen)).toEqual([false, [false, true, true]]);
    const listed =
      'return ss.getProtections(SpreadsheetApp.ProtectionType.RANGE).map((p) => p.getEditors().length > 0)';
    expect(await evaluate(listed)).toEqual([true, false, true]);
    await evaluate("ss.getProtections(SpreadsheetApp.ProtectionType.RANGE)[0].addEditor('editor@x')");
    await as('editor@x', write('A2'));
  });

  test('cannot type into a protected range', async () => {
    const world = { host: async () => host } as unknown as World;
    host.user = 'third@x';
    await expect(cells(world, { 'Sheet1!A2': '5' })).rejects.toThrow(refusal);
    await cells(world, { 'Sheet1!B2': '5' });
    await expect(edit(world, ['deleteRow', 'Sheet1', { row: 9 }])).rejects.toThrow(refusal);
    await expect(edit(world, ['note', 'Sheet1', { cell: 'A1', text: 'x' }])).rejects.toThrow(refusal);
    await edit(world, ['note', 'Sheet1', { cell: 'B1', text: 'x' }]);
    host.user = 'a@x';
    await cells(world, { 'Sheet1!A2': '6' });
  });

  test('can write only to the unprotected ranges of a protected sheet', async () => {
    await evaluate(`const sheet = ss.insertSheet('Kept'); const p = sheet.protect();
      p.removeEditors(p.getEditors()); p.setUnprotectedRanges([sheet.getRange('B:B')])`);
    await as('editor@x', "ss.getSheetByName('Kept').getRange('B5').setValue(1)");
    await expect(as('editor@x', "ss.getSheetByName('Kept').getRange('C5').setValue(1)")).rejects.toThrow('protected');
    await expect(as('editor@x', "ss.deleteSheet(ss.getSheetByName('Kept'))")).rejects.toThrow('protected');
  });
});

describe('a scope that a user refuses', () => {
  const { host, close } = sampleHost(code, {
    manifest: { oauthScopes: [fetchScope, 'https://www.googleapis.com/auth/spreadsheets.currentonly'] },
  });
  afterAll(close);
  const fetching = "try { UrlFetchApp.fetch('http://127.0.0.1:1/') } catch (e) { return e.message }";

  test("is missing only for that user, with Google's message, and not in formulas", async () => {
    host.users.refuse('editor@x', [fetchScope]);
    const message = async (user: string, formula = false) => {
      const run = formula ? { mode: 'CUSTOM_FUNCTION' as const, user } : { user };
      return settledValue(await host.call(formula ? 'formula' : 'menu', 'run', [fetching], run));
    };
    expect(await message('editor@x')).toBe(
      `Specified permissions are not sufficient to call UrlFetchApp.fetch. Required permissions: ${fetchScope}`,
    );
    expect(await message('a@x')).toContain('Address unavailable');
    expect(await message('editor@x', true)).toContain('Address unavailable');
    host.users.refuse('editor@x', []);
    expect(await message('editor@x')).toContain('Address unavailable');
  });

  test('makes the authorization status REQUIRED', async () => {
    host.users.refuse('a@x', [fetchScope]);
    const body =
      'const i = ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL); return [String(i.getAuthorizationStatus()), typeof i.getAuthorizationUrl()]';
    expect(settledValue(await host.call('menu', 'run', [body]))).toEqual(['REQUIRED', 'string']);
    host.users.refuse('a@x', []);
    expect(settledValue(await host.call('menu', 'run', [body]))).toEqual(['NOT_REQUIRED', 'object']);
  });
});

describe.each(['bound', 'addon'] as const)('a copy of a workbook with a %s script', (mode) => {
  test('keeps cells, notes, names, and metadata; script and user properties only in an add-on', async () => {
    const world = new World({ code, manifest: {}, customFunctions: ['CALL'], page: () => undefined });
    try {
      const original = await world.open({ ...defaults, mode });
      const run = async (body: string) => settledValue(await (await world.host()).call('menu', 'run', [body]));
      await run(`ss.insertSheet('Data').getRange('A1:B1').setValues([['0017', '=LEN(Data!A1)']]).setNotes([['n', '']]);
        ss.getSheetByName('Data').addDeveloperMetadata('mark', 'Data').setFrozenRows(1);
        ss.setNamedRange('ids', ss.getSheetByName('Data').getRange('A:A'));
        ScriptApp.newTrigger('run').timeBased().everyHours(1).create();
        PropertiesService.getScriptProperties().setProperty('k', 'script');
        PropertiesService.getDocumentProperties().setProperty('k', 'document');
        PropertiesService.getUserProperties().setProperty('k', 'user');
        CacheService.getDocumentCache().put('k', 'cached')`);
      const ids = original.workbook.sheets().map(({ sheetId }) => sheetId);
      const copy = await world.copy();
      expect([copy.workbook.name, copy.owner]).toEqual(['Copy of Untitled spreadsheet', 'a@x']);
      expect(copy.documentId).not.toBe(original.documentId);
      expect(copy.workbook.sheets().map(({ sheetId }) => sheetId)).toEqual(ids);
      expect(
        await run(`const sheet = ss.getSheetByName('Data');
          return [sheet.getRange('A1:B1').getValues(), sheet.getRange('A1').getNote(), sheet.getFrozenRows(),
            ss.getRangeByName('ids').getA1Notation(), sheet.getDeveloperMetadata()[0].getValue()]`),
      ).toEqual([[[17, 2]], 'n', 1, 'A1:A1000', 'Data']);
      const stored = `return ['Script', 'Document', 'User'].map((kind) => PropertiesService['get' + kind + 'Properties']().getProperty('k'))
        .concat(CacheService.getDocumentCache().get('k'), ScriptApp.getProjectTriggers().length)`;
      expect(await run(stored)).toEqual(
        mode === 'addon' ? ['script', null, 'user', null, 0] : [null, null, null, null, 0],
      );
      // Changes to the copy don't affect the original.
      await run("ss.getSheetByName('Data').getRange('A1').setValue('changed')");
      const kept = original.workbook.sheetByName('Data')!.sheetId;
      expect(original.workbook.read(kept, { row: 1, column: 1, rows: 1, columns: 1 }, 'values')).toEqual([[17]]);
    } finally {
      await world.close();
    }
  });
});
