// Executions can use only the language and Google's services, and leave nothing to the next one.
import { afterAll, describe, expect, test } from 'vitest';
import { declaredGlobals } from './bundle.ts';
import { sampleHost } from './sample-host.ts';

const SCRIPT = `
  var counter = 0;
  function count() { counter++; globalThis.left = (globalThis.left || 0) + 1; return [counter, left]; }
`;
const reused = sampleHost(SCRIPT);
// A script with a constant gets a fresh scope for each execution.
const fresh = sampleHost(`${SCRIPT} const constant = 1;`);
const { evaluate } = reused;
afterAll(async () => {
  await reused.close();
  await fresh.close();
});

const absent = [
  'process',
  'require',
  'module',
  'Buffer',
  'global',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
  'atob',
  'btoa',
  'crypto',
  'performance',
  'window',
  'Blob',
  'File',
  'FormData',
  'DOMException',
  'navigator',
  'AbortController',
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  '__hook',
  '__enter',
];

describe('an execution', () => {
  test.each(absent)('has no %s', async (name) => {
    expect(await evaluate(`return typeof ${name}`)).toBe('undefined');
    expect(await fresh.evaluate(`return typeof ${name}`)).toBe('undefined');
  });

  test.each([
    'SpreadsheetApp',
    'UrlFetchApp.fetch',
    'console.log',
    'Date',
    'ss',
    'ss.getSheets()',
    'PropertiesService.getScriptProperties()',
  ])('cannot escape through the constructor of %s', async (value) => {
    const wayOut = `return ${value}.constructor.constructor('return typeof process')()`;
    expect(await evaluate(wayOut)).toBe('undefined');
  });

  test('gets values of its own realm from the host', async () => {
    const body = `ss.getSheets()[0].getRange('A1').setValue(new Date(0));
      const values = ss.getSheets()[0].getRange('A1:B1').getValues();
      return [values instanceof Array, values[0] instanceof Array, values[0][0] instanceof Date]`;
    expect(await evaluate(body)).toEqual([true, true, true]);
  });

  test('throws errors of its own realm when the host refuses a call', async () => {
    const body = `try { ss.getSheets()[0].getRange('A0') } catch (e) { return [e instanceof Error, e.name] }`;
    expect(await evaluate(body)).toEqual([true, 'Exception']);
  });

  test.each([
    ['a reused scope', reused],
    ['a fresh scope', fresh],
  ])('starts with the initial globals in %s', async (_, { host }) => {
    for (const _ of '12') expect(await host.call('eval', 'count', [])).toMatchObject({ value: [1, 1] });
  });

  test('finds built-in classes unchanged', async () => {
    const changes = `Array.prototype.added = 1; Date.now = () => 0; String.prototype.trim = () => 'trimmed';
      delete Array.prototype.map; Object.defineProperty(Intl, 'DateTimeFormat', { value: 1 }); Math = 2;
      Number.isSafeInteger = undefined; delete globalThis.RegExp; SpreadsheetApp = 3; return 0`;
    const seen = `return [Array.prototype.added, Date.now() > 1, ' a '.trim(), [1].map(String), typeof Intl.DateTimeFormat,
      Math.abs(-1), Number.isSafeInteger(1), typeof RegExp, typeof SpreadsheetApp, typeof count]`;
    const before = await evaluate(seen);
    expect(before).toEqual([undefined, true, 'a', ['1'], 'function', 1, true, 'function', 'object', 'function']);
    for (const _ of '12') {
      await evaluate(changes);
      expect(await evaluate(seen)).toEqual(before);
    }
  });

  test.each([
    ['"use strict"; var a = 1, b; function c() { let d; }', ['a', 'b', 'c']],
    ['const a = 1;', undefined],
    ['class A {}', undefined],
    ['if (true) { var a; }', undefined],
    ['var { a } = {};', undefined],
  ])('reuses the scope of %s only if all its names are known', (code, names) => {
    expect(declaredGlobals(code)).toEqual(names);
  });

  test('runs a long script correctly although it is compiled only once', async () => {
    const made = (body: string) =>
      evaluate(`
      const text = 'globalThis.left = (globalThis.left || 0) + 1; return [left, [] instanceof Array, ${body}];' + ' '.repeat(20000);
      try {
        const made = new Function(text + '\\n//# sourceURL=long.js');
        return [...made(), made instanceof Function, made === new Function(text)];
      } catch (error) {
        return error instanceof SyntaxError;
      }`);
    for (const _ of ['first', 'again']) expect(await made('1')).toEqual([1, true, 1, true, false]);
    expect(await made('2')).toEqual([1, true, 2, true, false]);
    expect(await made('](')).toBe(true);
  });

  test('throws for a member that is not emulated', async () => {
    await expect(evaluate('return ss.getBandings()')).rejects.toThrow('not emulated: Spreadsheet.getBandings');
    // The host's internal fields are hidden as well.
    expect(await evaluate("const [sheet] = ss.getSheets(); return [sheet.getRange('A1').at, sheet.id]")).toEqual([
      undefined,
      undefined,
    ]);
    await expect(evaluate('return SpreadsheetApp.openByUrl')).rejects.toThrow('not emulated: SpreadsheetApp.openByUrl');
  });
});

describe('an async function', () => {
  test('returns its resolved value', async () => {
    expect(await evaluate('return (async () => { await null; return 7 })()')).toBe(7);
  });

  test('fails with the error it rejects with', async () => {
    await expect(evaluate("return (async () => { await null; throw new TypeError('late') })()")).rejects.toThrow(
      expect.objectContaining({ name: 'TypeError', message: 'late' }),
    );
  });
});

test('an unhandled rejection affects neither its own execution nor the next one', async () => {
  expect(await evaluate("Promise.reject(new Error('unseen')); return 1")).toBe(1);
  expect(await evaluate('return 2')).toBe(2);
});

test('an error keeps its name and message', async () => {
  const body = "class Odd extends Error { constructor() { super('so'); this.name = 'Odd' } }; throw new Odd()";
  await expect(evaluate(body)).rejects.toThrow(expect.objectContaining({ name: 'Odd', message: 'so' }));
});
