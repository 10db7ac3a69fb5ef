import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bundle, declaredFormulas } from '../bundle.ts';
import { decode, encode } from '../codec.ts';
import type { Host } from '../host.ts';
import { parseScenario, runScenario } from '../steps/scenario.ts';
import { World } from '../steps/world.ts';
import { documentData, documentIn } from './document.ts';

const code = (build: number) => `
  function onOpen() { SpreadsheetApp.getUi().createAddonMenu().addItem('Mark', 'mark').addToUi() }
  function mark() { PropertiesService.getDocumentProperties().setProperty('marked', 'yes') }
  function tick() { const s = SpreadsheetApp.getActive().getSheetByName('Rich'); s.getRange('F1').setValue(Number(s.getRange('F1').getValue()) + 1) }
  function edited() {}
  function BUILT(of) { console.log('computed'); return [[of, ${build}], [new Date(86400000), 'x']] }
  function FAILS() { throw new Error('no luck') }
`;

const rich = `
  const s = ss.insertSheet('Rich');
  s.getRange('A1:C1').setValues([['0012', 'Née "Ünïcode"', true]]).setNote('a\\nnote').setBackground('#ff0000');
  s.getRange('A2:A40').setNumberFormat('@').setValue('=no formula');
  s.getRange('B2:B40').setNumberFormat('0.00 "€"').setValue(1.5).setFontWeight('bold').setHorizontalAlignment('right');
  s.getRange('C2').setValue(new Date(2025, 5, 16, 12));
  s.getRange('C3').setFormula('=SUM(B2:B4)+Other!A1');
  s.getRange('D5').setFormula('=BUILT(B2)');
  s.getRange('D8').setFormula('=FAILS()');
  s.getRange('D12').setFormula('=TODAY()');
  s.hideColumns(2); s.hideRows(7, 2); s.setColumnWidth(3, 222); s.setRowHeight(9, 50);
  s.setFrozenRows(1); s.setFrozenColumns(2); s.setTabColor('#00ff00');
  s.getRange('H1:H9').setDataValidation(SpreadsheetApp.newDataValidation().requireValueInList(['a', 'b'], true).build());
  s.getRange('J1:K1').merge();
  s.getRange('A1:C40').createFilter();
  s.setConditionalFormatRules([SpreadsheetApp.newConditionalFormatRule().whenNumberGreaterThan(1).setBackground('#00ff00').setRanges([s.getRange('B2:B40')]).build()]);
  s.protect().setDescription('kept').setWarningOnly(true);
  s.insertChart(s.newChart().asColumnChart().addRange(s.getRange('A1:B9')).setPosition(5, 5, 0, 0).build());
  ss.setNamedRange('RATES', s.getRange('B2:B40'));
  s.addDeveloperMetadata('sheet', '1');
  s.getRange('C:C').addDeveloperMetadata('column', 'of three');
  s.getRange('4:4').addDeveloperMetadata('row', 'of four', SpreadsheetApp.DeveloperMetadataVisibility.PROJECT);
  ss.addDeveloperMetadata('book');
  ss.insertSheet('Hidden').hideSheet();
  ss.deleteSheet(ss.insertSheet('Gone'));
  ss.rename('Kept');
  s.activate();
  s.setActiveSelection('B2:C3');
`;

const filled = [
  { open: { mode: 'addon', account: 'workspace', owner: 'o@x', timeZone: 'Europe/Paris' } },
  { edit: ['renameSheet', 'Sheet1', { to: 'Other' }] },
  { cells: { 'Other!A1': '12', 'Other!Z1500': 'far' } },
  { menu: 'Mark' },
  { eval: rich },
  {
    eval: "PropertiesService.getScriptProperties().setProperties({ b: '1', 2: '\\n', a: '' }); PropertiesService.getUserProperties().setProperty('mine', 'o')",
  },
  {
    eval: "ScriptApp.newTrigger('tick').timeBased().everyHours(2).create(); ScriptApp.newTrigger('edited').forSpreadsheet(ss).onEdit().create()",
  },
  { as: 'editor@x' },
  { eval: "PropertiesService.getUserProperties().setProperty('mine', 'e')" },
  { refuse: ['https://www.googleapis.com/auth/script.send_mail'] },
  {
    eval: "ScriptApp.newTrigger('tick').timeBased().at(new Date('2025-06-17T03:00:00Z')).create(); ScriptApp.deleteTrigger(ScriptApp.newTrigger('edited').forSpreadsheet(ss).onChange().create())",
  },
  { advance: 'PT3H' },
];

const folder = mkdtempSync(join(tmpdir(), 'document-'));
const file = join(folder, 'kept.json');
const worlds: World[] = [];
let before: Host;

beforeAll(async () => {
  const world = worldOf(1);
  await valuesOf(world, [...filled, { market: { items: 5, orders: 20 } }, { keep: file }]);
  before = await world.host();
});
afterAll(async () => {
  await Promise.all(worlds.map((world) => world.close()));
  rmSync(folder, { recursive: true });
});

function worldOf(build: number): World {
  const text = code(build);
  const bundle: Bundle = {
    code: text,
    manifest: {},
    customFunctions: declaredFormulas(text),
    page: () => undefined,
  };
  const world = new World(bundle);
  worlds.push(world);
  return world;
}

/** Throws if a step fails. */
// biome-ignore lint/suspicious/noExplicitAny: steps return values of any type
async function valuesOf(world: World, steps: readonly object[]): Promise<any[]> {
  const values: unknown[] = [];
  const text = steps.map((step) => JSON.stringify(step)).join('\n');
  await runScenario(parseScenario(text), world, (line) => {
    const { ok, value, error, step } = JSON.parse(line);
    if (!ok) throw new Error(`Step ${step}: ${error.message}`);
    values.push(value);
  });
  return values;
}

async function reopened(build = 1, options: object = {}): Promise<{ world: World; host: Host }> {
  const world = worldOf(build);
  await valuesOf(world, [{ open: { document: file, ...options } }]);
  return { world, host: await world.host() };
}

test('a reopened document equals the kept one without recalculating formulas', async () => {
  const { world, host } = await reopened();
  expect(host.workbook.snapshot()).toEqual(before.workbook.snapshot());
  expect(documentData(host, world.marketsOpened)).toEqual(documentData(before, world.marketsOpened));
  expect(host.workbook.sheets()).toEqual(before.workbook.sheets());
  for (const { sheetId, rows, columns } of before.workbook.sheets()) {
    const rect = { row: 1, column: 1, rows: Math.min(rows, 60), columns };
    for (const aspect of ['displayValues', 'formulas', 'numberFormats', 'notes', 'validations'] as const)
      expect(host.workbook.read(sheetId, rect, aspect)).toEqual(before.workbook.read(sheetId, rect, aspect));
  }
  expect(host.statistics.executions.filter(({ kind }) => kind === 'formula')).toEqual([]);
  expect(host.clock.now()).toBe(before.clock.now());
  expect(host.owner).toBe('o@x');
  expect(host.editors()).toEqual(['o@x', 'editor@x']);
  expect(host.documentId).toBe(before.documentId);
});

test('the sample document has every kind of data', () => {
  const { workbook } = before;
  const [, { sheetId }, hidden] = workbook.sheets() as [unknown, { sheetId: number }, { hidden: boolean }];
  const rect = { row: 1, column: 1, rows: 12, columns: 11 };
  const shown = workbook.read(sheetId, rect, 'displayValues');
  expect(shown[0]!.slice(0, 6)).toEqual(['12', 'Née "Ünïcode"', 'TRUE', '', '', '1']);
  expect(shown[1]!.slice(0, 2)).toEqual(['=no formula', '1.50 €']);
  expect(shown[4]!.slice(3, 5)).toEqual(['1.5', '1']);
  expect(workbook.isColumnHidden(sheetId, 2) && workbook.isRowHidden(sheetId, 8) && hidden.hidden).toBe(true);
  const kinds = documentData(before).book.attachments.map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['chart', 'conditionalFormat', 'filter', 'merge', 'protection']);
  expect(documentData(before).book.metadata).toHaveLength(4);
  expect(before.triggers.all().map(({ id }) => id)).toEqual(['trigger-1', 'trigger-2', 'trigger-3']);
});

test('another build can open it, and formulas show their last values until recalculated', async () => {
  const { world, host } = await reopened(2);
  const [shown, , computed, ran, counted] = await valuesOf(world, [
    { get: 'Rich!D5:E6' },
    { reopen: true },
    { get: 'Rich!D5:E6' },
    { advance: 'PT9H' },
    { get: 'Rich!F1' },
  ]);
  expect(shown).toEqual([
    [1.5, 1],
    ['1970-01-02T00:00:00.000Z', 'x'],
  ]);
  expect(computed[0]).toEqual([1.5, 2]);
  // The owner's trigger runs every two hours; the editor's runs once.
  expect(ran.map(({ user, at }: { user: string; at: string }) => [user, at.slice(11, 16)])).toEqual([
    ['o@x', '22:00'],
    ['o@x', '00:00'],
    ['o@x', '02:00'],
    ['editor@x', '03:00'],
    ['o@x', '04:00'],
    ['o@x', '06:00'],
  ]);
  expect(counted).toEqual([[7]]);
  const added = host.triggers.add('o@x', 'edited', 'ON_OPEN', {});
  expect(added.id).toBe('trigger-5');
  const gone = before.workbook.book.nextId;
  expect(host.workbook.insertSheet()).toBe(gone);
});

test('options of the open step override those in the file', async () => {
  const { host } = await reopened(1, { clock: '2025-07-01T00:00:00Z' });
  expect(new Date(host.clock.now()).toISOString()).toBe('2025-07-01T00:00:00.000Z');
  expect(host.options.account).toBe('workspace');
});

test('a marketplace with the same seed continues at the same point', async () => {
  const stock = async (world: World) => {
    const { url, sellerId, apiKey, secretKey, itemNumbers } = (
      world.markets.get('https://market.test') as unknown as Shop
    ).announcement;
    const path = '/marketplace/contentmgmt/item/international/inventorylist';
    const response = await fetch(`${url}${path}?sellerid=${sellerId}`, {
      method: 'POST',
      headers: {
        Authorization: apiKey,
        SecretKey: secretKey,
        Accept: 'application/json',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ Type: 0, Values: itemNumbers }),
    });
    return response.text();
  };
  const market = { market: { items: 5, orders: 20 } };
  const one = worldOf(1);
  await valuesOf(one, [{ open: {} }, market, { advance: 'PT30H' }, { keep: join(folder, 'shop.json') }]);
  const two = worldOf(1);
  await valuesOf(two, [{ open: { document: join(folder, 'shop.json') } }, market]);
  const other = worldOf(1);
  await valuesOf(other, [{ open: { clock: '2025-06-18T00:00:00Z' } }, market]);
  const text = await stock(one);
  expect(text).toContain('9SI');
  expect(await stock(two)).toBe(text);
  expect(await stock(other)).not.toBe(text);
});

interface Shop {
  announcement: { url: string; sellerId: string; apiKey: string; secretKey: string; itemNumbers: string[] };
}

test('each row of a sheet is one line of the file', () => {
  const lines = readFileSync(file, 'utf8').split('\n');
  expect(lines.filter((line) => /^ *\[\d+,"=no formula",1.5/.test(line))).toHaveLength(39);
});

test('a version 1 file, with a single marketplace, can be opened', () => {
  const { marketsOpened, ...kept } = documentData(before, { 'https://market.test': 5 });
  const former = JSON.parse(encode({ ...kept, version: 1, marketOpened: 5 }));
  expect(documentIn(decode(JSON.stringify(former)))).toEqual({ ...kept, marketsOpened });
});

test.each(['', '[]', '{"version":0}', 'null'])('a file with the content %j is rejected', async (text) => {
  const other = join(folder, 'other.json');
  writeFileSync(other, text);
  await expect(valuesOf(worldOf(1), [{ open: { document: other } }])).rejects.toThrow('Step 1');
});
