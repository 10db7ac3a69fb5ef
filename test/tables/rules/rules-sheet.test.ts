import { beforeEach, describe, expect, test } from 'vitest';
import { findingKinds } from '../../../src/insights/findings/find.ts';
import { incompleteKey, newKey } from '../../../src/tables/positions.ts';
import {
  FIXED,
  RULES_MADE,
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
/** Rules that are disabled by default because they mainly suggest tuning. */
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

const update = (isAsked = false) => updateRules(book, document, isAsked);
const rows = () => book.rows('Rules');
const cells = () => book.sheet('Rules').cells;
const isRule = (name: unknown, kind: string) => String(name).toLowerCase() === kind.replaceAll('-', ' ');
const rowOf = (kind: string) => cells().find(([name]) => isRule(name, kind))!;
const ON_OR_OFF = 1;
const THRESHOLD = 2;

test('has 16 rules: one per kind of finding, then lead time and cover days', () => {
  expect(KINDS).toHaveLength(16);
  expect(KINDS.slice(-2)).toEqual(['lead-time', 'cover-days']);
  const found = findingKinds.map(({ kind }) => kind as string);
  expect([...KINDS.slice(0, -2)].sort()).toEqual([...found].sort());
});

test.each(OFF)('%s is off until the user types "on"', (kind) => {
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

test.each(KINDS)('the meaning of %s is one short sentence', (kind) => {
  expect(ruleList[kind].meaning).toMatch(/^[A-Z][^.]*\.( Requires the [A-Z][a-z]+ report\.)?$/);
  expect(ruleList[kind].meaning.length).toBeLessThanOrEqual(90);
});

test('is created once with a row per rule; without the sheet, defaults apply', () => {
  expect(readThresholds(book)).toEqual(DEFAULTS);
  expect(update()).toEqual(DEFAULTS);
  expect(rows()[0]).toEqual({
    Kind: 'Void soon',
    'On or off': 'on',
    Threshold: 48,
    Unit: 'hours',
    Meaning: ruleList['void-soon'].meaning,
    'Row key': 'void-soon',
  });
  expect(rows().map(({ Kind }) => Kind)).toEqual(KINDS.map(ruleName));
  const { writes } = book.sheet('Rules');
  const { length } = writes;
  expect(update()).toEqual(DEFAULTS);
  expect(writes).toHaveLength(length);
});

test('offers on and off, and marks a wrong threshold with conditional formatting', () => {
  const columns = new Map(rulesColumns().map((column) => [column.id, column.opens]));
  expect(columns.get('onOrOff')).toEqual({ offers: ['on', 'off'] });
  expect(columns.get('threshold')).toMatchObject({ marks: [['bad', expect.stringContaining('{threshold}<=10000')]] });
});

describe("a user's entry", () => {
  test.each([
    [{ onOrOff: 'off' }, undefined],
    [{ onOrOff: ' OFF ' }, undefined],
    [{ onOrOff: '' }, 30],
    [{ onOrOff: 'maybe' }, 30],
    [{ threshold: 12.5 }, 12.5],
    [{ threshold: '45' }, 45],
    [{ threshold: ' 45 ' }, 45],
    [{ threshold: 0 }, 0],
    [{ threshold: '' }, 30],
    [{ threshold: 'soon' }, 30],
    [{ threshold: -3 }, 30],
    [{ threshold: 10_000 }, 10_000],
    [{ threshold: 10_001 }, 30],
    [{ threshold: '1000000000' }, 30],
    [{ threshold: true }, 30],
    [{ threshold: new Date(0) }, 30],
  ])(
    '%o sets the threshold to %s',
    (typed: { onOrOff?: string; threshold?: string | number | boolean | Date }, counts) => {
      update();
      if (typed.onOrOff !== undefined) rowOf('out-of-stock')[ON_OR_OFF] = typed.onOrOff;
      if (typed.threshold !== undefined) rowOf('out-of-stock')[THRESHOLD] = typed.threshold;
      const before = [...rowOf('out-of-stock')];
      expect(readThresholds(book)).toEqual({ ...DEFAULTS, 'out-of-stock': counts });
      expect(update()).toEqual({ ...DEFAULTS, 'out-of-stock': counts });
      expect(rowOf('out-of-stock')).toEqual(before);
    },
  );

  test('that overwrites a unit, a meaning, or a kind is corrected, because the key identifies the row', () => {
    update();
    rowOf('out-of-stock').splice(0, 5, 'my age', 'on', 7, 'weeks', 'mine');
    expect(update()).toEqual({ ...DEFAULTS, 'out-of-stock': 7 });
    expect(rows().find(({ Kind }) => Kind === 'Out of stock')).toMatchObject({
      Threshold: 7,
      Unit: 'days',
      Meaning: ruleList['out-of-stock'].meaning,
    });
  });

  test('in a row without a rule or in a duplicate row has no effect', () => {
    update();
    cells().push(['hours-of-sleep', 'on', 8], [...rowOf('void-soon')]);
    cells()[cells().length - 1]![THRESHOLD] = 5;
    const before = cells().map((line) => [...line]);
    expect(update()).toEqual(DEFAULTS);
    expect(cells()).toEqual(before);
  });

  test('formatted as a percentage is used as percent', () => {
    update();
    const counts = (threshold: number) => {
      rowOf('above-featured')[THRESHOLD] = threshold;
      return update()['above-featured'];
    };
    expect([counts(0.07), counts(0), counts(1), counts(5)]).toEqual([7, 0, 1, 5]);
  });

  test('for a rule without a threshold only turns it on or off', () => {
    update();
    const counts = (onOrOff: string, threshold: string | number) => {
      rowOf('overdue').splice(ON_OR_OFF, 2, onOrOff, threshold);
      return update().overdue;
    };
    expect([counts('on', ''), counts('on', 'soon'), counts('off', 3)]).toEqual([0, 0, undefined]);
  });

  test('of "off" has no effect on plain numbers; for void-soon it also turns off the note on missing auto-void times', () => {
    update();
    for (const kind of ['lead-time', 'cover-days', 'void-soon']) rowOf(kind)[ON_OR_OFF] = 'off';
    expect(update()).toEqual({ ...DEFAULTS, 'void-soon': undefined });
  });
});

describe('a deleted row', () => {
  const without = (kind: string) => {
    const sheet = book.sheet('Rules');
    sheet.cells = sheet.cells.filter(([name]) => !isRule(name, kind));
  };

  test('falls back to its default, is added again when the user opens Rules, and can be typed in again', () => {
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

  test('is added again with the whole sheet when the user opens Rules or the stored state is dropped', () => {
    update();
    book.remove('Rules');
    expect(update()).toEqual(DEFAULTS);
    expect(book.sheets.has('Rules')).toBe(false);
    update(true);
    expect(rows().map(({ Kind }) => Kind)).toEqual(KINDS.map(ruleName));
    book.remove('Rules');
    RULES_MADE.remove(document);
    update();
    expect(book.sheets.has('Rules')).toBe(true);
  });
});

test('a sheet that a killed execution left blank gets all rules', () => {
  update();
  book.sheet('Rules').cells = [];
  update();
  expect(rows().map(({ Kind }) => Kind)).toEqual(KINDS.map(ruleName));
});

test.each([
  ['a killed execution left with an incomplete key', incompleteKey],
  ['a killed execution had started to add', newKey],
])('a row that %s gets its key back', (_, marked) => {
  update();
  const key = cells()[0]!.indexOf('Row key');
  const [first, second] = [cells()[1]!, cells()[2]!];
  first[key] = marked(String(first[key]));
  update();
  expect([first[key], second[key]]).toEqual(KINDS.slice(0, 2));
});
