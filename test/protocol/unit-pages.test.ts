/** Which pages of a unit are still to be asked for, by what those that came announce, and how it ends. */
import { describe, expect, test } from 'vitest';
import type { Page } from '../../src/protocol/page.ts';
import {
  advanceUnit,
  BY_CONTENT,
  type Outcome,
  type PageSizes,
  type PageSpan,
  type Progress,
  pagesBy,
} from '../../src/protocol/unit-pages.ts';

const SIZES: PageSizes = { pageSize: 10 };

/** A page of so many records, none of which is on another page. */
function page(count: number, announced: { total?: number; pages?: number } = {}, from = 0): Page {
  const records = Array.from({ length: count }, (_, index) => ({ id: from + index }));
  return { records, unknownFields: [], ...announced };
}

test.each<[string, Page, number, number?]>([
  ['a count', page(10, { total: 25 }), 3],
  ['a count that fills the last page', page(10, { total: 20 }), 2],
  ['a count of one more', page(10, { total: 21 }), 3],
  ['all on this page', page(3, { total: 3 }), 1],
  ['a smaller page than was asked for', page(5, { total: 25 }), 5],
  ['more than was asked for', page(12, { total: 25 }), 3],
  ['a count without records', page(0, { total: 25 }), 3],
  ['a count without records, of a service with a usual page', page(0, { total: 25 }), 5, 5],
  ['a count that is too small', page(5, { total: 3 }), 1],
  ['a count that is too small, of a full page', page(10, { total: 3 }), 1],
  ['nothing', page(10), 1],
  ['pages', page(10, { pages: 4 }), 4],
  ['pages and a count that are alike', page(10, { pages: 4, total: 40 }), 4],
  ['fewer pages than the count has', page(10, { pages: 4, total: 100 }), 10],
  ['more pages than the count has', page(10, { pages: 40, total: 100 }), 40],
  ['pages and a count, of a page that is not full', page(5, { pages: 4, total: 100 }), 4],
  ['pages and a count, of a usual page', page(5, { pages: 4, total: 100 }), 20, 5],
  ['no pages and no count', page(10, { pages: 0, total: 0 }), 1],
  ['an absurd count', page(10, { total: 1e15 }), 20_000],
  ['absurd pages', page(10, { pages: 1e9 }), 20_000],
])('%s', (_, first, pages, usual) => {
  expect(pagesBy(first, usual === undefined ? SIZES : { ...SIZES, usual })).toBe(pages);
});

describe('a unit', () => {
  const seen = (changes: Partial<Progress> = {}): Progress => ({
    unit: 3,
    total: null,
    came: 0,
    largest: 0,
    last: [0, 0, '', ''],
    texts: [],
    isUnsure: false,
    ...changes,
  });
  const span = (from: number, to: number | null = from): PageSpan => ({ unit: 3, from, to });

  type Tried = readonly [spans: readonly PageSpan[], tries: readonly (readonly [number, Outcome])[], before?: Progress];

  /** What is left of it, and how it ended, once these pages were tried. */
  function tried(...[spans, tries, before]: Tried) {
    const {
      spans: left,
      end,
      progress,
      fresh,
    } = advanceUnit(
      3,
      spans,
      tries.map(([page, outcome]) => ({ page, outcome })),
      before,
      SIZES,
      BY_CONTENT,
    );
    return {
      left: left.map(({ from, to }) => `${from}-${to ?? ''}`).join(' '),
      end: end?.shortfall
        ? `${end.shortfall.came} of ${end.shortfall.announced}`
        : end && (end.isOnePage ? 'one' : 'all'),
      came: progress?.came ?? fresh.reduce((sum, { length }) => sum + length, 0),
    };
  }

  test.each<[string, Tried, object]>([
    ['of one page', [[], [[1, page(4)]]], { left: '', end: 'one', came: 4 }],
    ['of a count', [[], [[1, page(10, { total: 25 })]]], { left: '2-3', came: 10 }],
    ['of a full page alone', [[], [[1, page(10)]]], { left: '2-', came: 10 }],
    ['whose first page is due', [[], [[1, 'due']]], { left: '1-1', came: 0 }],
    ['whose first page failed', [[], [[1, undefined]]], { left: '', came: 0 }],
    [
      'with its last page',
      [
        [span(2, 3)],
        [
          [2, page(10, { total: 25 }, 10)],
          [3, page(5, { total: 25 }, 20)],
        ],
        seen({ total: 25, came: 10, largest: 10, last: [1, 10, '', ''] }),
      ],
      { left: '', end: 'all', came: 15 },
    ],
    [
      'with fewer than were announced',
      [[span(2)], [[2, page(3, { total: 15 }, 10)]], seen({ total: 15, came: 10, largest: 10 })],
      { left: '', end: '13 of 15', came: 3 },
    ],
    [
      'with fewer than were announced, of which a page failed',
      [[span(2)], [[2, page(3, { total: 15 }, 10)]], seen({ total: 15, came: 10, largest: 10, isUnsure: true })],
      { left: '', end: 'all', came: 3 },
    ],
    [
      'of a smaller count than before',
      [[span(2)], [[2, page(3, { total: 13 }, 10)]], seen({ total: 15, came: 10, largest: 10 })],
      { left: '', end: 'all', came: 3 },
    ],
    [
      'of which more is announced on the way',
      [[span(2)], [[2, page(10, { total: 35 }, 10)]], seen({ total: 20, came: 10, largest: 10 })],
      { left: '3-4', came: 20 },
    ],
    [
      'of which a page in the middle failed',
      [[span(2, 4)], [[2, undefined]], seen({ total: 40, came: 10, largest: 10 })],
      { left: '3-4', came: 10 },
    ],
    [
      'of which a page in the middle is due',
      [
        [span(2, 4)],
        [
          [2, 'due'],
          [3, page(10, { total: 40 }, 20)],
        ],
        seen({ total: 40, came: 10, largest: 10 }),
      ],
      { left: '4-4 2-2', came: 20 },
    ],
    [
      'whose open end failed',
      [[span(2, null)], [[2, undefined]], seen({ came: 10, largest: 10 })],
      { left: '', came: 0 },
    ],
    ['whose open end is due', [[span(2, null)], [[2, 'due']], seen({ came: 10 })], { left: '2-', came: 10 }],
    [
      'whose open end goes on',
      [[span(2, null)], [[2, page(10, {}, 10)]], seen({ came: 10, largest: 10 })],
      { left: '3-', came: 20 },
    ],
    [
      'whose open end is reached',
      [[span(2, null)], [[2, page(0)]], seen({ came: 10, largest: 10 })],
      { left: '', end: 'all', came: 0 },
    ],
    [
      'of which one page is empty',
      [[span(2, 9)], [[2, page(0, { total: 90 })]], seen({ total: 90, came: 10, last: [1, 10, 'a', 'b'] })],
      { left: '3-9', came: 10 },
    ],
    [
      'of which two pages in a row are empty',
      [[span(3, 9)], [[3, page(0, { total: 90 })]], seen({ total: 90, came: 10, last: [2, 0, '', ''] })],
      { left: '', end: '10 of 90', came: 0 },
    ],
    [
      'of which two pages apart are empty',
      [[span(4, 9)], [[4, page(0, { total: 90 })]], seen({ total: 90, came: 10, last: [2, 0, '', ''] })],
      { left: '5-9', came: 10 },
    ],
  ])('%s', (_, pages, expected) => {
    expect(tried(...pages)).toEqual({ end: undefined, ...expected });
  });

  test('of which the same page comes again ends there', () => {
    const same = page(10, { total: 90 });
    const texts = same.records.map((record) => BY_CONTENT.textOf(record));
    const before = seen({ total: 90, came: 10, largest: 10, last: [1, 10, texts[0]!, texts[9]!], texts });
    expect(tried([span(2, 9)], [[2, same]], before)).toEqual({ left: '', end: '10 of 90', came: 0 });
  });
});
