/** The sheet Rules: what counts, what is explained in its rows, and which rows come back. */
import { beforeEach, describe, expect, test } from 'vitest';
import { incompleteKey, newKey } from '../../../src/tables/positions.ts';
import { ruleList } from '../../../src/tables/rules/rule-list.ts';
import { readThresholds, updateRules } from '../../../src/tables/rules/rules-sheet.ts';
import { InMemoryBook } from '../../support/in-memory-book.ts';
import { type InMemoryStore, inMemoryStore } from '../../support/in-memory-store.ts';

const KINDS = Object.keys(ruleList);
const DEFAULTS = Object.fromEntries(Object.entries(ruleList).map(([kind, { threshold }]) => [kind, threshold ?? 0]));

let book: InMemoryBook;
let document: InMemoryStore;
beforeEach(() => {
  book = new InMemoryBook();
  document = inMemoryStore();
});

const NOW = Date.parse('2026-01-15T12:00:00Z');
const update = (isAsked = false, now = NOW) => updateRules(book, document, now, isAsked);
const rows = () => book.rows('Rules');
const cells = () => book.sheet('Rules').cells;
const rowOf = (kind: string) => cells().find(([name]) => name === kind)!;
const ON_OR_OFF = 1;
const THRESHOLD = 2;

test('it is made once, with a row for each rule; without it the defaults count', () => {
  expect(readThresholds(book)).toEqual(DEFAULTS);
  expect(update()).toEqual(DEFAULTS);
  expect(rows()[0]).toEqual({
    Kind: 'log-age',
    'On or off': 'on',
    Threshold: 90,
    Unit: 'days',
    Meaning: ruleList['log-age'].meaning,
    Result: '',
    'Clocks change': new Date('2026-03-08T07:00:00Z'),
    'Hours forward': 1,
    'Row key': 'log-age',
  });
  expect(rows().map(({ Kind }) => Kind)).toEqual(KINDS);
  const { writes } = book.sheet('Rules');
  const { length } = writes;
  expect(update()).toEqual(DEFAULTS);
  expect(writes).toHaveLength(length);
});

test('the next change of clocks stands in one row, and only there', () => {
  update();
  const stands = () =>
    rows().flatMap(({ 'Clocks change': at, 'Hours forward': by }) => (at === '' && by === '' ? [] : [[at, by]]));
  expect(stands()).toEqual([[new Date('2026-03-08T07:00:00Z'), 1]]);
  cells().push(cells().splice(1, 1)[0]!);
  update(false, Date.parse('2026-06-01T00:00:00Z'));
  // Formulas look for the time that clocks show: the hour that comes twice has to be over.
  expect(stands()).toEqual([[new Date('2026-11-01T07:00:00Z'), -1]]);
});

describe('what a person types', () => {
  test.each([
    [{ onOrOff: 'off' }, undefined, ''],
    [{ onOrOff: ' OFF ' }, undefined, ''],
    [{ onOrOff: '' }, 90, ''],
    [{ threshold: 12.5 }, 12.5, ''],
    [{ threshold: '45' }, 45, ''],
    [{ onOrOff: 'maybe' }, 90, 'On or off: type on or off; until then it is on.'],
    [{ threshold: '' }, 90, 'Threshold: type a number of days, 1 or more; until then 90 counts.'],
    [{ threshold: 'soon' }, 90, 'Threshold: type a number of days, 1 or more; until then 90 counts.'],
    [{ threshold: 0 }, 90, 'Threshold: type a number of days, 1 or more; until then 90 counts.'],
    [{ threshold: -3 }, 90, 'Threshold: type a number of days, 1 or more; until then 90 counts.'],
    [{ threshold: true }, 90, 'Threshold: type a number of days, 1 or more; until then 90 counts.'],
    [
      { threshold: new Date(0) },
      90,
      'Threshold: choose Format, Number, Number for this cell, then type a number of days, 1 or more; until then 90 counts.',
    ],
    [
      { onOrOff: '?', threshold: -3 },
      90,
      'On or off: type on or off; until then it is on. Threshold: type a number of days, 1 or more; until then 90 counts.',
    ],
  ])('%o', (typed: { onOrOff?: string; threshold?: string | number | boolean | Date }, counts, result) => {
    update();
    if (typed.onOrOff !== undefined) rowOf('log-age')[ON_OR_OFF] = typed.onOrOff;
    if (typed.threshold !== undefined) rowOf('log-age')[THRESHOLD] = typed.threshold;
    expect(readThresholds(book)).toEqual({ ...DEFAULTS, 'log-age': counts });
    expect(update()).toEqual({ ...DEFAULTS, 'log-age': counts });
    expect(rows()[0]).toMatchObject({ Kind: 'log-age', Result: result });
    rowOf('log-age').splice(ON_OR_OFF, 2, 'on', 90);
    update();
    expect(rows()[0]).toMatchObject({ Result: '' });
  });

  test('over a unit or a meaning is written again; over a kind too, for a row is known by its key', () => {
    update();
    rowOf('log-age').splice(0, 5, 'my age', 'on', 7, 'weeks', 'mine');
    expect(update()).toEqual({ ...DEFAULTS, 'log-age': 7 });
    expect(rows()[0]).toMatchObject({ Kind: 'log-age', Threshold: 7, Unit: 'days' });
    expect(rows()[0]!.Meaning).toBe(ruleList['log-age'].meaning);
  });

  test('as a row that there is no rule for, or that stands there twice, counts for nothing and says so', () => {
    update();
    cells().push(['hours-of-sleep', 'on', 8], [...rowOf('log-age')]);
    cells()[cells().length - 1]![THRESHOLD] = 5;
    expect(update()).toEqual(DEFAULTS);
    const said = rows()
      .slice(-2)
      .map(({ Result }) => Result);
    expect(said[0]).toContain('there is no rule "hours-of-sleep"; the rules are log-age, ');
    expect(said[1]).toBe('This rule stands in row 2 too, which counts; delete one of them.');
    expect(rows().at(-2)).toMatchObject({ 'On or off': 'on', Threshold: 8, Unit: '' });
  });
});

test('a small share counts as percent, and says so: it may have been typed as one', () => {
  update();
  const said = (threshold: number) => {
    rowOf('above-featured')[THRESHOLD] = threshold;
    expect(update()['above-featured']).toBe(threshold);
    return rows().find(({ Kind }) => Kind === 'above-featured')!.Result;
  };
  expect(said(0.07)).toBe('Threshold: 0.07 counts as 0.07 %; for 7 % type 7.');
  expect([said(0), said(1), said(5)]).toEqual(['', '', '']);
});

test('a rule without a threshold is on or off, whatever stands there', () => {
  update();
  const counts = (onOrOff: string, threshold: string | number) => {
    rowOf('overdue').splice(ON_OR_OFF, 2, onOrOff, threshold);
    expect(update().overdue).toBe(readThresholds(book).overdue);
    expect(rows().find(({ Kind }) => Kind === 'overdue')).toMatchObject({ Unit: '', Result: '' });
    return readThresholds(book).overdue;
  };
  expect(rows().find(({ Kind }) => Kind === 'overdue')).toMatchObject({ Threshold: '' });
  expect(counts('on', '')).toBe(0);
  expect(counts('on', 'soon')).toBe(0);
  expect(counts('off', 3)).toBeUndefined();
});

describe('a row that is deleted', () => {
  const without = (kind: string) => {
    const sheet = book.sheet('Rules');
    sheet.cells = sheet.cells.filter(([name]) => name !== kind);
  };

  test('counts as its default and stays away; typed in again, it is the rule again', () => {
    update();
    rowOf('log-age')[THRESHOLD] = 5;
    without('log-age');
    expect(update()).toEqual(DEFAULTS);
    expect(update(true)).toEqual(DEFAULTS);
    expect(rows().map(({ Kind }) => Kind)).toEqual(KINDS.slice(1));
    cells().push(['Log-age', 'off']);
    expect(update()).toMatchObject({ 'log-age': undefined });
    expect(rows().at(-1)).toMatchObject({ Kind: 'log-age', Unit: 'days', 'Row key': 'log-age' });
  });

  test('comes with a newer build, where the sheet never had it', () => {
    update();
    without('archive-age');
    const before = KINDS.filter((kind) => kind !== 'archive-age');
    document.set('rules.offered', JSON.stringify({ version: 1, kinds: before }));
    update();
    expect(rows().map(({ Kind }) => Kind)).toEqual([...before, 'archive-age']);
  });

  test('with all of the sheet comes back when it is asked for', () => {
    update();
    book.remove('Rules');
    expect(update()).toEqual(DEFAULTS);
    expect(book.sheets.has('Rules')).toBe(false);
    update(true);
    expect(rows().map(({ Kind }) => Kind)).toEqual(KINDS);
  });

  test('with all others comes back when they are asked for', () => {
    update();
    book.sheet('Rules').cells.length = 1;
    update();
    expect(rows()).toEqual([]);
    update(true);
    expect(rows().map(({ Kind }) => Kind)).toEqual(KINDS);
  });
});

test('a sheet that an execution left blank gets all rules', () => {
  update();
  book.sheet('Rules').cells = [];
  update();
  expect(rows().map(({ Kind }) => Kind)).toEqual(KINDS);
});

test.each([
  ['an execution left marked', incompleteKey],
  ['an execution had begun', newKey],
])('a row of ours that %s has its key again', (_, marked) => {
  update();
  const key = cells()[0]!.indexOf('Row key');
  const [first, second] = [cells()[1]!, cells()[2]!];
  first[key] = marked(String(first[key]));
  update();
  expect([first[key], second[key]]).toEqual(KINDS.slice(0, 2));
});

test('a rule of another build stays as it is', () => {
  update();
  cells().push(['later-rule', 'off', 3, 'hours', 'What a later build does.', '', '', '', 'later-rule']);
  update();
  expect(rows().at(-1)).toMatchObject({ Kind: 'later-rule', Threshold: 3, Unit: 'hours', Result: '' });
});
