/** The built bundle as Google reads it: what is at its top level, and that loading it does nothing. */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { createContext, Script } from 'node:vm';
import { parse } from 'acorn';
import { expect, test } from 'vitest';
import { everyFormula } from '../../src/formulas/functions/registry.ts';

/** A text that one source has. */
const TOLD = 'which does not exist; reload it.';

const code = readFileSync(new URL('../../dist/Code.js', import.meta.url), 'utf8');

/** Every service answers any use with an error. */
function forbiddenServices(): object {
  const names = [
    'SpreadsheetApp',
    'UrlFetchApp',
    'PropertiesService',
    'CacheService',
    'LockService',
    'Utilities',
  ];
  const forbid = (name: string) =>
    new Proxy(() => undefined, {
      get: (_, member) => {
        throw new Error(`${name}.${String(member)} was used while loading`);
      },
    });
  return Object.fromEntries(
    [...names, 'HtmlService', 'ScriptApp', 'Session'].map((name) => [name, forbid(name)]),
  );
}

test('loading it calls no service', () => {
  expect(() => new Script(code).runInContext(createContext(forbiddenServices()))).not.toThrow();
});

test('only intended names are at the top level', () => {
  const before = createContext({});
  new Script(code).runInContext(before);
  expect(Object.keys(before).sort()).toEqual(
    [
      'App_',
      'addAdsDesk',
      'addBidsDesk',
      'addItemsDesk',
      'addReorderDesk',
      'archiveGoneRows',
      'checkByClock',
      'exportFiles',
      'exportToWarehouse',
      'fetchForFormulas',
      'formatThisResult',
      'installationCheck',
      'makeGuide',
      'makeSupportReport',
      'makeToday',
      'onInstall',
      'onOpen',
      'openSidebar',
      'pauseAllJobs',
      'refreshDue',
      'refreshNow',
      'removeDemo',
      'setUpStandardJobs',
      'sidebarCall',
      'tryDemo',
      'turnBackIntoFormulas',
      'turnFormulasIntoOne',
      'undoLastRun',
      ...everyFormula.map(({ name }) => name),
    ].sort(),
  );
});

test.each(everyFormula.map((formula) => [formula.name, formula] as const))(
  '%s carries its autocomplete help directly above',
  (name, formula) => {
    const [, help, params] = new RegExp(
      `/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\nfunction ${name}\\(([^)]*)\\)`,
    ).exec(code)!;
    expect(params).toBe(formula.arguments.map((argument) => argument.name).join(', '));
    const expected = formula.arguments.map(
      ({ name, optional, help }) => `@param {any} ${optional ? `[${name}]` : name} ${help}`,
    );
    const lines = help!.split('\n').map((line) => line.replace(/^ \* ?/, '').trim());
    expect(lines.filter((line) => line !== '')).toEqual([
      formula.summary,
      ...expected,
      expect.stringMatching(/^@return [A-Z].*\.$/),
      '@customfunction',
    ]);
    expect(help).not.toMatch(/[<>]/);
  },
);

test('it is written in the language that Apps Script parses', () => {
  // Newer syntax, such as private names, static fields or optional chaining, is a parse error there.
  expect(() => parse(code, { ecmaVersion: 2019, sourceType: 'script' })).not.toThrow();
  expect(() => parse('class A { #a = 1 }', { ecmaVersion: 2019 })).toThrow();
});

test('the names that Google calls stand at its top, and a place in the rest is found with its map', () => {
  const lines = code.split('\n');
  const bundle = lines.findIndex((line) => line.includes('App_='));
  for (const { name } of everyFormula)
    expect(lines.findIndex((line) => line.startsWith(`function ${name}(`))).toBeLessThan(bundle);
  const map = new SourceMap(
    JSON.parse(readFileSync(new URL('../../dist/Code.js.map', import.meta.url), 'utf8')),
  );
  const line = lines.findIndex((each) => each.includes(TOLD));
  const entry = map.findEntry(line, lines[line]!.indexOf(TOLD)) as { originalSource?: string };
  expect(entry.originalSource).toMatch(/src\/app\/registry\.ts$/);
});
