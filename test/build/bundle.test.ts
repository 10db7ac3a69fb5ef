/** The built bundle as Google reads it: what is at its top level, and that loading it does nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CreateContextOptions, createContext, Script } from 'node:vm';
import { parse } from 'acorn';
import { expect, test } from 'vitest';
import { everyFormula } from '../../src/formulas/functions/registry.ts';

const code = readFileSync(new URL('../../dist/Code.js', import.meta.url), 'utf8');

/** Every service answers any use with an error. */
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

test('loading it calls no service', () => {
  expect(() => new Script(code).runInContext(createContext(forbiddenServices()))).not.toThrow();
});

test('only intended names are at the top level', () => {
  const before = createContext({});
  new Script(code).runInContext(before);
  expect(Object.keys(before).sort()).toEqual(
    [
      'Formulas_',
      'addAdsDesk',
      'addBidsDesk',
      'addItemsDesk',
      'addReorderDesk',
      'archiveGoneRows',
      'checkByClock',
      'exportFiles',
      'exportToWarehouse',
      'installationCheck',
      'madeOf_',
      'makeGuide',
      'makeSupportReport',
      'makeToday',
      'onInstall',
      'onOpen',
      'openSidebar',
      'pauseAllJobs',
      'program_',
      'readPart_',
      'refreshDue',
      'refreshNow',
      'removeDemo',
      'setUpStandardJobs',
      'sidebarCall',
      'tryDemo',
      'undoLastRun',
      'xml_',
      ...everyFormula.map(({ name }) => name),
    ].sort(),
  );
});

test.each(everyFormula.map((formula) => [formula.name, formula] as const))(
  '%s carries its autocomplete help directly above',
  (name, formula) => {
    const [, help, params] = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\nfunction ${name}\\(([^)]*)\\)`).exec(
      code,
    )!;
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

/** The texts that the bundle makes functions of, once `use` has been done to it. */
function partsReadBy(use: string, options: CreateContextOptions = {}): readonly string[] {
  const read: string[] = [];
  const context = createContext(forbiddenServices(), options);
  new Script(`Function = new Proxy(Function, {
    construct(maker, args) { read(args[0]); return Reflect.construct(maker, args); },
  })`).runInContext(Object.assign(context, { read: (text: string) => read.push(text) }));
  new Script(code, { filename: 'Code.js' }).runInContext(context);
  new Script(use).runInContext(context);
  return read;
}

test('a formula reads no part of the program that stays a comment, and all else reads one once', () => {
  expect(partsReadBy('try { MARKET_STOCK("A1") } catch {}')).toEqual([]);
  const [program, ...others] = partsReadBy('for (let i = 0; i < 2; i++) try { openSidebar() } catch {}');
  expect(others).toEqual([]);
  expect(program).toMatch(/^"use strict";\n/);
  const [xml] = partsReadBy('readPart_(xml_).XMLParser');
  expect(xml!.length).toBeLessThan(0.2 * program!.length);
});

test('where Google lets no text be run, it says which build to install', () => {
  const use = () => partsReadBy('openSidebar()', { codeGeneration: { strings: false, wasm: false } });
  expect(use).toThrow('npm run build -- --whole');
  const without = "Function.prototype.toString = () => 'function () {}'; openSidebar()";
  expect(() => partsReadBy(without)).toThrow('npm run build -- --whole');
});

test('of a module that does something when it is loaded the bundler is told', () => {
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

test('it is written in the language that Apps Script parses, and so are its parts', () => {
  // Newer syntax, such as private names, static fields or optional chaining, is a parse error there.
  const parsed = (text: string) => parse(text, { ecmaVersion: 2019, sourceType: 'script' });
  expect(() => parsed(code)).not.toThrow();
  const parts = partsReadBy('readPart_(xml_), readPart_(program_)');
  expect(parts).toHaveLength(2);
  for (const part of parts) expect(() => parsed(`function part() {${part}\n}`)).not.toThrow();
  expect(() => parsed('class A { #a = 1 }')).toThrow();
});

test('the names that Google calls stand at its top', () => {
  const lines = code.split('\n');
  const bundle = lines.findIndex((line) => line.includes('Formulas_='));
  for (const { name } of everyFormula)
    expect(lines.findIndex((line) => line.startsWith(`function ${name}(`))).toBeLessThan(bundle);
});

test.each([
  ['Code.js', 'MARKET_STOCK("A1")', /src\/google\/formula-cache\.ts$/],
  ['program_.js', 'openSidebar()', /src\/google\/menu\.ts$/],
])('a place in %s that an error names is found with its map', (script, use, source) => {
  const map = new SourceMap(JSON.parse(readFileSync(new URL(`../../dist/${script}.map`, import.meta.url), 'utf8')));
  const stack = new Script(`try { ${use} } catch (error) { String(error.stack) }`);
  const context = createContext(forbiddenServices());
  new Script(code, { filename: 'Code.js' }).runInContext(context);
  const [, line, column] = new RegExp(`${script.replace('.', '\\.')}:(\\d+):(\\d+)`).exec(
    stack.runInContext(context) as string,
  )!;
  const entry = map.findEntry(Number(line) - 1, Number(column) - 1) as { originalSource?: string };
  expect(entry.originalSource).toMatch(source);
});
