/** The steps that are next of a question, those that are left, and what is written of a page that stands alone. */
import { describe, expect, test } from 'vitest';
import { type Cursor, isDone, nextSteps, onlyPage, START, stepsLeft } from '../../src/protocol/cursor.ts';
import type { Progress } from '../../src/protocol/unit-pages.ts';

const empty = (unit: number): Progress => ({
  unit,
  total: null,
  came: 0,
  largest: 0,
  last: [1, 0, '', ''],
  texts: [],
  isUnsure: false,
});
const cursor = (unit: number, spans: Cursor['spans'] = [], progress: Cursor['progress'] = []): Cursor => ({
  unit,
  spans,
  progress,
});
const span = (unit: number, from: number, to: number | null = from) => ({ unit, from, to });

describe('of four units', () => {
  test.each<[string, Cursor, number, readonly string[], number]>([
    ['at the start', START, 20, ['0 1', '1 1', '2 1', '3 1'], 4],
    ['at most so many', START, 2, ['0 1', '1 1'], 4],
    ['none at all', START, 0, [], 4],
    ['open pages first', cursor(2, [span(0, 2, 3), span(1, 5)]), 20, ['0 2', '0 3', '1 5', '2 1', '3 1'], 5],
    ['at most so many of the open pages', cursor(2, [span(0, 2, 9)]), 3, ['0 2', '0 3', '0 4'], 10],
    ['an end that is not known', cursor(4, [span(0, 2, null)]), 20, ['0 2'], 1],
    [
      'one at a time behind an empty page',
      cursor(4, [span(0, 2, 9), span(1, 2, 3), span(0, 12)], [empty(0)]),
      20,
      ['0 2', '1 2', '1 3'],
      11,
    ],
    ['nothing left', cursor(4), 20, [], 0],
  ])('%s', (_, at, limit, steps, left) => {
    expect(nextSteps(at, 4, limit).map(({ unit, page }) => `${unit} ${page}`)).toEqual(steps);
    expect(stepsLeft(at, 4)).toBe(left);
    expect(isDone(at, 4)).toBe(left === 0);
  });
});

test('a page that stands alone announces no other one', () => {
  const page = { records: [{ id: 1 }], unknownFields: [], total: 90, pages: 9 };
  expect(onlyPage(page)).toEqual({ records: page.records, unknownFields: [], pages: 1 });
});
