/** The sheet Rules: what counts, which cells are explained, and which rows come back. */
import { beforeEach, describe, expect, test } from 'vitest';
import { findingKinds } from '../../../src/insights/findings/find.ts';
import { incompleteKey, newKey } from '../../../src/tables/positions.ts';
import {
  FIXED,
  forgetRules,
  type RuleKind,
  readThresholds,
  ruleList,
  ruleName,
  rulesColumns,
  updateRules,
} from '../../../src/tables/rules/rules-sheet.ts';
import { InMemoryBook } from '../../support/in-memory-book.ts';
import { type InMemoryStore, inMemoryStore } from '../../support/in-memory-store.ts';

const KINDS = Object.keys(ruleList) as RuleKind[];
/** Until the person turns them on: they only invite tuning. */
const OFF = ['reorder-now', 'ads-worse', 'bid-outside'];
const DEFAULTS = {
  ...FIXED,
  ...Object.fromEntries(KINDS.map((kind) => [kind, OFF.includes(kind) ? undefined : (ruleList[kind].threshold ?? 0)])),
};

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
const isRule = (name: unknown, kind: string) => String(name).toLowerCase() === kind.replaceAll('-', ' ');
const rowOf = (kind: string) => cells().find(([name]) => isRule(name, kind))!;
const ON_OR_OFF = 1;
const THRESHOLD = 2;

test('there are at most 16: one for each kind of finding, then lead time and cover days', () => {
  expect(KINDS).toHaveLength(16);
  expect(KINDS.slice(-2)).toEqual(['lead-time', 'cover-days']);
  const found = findingKinds.map(({ kind }) => kind as string);
  expect([...KINDS.slice(0, -2)].sort()).toEqual([...found].sort());
});

test.each(OFF)('%s is off until the person types on', (kind) => {
  update();
  expect(rowOf(kind)[ON_OR_OFF]).toBe('off');
  for (const [typed, counts] of [
    ['', undefined],
    ['maybe', undefined],
    [' On ', 0],
  ] as const) {
    rowOf(kind)[ON_OR_OFF] = typed;
    expect(update()).toEqual({ ...DEFAULTS, [kind]: counts });
  }
});

test.each(KINDS)('%s says what it does in one short sentence', (kind) => {
  expect(ruleList[kind].meaning).toMatch(/^[A-Z][^.]*\.( Requires the [A-Z][a-z]+ report\.)?$/);
  expect(ruleList[kind].meaning.length).toBeLessThanOrEqual(90);
});

test('it is made once, with a row for each rule; without it the defaults count', () => {
  expect(readThresholds(book)).toEqual(DEFAULTS);
  expect(update()).toEqual(DEFAULTS);
  expect(rows()[0]).toEqual({
    Kind: 'Void soon',
    'On or off': 'on',
    Threshold: 48,
    Unit: 'hours',
    Meaning: ruleList['void-soon'].meaning,
    'Clocks change': new Date('2026-03-08T07:00:00Z'),
    'Hours forward': 1,
    'Row key': 'void-soon',
  });
  expect(rows().map(({ Kind }) => Kind)).toEqual(KINDS.map(ruleName));
  const { writes } = book.sheet('Rules');
  const { length } = writes;
  expect(update()).toEqual(DEFAULTS);
  expect(writes).toHaveLength(length);
});

test('on and off are offered, and a wrong entry is marked without a script', () => {
  const columns = new Map(rulesColumns().map((column) => [column.id, column.opens]));
  expect(columns.get('onOrOff')).toEqual({ offers: ['on', 'off'] });
  expect(columns.get('threshold')).toMatchObject({ marks: [['bad', expect.stringContaining('ISNUMBER')]] });
});

test('the next change of clocks stands in one row, and only there', () => {
  update();
  const found = () =>
    rows().flatMap(({ 'Clocks change': at, 'Hours forward': by }) => (at === '' && by === '' ? [] : [[at, by]]));
  expect(found()).toEqual([[new Date('2026-03-08T07:00:00Z'), 1]]);
  cells().push(cells().splice(1, 1)[0]!);
  update(false, Date.parse('2026-06-01T00:00:00Z'));
  // Formulas look for the time that clocks show: the hour that comes twice has to be over.
  expect(found()).toEqual([[new Date('2026-11-01T07:00:00Z'), -1]]);
});

describe('what a person types', () => {
  test.each([
    [{ onOrOff: 'off' }, undefined],
    [{ onOrOff: ' OFF ' }, undefined],
    [{ onOrOff: '' }, 30],
    [{ onOrOff: 'maybe' }, 30],
    [{ threshold: 12.5 }, 12.5],
    [{ threshold: '45' }, 45],
    [{ threshold: 0 }, 0],
    [{ threshold: '' }, 30],
    [{ threshold: 'soon' }, 30],
    [{ threshold: -3 }, 30],
    [{ threshold: true }, 30],
    [{ threshold: new Date(0) }, 30],
  ])('%o', (typed: { onOrOff?: string; threshold?: string | number | boolean | Date }, counts) => {
    update();
    if (typed.onOrOff !== undefined) rowOf('out-of-stock')[ON_OR_OFF] = typed.onOrOff;
    if (typed.threshold !== undefined) rowOf('out-of-stock')[THRESHOLD] = typed.threshold;
    const before = [...rowOf('out-of-stock')];
    expect(readThresholds(book)).toEqual({ ...DEFAULTS, 'out-of-stock': counts });
    expect(update()).toEqual({ ...DEFAULTS, 'out-of-stock': counts });
    expect(rowOf('out-of-stock')).toEqual(before);
  });

  test('over a unit or a meaning is written again; over a kind too, for a row is known by its key', () => {
    update();
    rowOf('out-of-stock').splice(0, 5, 'my age', 'on', 7, 'weeks', 'mine');
    expect(update()).toEqual({ ...DEFAULTS, 'out-of-stock': 7 });
    expect(rows().find(({ Kind }) => Kind === 'Out of stock')).toMatchObject({
      Threshold: 7,
      Unit: 'days',
      Meaning: ruleList['out-of-stock'].meaning,
    });
  });

  test('as a row without a rule, or one that stands there twice, counts for nothing', () => {
    update();
    cells().push(['hours-of-sleep', 'on', 8], [...rowOf('void-soon')]);
    cells()[cells().length - 1]![THRESHOLD] = 5;
    const before = cells().map((line) => [...line]);
    expect(update()).toEqual(DEFAULTS);
    expect(cells()).toEqual(before);
  });

  test('as a percentage counts as percent', () => {
    update();
    const counts = (threshold: number) => {
      rowOf('above-featured')[THRESHOLD] = threshold;
      return update()['above-featured'];
    };
    expect([counts(0.07), counts(0), counts(1), counts(5)]).toEqual([7, 0, 1, 5]);
  });

  test('for a rule without a threshold turns it on or off, whatever stands there', () => {
    update();
    const counts = (onOrOff: string, threshold: string | number) => {
      rowOf('overdue').splice(ON_OR_OFF, 2, onOrOff, threshold);
      return update().overdue;
    };
    expect([counts('on', ''), counts('on', 'soon'), counts('off', 3)]).toEqual([0, 0, undefined]);
  });

  test('off turns no number off, and turns off the note about orders without auto-void times with its kind', () => {
    update();
    for (const kind of ['lead-time', 'cover-days', 'void-soon']) rowOf(kind)[ON_OR_OFF] = 'off';
    expect(update()).toEqual({ ...DEFAULTS, 'void-soon': undefined });
  });
});

describe('a row that is deleted', () => {
  const without = (kind: string) => {
    const sheet = book.sheet('Rules');
    sheet.cells = sheet.cells.filter(([name]) => !isRule(name, kind));
  };

  test('counts as its default and stays away until the sheet is asked for; typed in again, it is the rule again', () => {
    update();
    rowOf('out-of-stock')[THRESHOLD] = 5;
    without('out-of-stock');
    expect(update()).toEqual(DEFAULTS);
    expect(rows()).toHaveLength(KINDS.length - 1);
    cells().push(['Out-of-stock', 'off']);
    expect(update()).toMatchObject({ 'out-of-stock': undefined });
    expect(rows().at(-1)).toMatchObject({ Kind: 'Out of stock', Unit: 'days', 'Row key': 'out-of-stock' });
    without('out-of-stock');
    update(true);
    expect(rows()).toHaveLength(KINDS.length);
  });

  test('with all of the sheet comes back when it is asked for, or once it is forgotten', () => {
    update();
    book.remove('Rules');
    expect(update()).toEqual(DEFAULTS);
    expect(book.sheets.has('Rules')).toBe(false);
    update(true);
    expect(rows().map(({ Kind }) => Kind)).toEqual(KINDS.map(ruleName));
    book.remove('Rules');
    forgetRules(document);
    update();
    expect(book.sheets.has('Rules')).toBe(true);
  });
});

test('a sheet that an execution left blank gets all rules', () => {
  update();
  book.sheet('Rules').cells = [];
  update();
  expect(rows().map(({ Kind }) => Kind)).toEqual(KINDS.map(ruleName));
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
