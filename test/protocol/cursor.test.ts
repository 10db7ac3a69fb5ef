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

describe('the next pages of four units', () => {
  test.each<[string, Cursor, number, readonly string[], number]>([
    ['start with the first page of each unit', START, 20, ['0 1', '1 1', '2 1', '3 1'], 4],
    ['are limited to the given number', START, 2, ['0 1', '1 1'], 4],
    ['are none with a limit of zero', START, 0, [], 4],
    ['start with unread pages', cursor(2, [span(0, 2, 3), span(1, 5)]), 20, ['0 2', '0 3', '1 5', '2 1', '3 1'], 5],
    ['are limited among unread pages', cursor(2, [span(0, 2, 9)]), 3, ['0 2', '0 3', '0 4'], 10],
    ['are limited to one while the last page is unknown', cursor(4, [span(0, 2, null)]), 20, ['0 2'], 1],
    [
      'are limited to one after an empty page',
      cursor(4, [span(0, 2, 9), span(1, 2, 3), span(0, 12)], [empty(0)]),
      20,
      ['0 2', '1 2', '1 3'],
      11,
    ],
    ['are none at the end', cursor(4), 20, [], 0],
  ])('%s', (_, at, limit, steps, left) => {
    expect(nextSteps(at, 4, limit).map(({ unit, page }) => `${unit} ${page}`)).toEqual(steps);
    expect(stepsLeft(at, 4)).toBe(left);
    expect(isDone(at, 4)).toBe(left === 0);
  });
});

test('a page without its announcement announces no others', () => {
  const page = { records: [{ id: 1 }], unknownFields: [], total: 90, pages: 9 };
  expect(onlyPage(page)).toEqual({ records: page.records, unknownFields: [], pages: 1 });
});
