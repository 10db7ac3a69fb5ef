/** The Jobs sheet highlights all invalid cells, and never highlights valid ones. */

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/protocol/time.ts';
import { datasets, sheetsOf } from '../../src/schedule/datasets.ts';
import { readEvery } from '../../src/schedule/job.ts';
import { EVERY_LOOKS, guidedColumns, readRow } from '../../src/schedule/job-rows.ts';
import { standardJobs } from '../../src/schedule/new-jobs.ts';
import { columnLetters } from '../../src/tables/formula-text.ts';
import { ConditionalFormats } from '../host/workbook/conditional-formats.ts';
import { rect, SampleWorkbook } from '../host/workbook/sample-workbook.ts';

const looks = (typed: string) => new RegExp(EVERY_LOOKS, 'u').test(typed.toLowerCase());

test.each(['10 minuets', 'now and then', '5', 'every', 'hourly.', '10 minutes ago', '-5 minutes', 'weeklyy'])(
  '"%s" is marked as an invalid interval',
  (typed) => {
    expect([looks(typed), typeof readEvery(typed)]).toEqual([false, 'string']);
  },
);

test('never marks a readable interval', () => {
  const count = fc.oneof(fc.integer({ min: 1, max: 500 }).map(String), fc.constantFrom('', '1.5', '2,5'));
  const unit = fc.constantFrom('m', 'min', 'mins', 'minute', 'minutes', 'h', 'hr', 'hrs', 'hour', 'hours', 'd');
  const units = fc.oneof(unit, fc.constantFrom('day', 'days', 'w', 'week', 'weeks'));
  const word = fc.constantFrom('hourly', 'daily', 'weekly', 'continuous', 'continuously', 'backfill');
  const time = fc
    .tuple(count, fc.constantFrom('', ' ', '  '), units, fc.constantFrom('', '.'))
    .map((all) => all.join(''));
  const typed = fc
    .tuple(fc.constantFrom('', ' ', 'every ', 'EVERY  '), fc.oneof(time, word), fc.constantFrom('', '  '))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(typed, (text) => {
      const read = readEvery(text);
      if (typeof read === 'string') return;
      expect(looks(text)).toBe(true);
    }),
  );
});

describe('a row', () => {
  let columns: ReturnType<typeof guidedColumns>;
  let book: SampleWorkbook['book'];
  let formats: ConditionalFormats;
  beforeEach(() => {
    ({ book } = new SampleWorkbook());
    columns = guidedColumns();
    const letters = (id: string) => columnLetters(columns.findIndex((column) => column.id === id) + 1);
    for (const { id, opens } of columns)
      for (const [tone, when] of opens?.marks ?? []) {
        const formula = `=${when.replace(/\{(\w+)\}/g, (_, column: string) => `$${letters(column)}2`)}`;
        const settings = [
          ['whenFormulaSatisfied', [formula]],
          ['setBackground', [tone === 'bad' ? '#ff0000' : '#ffff00']],
        ];
        book.attach('conditionalFormat', 0, [rect(`${letters(id)}2:${letters(id)}9`)], settings);
      }
    formats = new ConditionalFormats(book.book, book.book.sheet(0));
  });

  /** Columns marked as invalid. */
  function marked(cells: Readonly<Record<string, string>>): readonly string[] {
    const line = columns.map(({ id }) => cells[id] ?? '');
    const area = { row: 2, column: 1, rows: 1, columns: line.length };
    book.write(0, area, 'numberFormats', [line.map(() => '@')]);
    book.write(0, area, 'values', [line]);
    const red = (index: number) => formats.at(2, index + 1)?.background === '#ff0000';
    return columns.flatMap(({ id }, index) => (red(index) ? [id] : []));
  }

  test.each<[Readonly<Record<string, string>>, readonly string[]]>([
    [{}, []],
    [{ dataset: 'Weather', every: 'hourly' }, ['dataset']],
    [{ dataset: 'Orders', filter: 'unshipped', every: '10 minuets', state: 'asleep' }, ['filter', 'every', 'state']],
    [{ dataset: 'order-lines', filter: 'status = 0', every: 'Every 2 h', state: 'Run  now' }, []],
    [{ dataset: 'Orders', every: 'daily', result: 'Not run. It pulls the same as row 2.' }, ['result']],
    [{ dataset: 'Orders', every: 'daily', result: 'Waits. The Catalog has no items yet.' }, []],
  ])('%o has invalid columns %o', (cells, wrong) => {
    expect(marked(cells)).toEqual(wrong);
  });

  test("isn't marked if it can run, regardless of spelling", () => {
    const spelled = (name: string) =>
      fc.constantFrom(name, name.toUpperCase(), ` ${name} `, name.replace(/ /g, '-'), name.replace(/ /g, '  '));
    const names = datasets.flatMap((each) => [each.operation.id, each.operation.title, ...sheetsOf(each)]);
    const row = fc.record({
      dataset: fc.constantFrom(...names).chain(spelled),
      filter: fc.constantFrom('', 'connection = My shop', 'storefront=main;', ' from = 2025-01-01'),
      every: fc.constantFrom('hourly', '15 min', 'Every 2 days', 'continuous', 'backfill', '1.5 h', 'weekly'),
      state: fc.constantFrom('', 'active', 'Paused', 'pause', 'run now', 'RETRY'),
    });
    let valid = 0;
    fc.assert(
      fc.property(row, (cells) => {
        const trimmed = Object.fromEntries(Object.entries(cells).map(([id, text]) => [id, text.trim()]));
        const typed = { owner: '', name: '', ...trimmed } as Parameters<typeof readRow>[0]['typed'];
        if (readRow({ row: 2, id: 'a', result: '', typed }).problem !== undefined) return;
        valid++;
        expect(marked(cells)).toEqual([]);
      }),
    );
    expect(valid).toBeGreaterThan(10);
  });
});

test('dropdowns offer only valid entries, including every interval of the standard jobs', () => {
  const offered = (id: string) => guidedColumns().find((column) => column.id === id)!.opens!.offers!;
  expect(offered('dataset')).toEqual(datasets.map(({ operation }) => operation.title));
  const known = { connections: ['Shop'], now: 0, account: 'consumer' as const };
  for (const interval of [5, 10, 60])
    for (const { every } of standardJobs({ ...known, interval: interval * MINUTE }))
      expect(offered('every')).toContain(every);
  for (const every of offered('every')) expect(typeof readEvery(every)).toBe('object');
  expect(offered('state')).toEqual(['active', 'paused', 'run now', 'retry']);
});
