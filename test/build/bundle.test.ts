/** The built bundle has the expected top-level names and loads without side effects. */
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { type Program, parse } from 'acorn';
import { afterAll, expect, test } from 'vitest';
import { everyFormula } from '../../src/formulas/functions/registry.ts';

const code = readFileSync(new URL('../../dist/Code.js', import.meta.url), 'utf8');

const trees = new Map<string, Program>();
/** Apps Script can't parse newer syntax, such as private names, static fields, or optional chaining. */
function parsed(text: string): Program {
  const tree = trees.get(text) ?? parse(text, { ecmaVersion: 2019, sourceType: 'script' });
  trees.set(text, tree);
  return tree;
}
afterAll(() => trees.clear());

/** Services that throw if used. */
function forbiddenServices(): object {
  const names = ['SpreadsheetApp', 'UrlFetchApp', 'PropertiesService', 'CacheService', 'LockService', 'Utilities'];
  const forbid = (name: string) =>
    new Proxy(() => undefined, {
      get: (_, member) => {
        throw new Error(`${name}.${String(member)} was used while loading`);
      },
    });
  return Object.fromEntries([...names, 'HtmlService', 'ScriptApp', 'Session'].map((name) => [name, forbid(name)]));
}

test('calls no service while loading', () => {
  expect(() => new Script(code).runInContext(createContext(forbiddenServices()))).not.toThrow();
});

test('has only the intended names at the top level', () => {
  const before = createContext({});
  new Script(code).runInContext(before);
  expect(Object.keys(before).sort()).toEqual(
    [
      'App_',
      'addAdsReport',
      'addBidsReport',
      'addItemsReport',
      'addReorderReport',
      'exportFiles',
      'exportToWarehouse',
      'helpAndSupport',
      'makeToday',
      'onInstall',
      'onOpen',
      'openSidebar',
      'pauseAllJobs',
      'refreshDue',
      'refreshNow',
      'removeDemo',
      'setUpStandardJobs',
      'showChanges',
      'showJobs',
      'showLog',
      'showRules',
      'showStatus',
      'sidebarCall',
      'tryDemo',
      'undoLastRun',
      ...everyFormula.map(({ name }) => name),
    ].sort(),
  );
});

test.each(everyFormula.map((formula) => [formula.name, formula] as const))(
  'has autocomplete help directly above %s',
  (name, formula) => {
    const [, help, params] = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\nfunction ${name}\\(([^)]*)\\)`).exec(
      code,
    )!;
    expect(params).toBe(formula.arguments.map((argument) => argument.name).join(','));
    const expected = formula.arguments.map(
      ({ name, optional, help }) => `@param {any} ${optional ? `[${name}]` : name} ${help}`,
    );
    const lines = help!.split('\n').map((line) => line.replace(/^ \* ?/, '').trim());
    expect(lines.filter((line) => line !== '')).toEqual([formula.summary, ...expected, '@customfunction']);
    expect(help).not.toMatch(/[<>]/);
  },
);

test('evaluates no strings as code and reads no function source', () => {
  const calls = (names: readonly string[]) => namesIn(parsed(code)).filter((name) => names.includes(name));
  expect(calls(['eval', 'Function'])).toEqual([]);
  expect(code).not.toMatch(/Function\.prototype\.toString|\.constructor\(\s*["'`]/);
  expect(namesIn(parsed('new Function("x"), eval("y")'))).toEqual(['Function', 'eval']);
});

/** Names that a program calls as functions. */
function namesIn(program: Program): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee } = node as { readonly type?: string; readonly callee?: { readonly name?: string } };
    if ((type === 'CallExpression' || type === 'NewExpression') && callee?.name) found.push(callee.name);
    Object.values(node).forEach(visit);
  };
  visit(program);
  return found;
}

test('package.json lists every module imported for its side effects', () => {
  const src = fileURLToPath(new URL('../../src', import.meta.url));
  const loaded = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      [...readFileSync(join(src, path), 'utf8').matchAll(/^import '(.*)';/gm)].map(
        ([, module]) => `./${relative(join(src, '..'), join(src, dirname(path), module!))}`,
      ),
    );
  const { sideEffects } = JSON.parse(readFileSync(join(src, '../package.json'), 'utf8')) as {
    sideEffects: string[];
  };
  expect(loaded.sort()).toEqual(sideEffects.filter((path) => path.startsWith('./src')).sort());
});

test('uses only syntax that Apps Script can parse', () => {
  expect(() => parsed(code)).not.toThrow();
  expect(() => parsed('class A { #a = 1 }')).toThrow();
});

test('declares formulas before the bundled code', () => {
  const lines = code.split('\n');
  const bundle = lines.findIndex((line) => line.includes('App_='));
  for (const { name } of everyFormula)
    expect(lines.findIndex((line) => line.startsWith(`function ${name}(`))).toBeLessThan(bundle);
});

test.each([
  ['MARKET_STOCK("A1")', /src\/google\/formula-owner\.ts$/],
  ['openSidebar()', /src\/google\/menu\.ts$/],
])('the source map locates errors thrown by %s', (use, source) => {
  const map = new SourceMap(JSON.parse(readFileSync(new URL('../../dist/Code.js.map', import.meta.url), 'utf8')));
  const stack = new Script(`try { ${use} } catch (error) { String(error.stack) }`);
  const context = createContext(forbiddenServices());
  new Script(code, { filename: 'Code.js' }).runInContext(context);
  const [, line, column] = /Code\.js:(\d+):(\d+)/.exec(stack.runInContext(context) as string)!;
  const entry = map.findEntry(Number(line) - 1, Number(column) - 1) as { originalSource?: string };
  expect(entry.originalSource).toMatch(source);
});

test('the installation check imports nothing from the add-on', () => {
  const folder = fileURLToPath(new URL('../../src/check', import.meta.url));
  const imports = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      [...readFileSync(join(folder, path), 'utf8').matchAll(/ from '(.*)';$/gm)].map(([, module]) =>
        relative(folder, join(folder, dirname(path), module!)),
      ),
    );
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((path) => path.startsWith('..'))).toEqual([]);
});

// Google has responded with a 500 error to a page that had one very long line.
test.each(['Code.js', 'Sidebar.html'])('no line of %s is longer than a few thousand characters', (name) => {
  const text = readFileSync(new URL(`../../dist/${name}`, import.meta.url), 'utf8');
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(4000);
});
