/** The record of sent rows, split into lines that fit in a cell. */
import { expect, test } from 'vitest';
import {
  digestOf,
  isChanged,
  isSent,
  noteUndone,
  readMemory,
  removeUndone,
  sendRowsAgain,
  shortDigest,
  writeSentRows,
} from '../../src/warehouse/state.ts';
import { exporting, PLACE } from '../support/exporting.ts';

const rows = (count: number) =>
  new Map(Array.from({ length: count }, (_, index) => [shortDigest(`key ${index}`), shortDigest(`row ${index}`)]));

test('digests have a fixed length and differ', () => {
  const texts = Array.from({ length: 500 }, (_, index) => `row ${index}`);
  expect(texts.map(digestOf).filter((digest) => !/^[0-9a-f]{32}$/.test(digest))).toEqual([]);
  expect(texts.map(shortDigest).filter((digest) => !/^[0-9a-z]{7}$/.test(digest))).toEqual([]);
  expect(new Set(texts.map(shortDigest)).size).toBe(500);
});

test('recorded rows are found by table', () => {
  const { lines, memory } = exporting();
  writeSentRows(
    lines,
    PLACE,
    new Map([
      ['Orders', rows(10_000)],
      ['Order lines', rows(3)],
    ]),
  );
  expect(memory.every(({ text }) => text.length < 50_000)).toBe(true);
  expect(memory.length).toBe(4);
  const { sent } = readMemory(lines, PLACE);
  expect(sent.get('Orders')).toEqual(rows(10_000));
  expect(isSent(sent.get('Order lines'), 'key 2', shortDigest('row 2'))).toBe(true);
  expect(isSent(sent.get('Order lines'), 'key 2', shortDigest('row 1'))).toBe(false);
  expect(isSent(undefined, 'key 2', shortDigest('row 2'))).toBe(false);
});

test("recording a table again doesn't affect other tables and projects", () => {
  const { lines } = exporting();
  const other = { ...PLACE, project: 'my-shop-654321' };
  writeSentRows(
    lines,
    PLACE,
    new Map([
      ['Orders', rows(3)],
      ['Keywords', rows(2)],
    ]),
  );
  writeSentRows(lines, other, new Map([['Orders', rows(1)]]));
  writeSentRows(lines, PLACE, new Map([['Orders', rows(0)]]));
  expect(readMemory(lines, PLACE).sent).toEqual(new Map([['Keywords', rows(2)]]));
  expect(readMemory(lines, other).sent).toEqual(new Map([['Orders', rows(1)]]));
  sendRowsAgain(lines, PLACE);
  const again = readMemory(lines, PLACE).sent.get('Keywords');
  const [key, same, changed] = ['key 1', shortDigest('row 1'), shortDigest('row 2')];
  expect([isSent(again, key, same), isChanged(again, key, same), isChanged(again, key, changed)]).toEqual([
    ...[false, false, true],
  ]);
  expect(readMemory(lines, other).sent).toEqual(new Map([['Orders', rows(1)]]));
});

test('later lines override lines that a killed execution left', () => {
  const ports = exporting();
  const key = shortDigest('key');
  writeSentRows(ports.lines, PLACE, new Map([['Orders', new Map([[key, shortDigest('old')]])]]));
  ports.left = 1;
  expect(() => writeSentRows(ports.lines, PLACE, new Map([['Orders', new Map([[key, shortDigest('new')]])]]))).toThrow(
    'ended',
  );
  expect(readMemory(ports.lines, PLACE).sent.get('Orders')!.get(key)).toBe(shortDigest('new'));
});

test('records undone keys once a workbook was exported, until they are removed', () => {
  const { lines, memory } = exporting();
  const keys = Array.from({ length: 100 }, (_, index) => `A006|${'9'.repeat(990)}${index}`);
  noteUndone(lines, 'Orders', keys, 5);
  expect(memory).toEqual([]);
  writeSentRows(lines, PLACE, new Map([['Orders', rows(1)]]));
  noteUndone(lines, 'Orders', keys, 5);
  noteUndone(lines, 'Orders', [], 5);
  noteUndone(lines, 'Order lines', ['one'], 6);
  expect(memory.every(({ text }) => text.length < 50_000)).toBe(true);
  const { undone } = readMemory(lines, PLACE);
  expect(undone.flatMap(({ table, at, keys }) => keys.map((key) => [table, at, key]))).toEqual([
    ...keys.map((key) => ['Orders', 5, key]),
    ['Order lines', 6, 'one'],
  ]);
  removeUndone(lines, undone.slice(0, -1));
  expect(readMemory(lines, PLACE).undone).toMatchObject([{ table: 'Order lines' }]);
});

test('records undone keys for each project', () => {
  const { lines } = exporting();
  const other = { ...PLACE, project: 'my-shop-654321' };
  for (const place of [PLACE, other]) writeSentRows(lines, place, new Map([['Orders', rows(1)]]));
  noteUndone(lines, 'Orders', ['key 0'], 5);
  removeUndone(lines, readMemory(lines, PLACE).undone);
  expect(readMemory(lines, PLACE).undone).toEqual([]);
  expect(readMemory(lines, other).undone).toMatchObject([{ table: 'Orders', at: 5, keys: ['key 0'] }]);
});

test('reads undone keys that version 1.0.0 noted without a project', () => {
  const { lines } = exporting();
  lines.append(['Orders', 'Order lines'].map((table) => ({ label: `undone 5 ${table}`, text: '["one"]' })));
  expect(readMemory(lines, PLACE).undone).toMatchObject([
    { table: 'Orders', at: 5, keys: ['one'] },
    { table: 'Order lines', at: 5, keys: ['one'] },
  ]);
});
