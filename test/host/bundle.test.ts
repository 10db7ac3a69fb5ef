import vm from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bundle, readBundle } from './bundle.ts';
import { ExecutionPool } from './execution/pool.ts';
import { freshBundle } from './fresh-bundle.ts';
import { Host } from './host.ts';
import { defaults } from './steps/world.ts';

const services = [
  'CacheService',
  'Charts',
  'HtmlService',
  'LockService',
  'Logger',
  'MailApp',
  'PropertiesService',
  'ScriptApp',
  'Session',
  'SpreadsheetApp',
  'UrlFetchApp',
  'Utilities',
  'console',
];

let bundle: Bundle;
let pool: ExecutionPool;
beforeAll(() => {
  bundle = readBundle(freshBundle());
  pool = new ExecutionPool(bundle);
});
afterAll(() => pool.close());

test('the bundle loads when every service throws', () => {
  const throwing = (name: string) =>
    new Proxy(() => {}, {
      get: (_, member) => {
        throw new Error(`${name}.${String(member)} at load`);
      },
      apply: () => {
        throw new Error(`${name}() at load`);
      },
    });
  const scope = vm.createContext(Object.fromEntries(services.map((name) => [name, throwing(name)])));
  vm.runInContext(bundle.code, scope);
  expect(vm.runInContext('typeof onOpen', scope)).toBe('function');
  expect(() => vm.runInContext('SpreadsheetApp.getUi()', scope)).toThrow('SpreadsheetApp.getUi at load');
});

test('the bundle adds its menu in AuthMode.NONE', async () => {
  const host = new Host(bundle, pool, { ...defaults, mode: 'addon' });
  try {
    expect(await host.open('NONE')).toMatchObject({ ok: true });
    const labels = [...host.menus.values()].flatMap(({ entries }) => entries);
    expect(labels).toContainEqual({ label: 'Open sidebar', handler: 'openSidebar' });
    expect(host.statistics.calls.has('Menu.addToUi')).toBe(true);
  } finally {
    host.close();
  }
});
