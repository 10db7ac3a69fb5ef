import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Emulated, enumeration, strict } from './strict.ts';

vi.mock('./bridge.ts', () => ({ callHost: (_: string, name: string, key: string) => key in GOOGLE[name]! }));
const GOOGLE: Record<string, object> = { Lock: { tryLock: 1, waitLock: 1 } };

type Lock = GoogleAppsScript.Lock.Lock;
type Range = GoogleAppsScript.Spreadsheet.Range;

test('a member that Google lacks or declares differently does not compile', () => {
  // @ts-expect-error Google's lock has no such member.
  strict<Lock>('Lock', { isFree: () => true });
  // @ts-expect-error It returns a boolean.
  strict<Lock>('Lock', { hasLock: () => 'yes' });
  // @ts-expect-error It takes a number.
  strict<Lock>('Lock', { tryLock: (_patience: string) => true });
  // @ts-expect-error It takes one argument.
  strict<Lock>('Lock', { waitLock: (_milliseconds: number, _name: string) => {} });
  // @ts-expect-error The class is required.
  strict('Lock', { hasLock: () => true });
  // @ts-expect-error Google returns the range for chaining.
  const chained: Emulated<Range> = { setValue: () => {} };
  // @ts-expect-error One of Google's overloads takes a name.
  const overloaded: Emulated<GoogleAppsScript.Spreadsheet.Sheet> = { getRange: (_row: number) => null! };
  // @ts-expect-error There is no such dimension.
  enumeration<typeof GoogleAppsScript.Spreadsheet.Dimension>('Dimension', 'ROWS', 'DIAGONALS');
  expect([chained, overloaded]).toBeDefined();
});

test('a member that is not emulated throws its name', () => {
  const lock = strict<Lock>('Lock', { hasLock: () => true });
  expect(lock.hasLock()).toBe(true);
  expect(() => lock.tryLock(1)).toThrow('not emulated: Lock.tryLock');
  expect(Reflect.get(lock, 'isFree')).toBeUndefined();
});

test('no emulated class bypasses the type check', () => {
  const folder = import.meta.dirname;
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  for (const name of sources) {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text.match(/\bstrict\(|\benumeration\(|<any>|: any\b|, any>/g), name).toBeNull();
  }
});
