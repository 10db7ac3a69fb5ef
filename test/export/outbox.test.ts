/** The outbox: what is noted is read again, in few lines of bounded length, and put together where it is scattered. */
import { describe, expect, test } from 'vitest';
import type { Journal, JournalLine } from '../../src/tables/sheet.ts';
import {
  addEntries,
  compacted,
  type Entry,
  markOutbox,
  noteRows,
  outboxLabels,
  readOutbox,
  removeLines,
} from '../../src/warehouse/outbox.ts';
import { exportedTable } from '../../src/warehouse/schema.ts';

function outbox() {
  const kept: JournalLine[] = [];
  const removed: (readonly number[])[] = [];
  let ids = 0;
  const lines: Journal = {
    labels: () => kept.map(({ label }) => label),
    lines: (from) => kept.slice(from),
    append: (added) => kept.push(...added),
    removeLines: (gone) => {
      removed.push(gone);
      for (const line of [...gone].sort((one, other) => other - one)) kept.splice(line, 1);
    },
    remove: () => kept.splice(0),
  };
  const unique = () => `id${++ids}`;
  const add = (table: string, entries: readonly Entry[]) => addEntries(lines, new Map([[table, entries]]), unique);
  return { kept, removed, lines, unique, add };
}

const entry = (key: string, before = '', at = 0, isTakenBack = false): Entry => ({
  ...{ key, before, at },
  isTakenBack,
});

test('what is noted is read again, of all tables or of one', () => {
  const { lines, add, kept } = outbox();
  add('Orders', [entry('A|1', 'print', 5), entry('quote " and \\')]);
  add('Keywords', [entry('k')]);
  add('Orders', []);
  kept.push({ label: 'mine', text: 'x' }, { label: 'null', text: '' }, { label: '{"table":1}', text: '' });
  expect(readOutbox(lines)).toEqual([
    { line: 0, id: 'id1.0', table: 'Orders', entries: [entry('A|1', 'print', 5), entry('quote " and \\')] },
    { line: 1, id: 'id2.0', table: 'Keywords', entries: [entry('k')] },
  ]);
  expect(readOutbox(lines, 'Keywords').map(({ line }) => line)).toEqual([1]);
  expect(kept).toHaveLength(5);
});

test('a line has room for forty thousand characters', () => {
  const { lines, add, kept } = outbox();
  const all = Array.from({ length: 10 }, (_, index) => entry(`${index}`.repeat(9990)));
  add('Orders', all);
  expect(kept.map(({ text }) => text.length)).toEqual([39_993, 39_993, 19_997]);
  expect(readOutbox(lines).flatMap(({ entries }) => entries)).toEqual(all);
  expect(new Set(kept.map(({ label }) => label)).size).toBe(3);
});

test('lines go by their ids, and nothing is done where none of them is there', () => {
  const { lines, add, removed } = outbox();
  add('Orders', [entry('a')]);
  add('Orders', [entry('b')]);
  removeLines(lines, new Set(['id9.0', '']));
  expect(removed).toEqual([]);
  removeLines(lines, new Set(['id2.0']));
  expect(readOutbox(lines).map(({ id }) => id)).toEqual(['id1.0']);
});

test('its labels tell the tables and its mark', () => {
  const { lines, add } = outbox();
  const mark = markOutbox(lines, 'm1');
  add('Orders', [entry('a')]);
  expect(outboxLabels(lines)).toEqual({ tables: new Set(['Orders']), marks: new Set([mark]) });
  expect(lines.lines(0)[0]!.text).toMatch(/^Rows that are still to be sent/);
});

describe('lines of a table', () => {
  test('that say each key once stay as they are', () => {
    const { lines, add, unique, removed } = outbox();
    for (let line = 0; line < 10; line++) add('Orders', [entry(`k${line}`)]);
    expect(compacted(lines, 'Orders', unique)).toHaveLength(10);
    expect(removed).toEqual([]);
  });

  test('are put together where they are more than ten with little in each', () => {
    const { lines, add, unique } = outbox();
    for (let line = 0; line < 11; line++) add('Orders', [entry(`k${line}`, 'p', line)]);
    add('Keywords', [entry('other')]);
    const [all, ...others] = compacted(lines, 'Orders', unique);
    expect([all!.entries.length, others]).toEqual([11, []]);
    expect(readOutbox(lines).map(({ table }) => table)).toEqual(['Keywords', 'Orders']);
  });

  test('stay where there is enough in each', () => {
    const { lines, add, unique } = outbox();
    for (let line = 0; line < 11; line++)
      add(
        'Orders',
        Array.from({ length: 100 }, (_, index) => entry(`${line} ${index}`)),
      );
    expect(compacted(lines, 'Orders', unique)).toHaveLength(11);
  });

  test('of a key that was noted again keep what the warehouse has, and the last time', () => {
    const { lines, add, unique } = outbox();
    add('Orders', [entry('k', 'first', 7), entry('l', '', 1)]);
    add('Orders', [entry('k', 'second', 5)]);
    add('Orders', [entry('l', 'later', 9)]);
    expect(compacted(lines, 'Orders', unique).flatMap(({ entries }) => entries)).toEqual([
      entry('k', 'first', 7),
      entry('l', '', 9),
    ]);
  });

  test.each([
    [true, false],
    [false, true],
  ])('of a row that was taken back once keep that (%o, then %o)', (first, then) => {
    const { lines, add, unique } = outbox();
    add('Orders', [entry('k', '', 3, first)]);
    add('Orders', [entry('k', '', 4, then)]);
    expect(compacted(lines, 'Orders', unique)[0]!.entries).toEqual([entry('k', '', 4, true)]);
  });
});

describe('rows that are about to be written', () => {
  const columns = exportedTable('Orders')!.columns;
  const positions = new Map(columns.map(({ id }, index) => [id, index + 1]));
  const at = (id: string) => positions.get(id)!;
  const noted = (table: string, ...rows: { key: string; columns: number[]; before?: string[] }[]) => {
    const { lines, unique } = outbox();
    noteRows(lines, [{ table, positions, rows }], 5, unique);
    return readOutbox(lines).flatMap(({ entries }) => entries);
  };

  test('are noted where the warehouse has one of their columns', () => {
    const rows = [
      { key: 'new', columns: [at('orderNumber')] },
      { key: 'own', columns: [99] },
      { key: 'both', columns: [99, at('orderQty')] },
    ];
    expect(noted('Orders', ...rows)).toEqual([entry('new', '', 5), entry('both', '', 5)]);
    expect(noted('Jobs', ...rows)).toEqual([]);
  });

  test('have the print of what they were, by which it is seen that they still are', () => {
    const before = columns.map(() => '');
    before[at('orderNumber') - 1] = '0001';
    const [one] = noted('Orders', { key: 'k', columns: [at('orderQty')], before });
    const [same] = noted('Orders', { key: 'k', columns: [at('orderQty')], before: [...before] });
    before[at('orderQty') - 1] = '7';
    const [other] = noted('Orders', { key: 'k', columns: [at('orderQty')], before });
    expect(one!.before).not.toBe('');
    expect([same!.before === one!.before, other!.before === one!.before]).toEqual([true, false]);
  });
});
