/**
 * The built bundle follows Google's documentation: members, arguments, permissions, and the services allowed per
 * execution type.
 */
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
    // Checks the unminified bundle, because minification shortens names.
    const { text } = await productBundle({ root: ROOT, folder: 'dist', minify: false });
    checked = check({ code: text, page: built('Sidebar.html') }, declarations);
  });

  test('uses only members that its executions may use', () => {
    expect(checked.faults).toEqual([]);
  });

  test('is analyzed completely', () => {
    const contexts = new Set([...checked.functions.values()].map(({ name }) => name));
    expect(contexts).toEqual(new Set(['custom function', 'simple trigger', 'installable trigger', 'menu or sidebar']));
    expect(checked.functions.get('onOpen')).toBe(SIMPLE_TRIGGER);
    expect(checked.members.size).toBeGreaterThan(150);
    const deliberate = DELIBERATE.flatMap(({ in: name, uses }) => uses.map((each) => `${name} ${each}`));
    expect(checked.deliberate).toEqual(new Set(deliberate));
  });

  test('has exactly the permissions it needs, as a script and as an add-on', () => {
    const manifest = built('appsscript.json');
    const permissions = ['email'] as const;
    const missing = manifestFaults(checked, JSON.parse(manifest), false);
    expect(missing.filter((fault) => !/^Mail\.MailApp|^Base\.Session\.getEffectiveUser /.test(fault))).toEqual([]);
    expect(manifestFaults(checked, JSON.parse(manifestWith(manifest, { permissions })), false)).toEqual([]);
    const addon = manifestWith(manifest, { permissions, hosts: ['https://api.example.com'] });
    expect(manifestFaults(checked, JSON.parse(addon), true)).toEqual([]);
  });
});

/**
 * Structured like a build: cells call `formula`, Google calls `onOpen`, a trigger calls `refresh`, the menu calls
 * `show`.
 */
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

describe('the check reports a program that', () => {
  const SHEET = 'SpreadsheetApp.getActiveSheet()';

  test.each([
    ['writes in a formula', `function formula() { ${SHEET}.getRange('A1').setValue(1) }`, 'MARKET', 'Range.setValue'],
    [
      'writes in a formula through a port',
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
    ['reads triggers in a formula', 'function formula() { ScriptApp.getProjectTriggers() }', 'MARKET', 'getProject'],
    [
      'searches metadata in a formula',
      `function formula() { ${SHEET}.createDeveloperMetadataFinder() }`,
      'MARKET',
      'Finder',
    ],
    [
      'makes a network request on opening',
      "function onOpen() { UrlFetchApp.fetch('x') }",
      'onOpen',
      'UrlFetchApp.fetch',
    ],
    [
      'shows a sidebar on opening',
      "function onOpen() { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('')) }",
      'onOpen',
      'Ui.showSidebar',
    ],
    [
      'reads the sheet on opening as an add-on that is not enabled',
      `function onOpen() { ${SHEET} }`,
      'onOpen',
      'add-on that is not enabled',
    ],
    [
      'opens a dialog in a time-driven trigger',
      'function refresh() { SpreadsheetApp.getUi() }',
      'refresh',
      'installable trigger',
    ],
  ])('%s', (_, lines, name, what) => {
    expect(faultsOf(lines)).toMatch(new RegExp(`^${name} may not use .*${what}`, 'm'));
  });

  test.each([
    ['calls a method that no class has', 'function show(sheet) { sheet.getLastRows() }'],
    ['calls a method of another class', 'function show() { const all = SpreadsheetApp.getActive(); all.getValues() }'],
    ['passes too many arguments', `function show() { ${SHEET}.getRange(1, 2, 3, 4, 5) }`],
    ['passes too many arguments to a method of a parameter', 'function show(range) { range.setValues([[1]], 2) }'],
    [
      'passes too few arguments',
      'function show() { for (const each of SpreadsheetApp.getActive().getSheets()) each.hideColumns() }',
    ],
    ['calls a deprecated method', 'function show() { ScriptApp.getProjectKey() }'],
    ['uses an unknown enumeration value', `function show() { ScriptApp.AuthMode.SOME.toString() }`],
  ])('%s', (_, lines) => {
    expect(faultsOf(lines)).toContain('not a member of any Google class');
  });

  test('uses a browser global', () => {
    expect(faultsOf('function show() { setTimeout(show) }')).toContain('setTimeout');
  });

  test('publishes a function that is never called', () => {
    const code = `${program('')}\nfunction left() { return App_.show() }`;
    expect(check({ code, page: '' }, declarations).faults).toEqual(['left is never called']);
    expect(check({ code, page: 'google.script.run.left()' }, declarations).faults).toEqual([]);
  });

  test('requests missing or unneeded permissions', () => {
    const checked = check({ code: program("function show() { UrlFetchApp.fetch('x') }"), page: '' }, declarations);
    const scopes = ['script.scriptapp', 'script.external_request'].map(
      (name) => `https://www.googleapis.com/auth/${name}`,
    );
    expect(manifestFaults(checked, { oauthScopes: scopes }, false)).toEqual([]);
    expect(manifestFaults(checked, { oauthScopes: scopes.slice(1) }, false).join()).toContain('newTrigger needs');
    const more = [...scopes, 'https://www.googleapis.com/auth/drive'];
    expect(manifestFaults(checked, { oauthScopes: more }, false).join()).toMatch(/^nothing needs .*drive$/);
    expect(manifestFaults(checked, { oauthScopes: scopes }, true).join()).toContain('must list its addresses');
  });
});

test('the check accepts documented uses', () => {
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
