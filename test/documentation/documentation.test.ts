/** The built bundle keeps to what Google documents: members, arguments, what each execution may use, permissions. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { productBundle } from '../../src/build/bundle.ts';
import { manifestWith } from '../../src/build/manifest.ts';
import { type Checked, check, manifestFaults } from './check.ts';
import { readDeclarations } from './declarations.ts';
import { DELIBERATE, SIMPLE_TRIGGER } from './rules.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const built = (name: string) => readFileSync(new URL(`../../dist/${name}`, import.meta.url), 'utf8');
const declarations = readDeclarations();

describe('the bundle', () => {
  let checked: Checked;
  beforeAll(async () => {
    // The same program before its names are made short.
    const { text } = await productBundle({ root: ROOT, folder: 'dist', minify: false });
    checked = check({ code: text, page: built('Sidebar.html') }, declarations);
  });

  test('uses nothing that its executions may not use', () => {
    expect(checked.faults).toEqual([]);
  });

  test('is seen whole', () => {
    const contexts = new Set([...checked.functions.values()].map(({ name }) => name));
    expect(contexts).toEqual(new Set(['custom function', 'simple trigger', 'installable trigger', 'menu or sidebar']));
    expect(checked.functions.get('onOpen')).toBe(SIMPLE_TRIGGER);
    expect(checked.members.size).toBeGreaterThan(150);
    const deliberate = DELIBERATE.flatMap(({ in: name, uses }) => uses.map((each) => `${name} ${each}`));
    expect(checked.deliberate).toEqual(new Set(deliberate));
  });

  test('has the permissions that it needs and no others, as an add-on too', () => {
    const manifest = built('appsscript.json');
    const permissions = ['email'] as const;
    const missing = manifestFaults(checked, JSON.parse(manifest), false);
    expect(missing.filter((fault) => !/^Mail\.MailApp|^Base\.Session\.getEffectiveUser /.test(fault))).toEqual([]);
    expect(manifestFaults(checked, JSON.parse(manifestWith(manifest, { permissions })), false)).toEqual([]);
    const addon = manifestWith(manifest, { permissions, hosts: ['https://api.example.com'] });
    expect(manifestFaults(checked, JSON.parse(addon), true)).toEqual([]);
  });
});

/** As the build makes them: `formula` is called from cells, `onOpen` by Google, `refresh` by a clock, `show` by the menu. */
function program(lines: string): string {
  const names = ['formula', 'onOpen', 'refresh', 'show'];
  const rest = names.filter((name) => !lines.includes(`function ${name}(`)).map((name) => `function ${name}() {}`);
  return `var App_ = (() => {
    var publish = (target, all) => { for (const name in all) target[name] = all[name]; };
    var main = {};
    publish(main, { ${names.map((name) => `${name}: () => ${name}`).join(', ')} });
    ${lines} ${rest.join('\n')}
    function install() { ScriptApp.newTrigger('refresh'); SpreadsheetApp.getUi().createMenu('').addItem('', 'show'); }
    return main;
  })();
  /** @customfunction */
  function MARKET() { return App_.formula(arguments); }
  ${['onOpen', 'refresh', 'show'].map((name) => `function ${name}() { return App_.${name}.apply(null, arguments); }`).join('\n')}`;
}

const faultsOf = (lines: string) => check({ code: program(lines), page: '' }, declarations).faults.join('\n');

describe('a program is found out that', () => {
  const SHEET = 'SpreadsheetApp.getActiveSheet()';

  test.each([
    ['writes in a formula', `function formula() { ${SHEET}.getRange('A1').setValue(1) }`, 'MARKET', 'Range.setValue'],
    [
      'writes by a port that a formula has',
      `var ports = { save: (range) => range.setNote('x') };
       var opened = () => ({ ...ports });
       function formula() { opened().save(${SHEET}.getRange('A1')) }`,
      'MARKET',
      'Range.setNote',
    ],
    [
      'opens another document in a formula',
      "function formula() { SpreadsheetApp.openById('x') }",
      'MARKET',
      'openById',
    ],
    ['asks for triggers in a formula', 'function formula() { ScriptApp.getProjectTriggers() }', 'MARKET', 'getProject'],
    [
      'finds metadata in a formula',
      `function formula() { ${SHEET}.createDeveloperMetadataFinder() }`,
      'MARKET',
      'Finder',
    ],
    ['calls out on opening', "function onOpen() { UrlFetchApp.fetch('x') }", 'onOpen', 'UrlFetchApp.fetch'],
    [
      'shows a page on opening',
      "function onOpen() { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('')) }",
      'onOpen',
      'Ui.showSidebar',
    ],
    ['reads on opening what an add-on may not', `function onOpen() { ${SHEET} }`, 'onOpen', 'add-on that is not used'],
    ['asks a person by the clock', 'function refresh() { SpreadsheetApp.getUi() }', 'refresh', 'installable trigger'],
  ])('%s', (_, lines, name, what) => {
    expect(faultsOf(lines)).toMatch(new RegExp(`^${name} may not use .*${what}`, 'm'));
  });

  test.each([
    ['calls what nobody has', 'function show(sheet) { sheet.getLastRows() }'],
    ['calls what another class has', 'function show() { const all = SpreadsheetApp.getActive(); all.getValues() }'],
    ['gives too many arguments', `function show() { ${SHEET}.getRange(1, 2, 3, 4, 5) }`],
    ['gives too many to what it was handed', 'function show(range) { range.setValues([[1]], 2) }'],
    [
      'gives too few',
      'function show() { for (const each of SpreadsheetApp.getActive().getSheets()) each.hideColumns() }',
    ],
    ['calls what is deprecated', 'function show() { ScriptApp.getProjectKey() }'],
    ['names no value of an enumeration', `function show() { ScriptApp.AuthMode.SOME.toString() }`],
  ])('%s', (_, lines) => {
    expect(faultsOf(lines)).toContain("no member of Google's");
  });

  test('uses a global of browsers', () => {
    expect(faultsOf('function show() { setTimeout(show) }')).toContain('setTimeout');
  });

  test('publishes what nobody calls', () => {
    const code = `${program('')}\nfunction left() { return App_.show() }`;
    expect(check({ code, page: '' }, declarations).faults).toEqual(['left is called by nobody']);
    expect(check({ code, page: 'google.script.run.left()' }, declarations).faults).toEqual([]);
  });

  test('asks for other permissions than it needs', () => {
    const checked = check({ code: program("function show() { UrlFetchApp.fetch('x') }"), page: '' }, declarations);
    const scopes = ['script.scriptapp', 'script.external_request'].map(
      (name) => `https://www.googleapis.com/auth/${name}`,
    );
    expect(manifestFaults(checked, { oauthScopes: scopes }, false)).toEqual([]);
    expect(manifestFaults(checked, { oauthScopes: scopes.slice(1) }, false).join()).toContain('newTrigger needs');
    const more = [...scopes, 'https://www.googleapis.com/auth/drive'];
    expect(manifestFaults(checked, { oauthScopes: more }, false).join()).toMatch(/^nothing needs .*drive$/);
    expect(manifestFaults(checked, { oauthScopes: scopes }, true).join()).toContain('names its addresses');
  });
});

test('what is documented is no fault', () => {
  const right = `
    function formula() { return SpreadsheetApp.getActiveSheet().getRange('A1').getValue() + UrlFetchApp.fetch('x') }
    function onOpen(event) {
      SpreadsheetApp.getUi().createAddonMenu().addToUi();
      if (event && event.authMode !== ScriptApp.AuthMode.NONE) SpreadsheetApp.getActive().toast('Hello');
    }
    function refresh() { SpreadsheetApp.getActiveSheet().getRange('A1').setValue(1) }
    function show() { SpreadsheetApp.getUi().alert('Hello') }`;
  expect(faultsOf(right)).toBe('');
});
