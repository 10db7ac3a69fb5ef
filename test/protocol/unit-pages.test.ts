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

/** A page with `count` unique records. */
function page(count: number, announced: { total?: number; pages?: number } = {}, from = 0): Page {
  const records = Array.from({ length: count }, (_, index) => ({ id: from + index }));
  return { records, unknownFields: [], ...announced };
}

test.each<[string, Page, number, number?]>([
  ['a total', page(10, { total: 25 }), 3],
  ['a total that fills the last page', page(10, { total: 20 }), 2],
  ['a total of one more', page(10, { total: 21 }), 3],
  ['a total that fits on one page', page(3, { total: 3 }), 1],
  ['a total and a smaller page than requested', page(5, { total: 25 }), 5],
  ['a total and a larger page than requested', page(12, { total: 25 }), 3],
  ['a total without records', page(0, { total: 25 }), 3],
  ['a total without records, of a service with a usual page size', page(0, { total: 25 }), 5, 5],
  ['a total that is too small', page(5, { total: 3 }), 1],
  ['a total that is too small, on a full page', page(10, { total: 3 }), 1],
  ['no announcement', page(10), 1],
  ['a number of pages', page(10, { pages: 4 }), 4],
  ['a number of pages that matches the total', page(10, { pages: 4, total: 40 }), 4],
  ['a number of pages below the total', page(10, { pages: 4, total: 100 }), 10],
  ['a number of pages above the total', page(10, { pages: 40, total: 100 }), 40],
  ['a number of pages, a total and a page that is not full', page(5, { pages: 4, total: 100 }), 4],
  ['a number of pages, a total and a page of the usual size', page(5, { pages: 4, total: 100 }), 20, 5],
  ['zero pages and a total of zero', page(10, { pages: 0, total: 0 }), 1],
  ['an absurdly high total', page(10, { total: 1e15 }), 20_000],
  ['an absurdly high number of pages', page(10, { pages: 1e9 }), 20_000],
])('counts the pages announced by %s', (_, first, pages, usual) => {
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

  /** The unit's remaining pages after these pages, and how the unit ended. */
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
    ['with one page ends', [[], [[1, page(4)]]], { left: '', end: 'one', came: 4 }],
    ['with an announced total has pages left', [[], [[1, page(10, { total: 25 })]]], { left: '2-3', came: 10 }],
    ['with a full first page and no total continues', [[], [[1, page(10)]]], { left: '2-', came: 10 }],
    ['whose first page is due tries it again', [[], [[1, 'due']]], { left: '1-1', came: 0 }],
    ['whose first page failed has no pages left', [[], [[1, undefined]]], { left: '', came: 0 }],
    [
      'ends with its last page',
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
      'ends short with fewer records than announced',
      [[span(2)], [[2, page(3, { total: 15 }, 10)]], seen({ total: 15, came: 10, largest: 10 })],
      { left: '', end: '13 of 15', came: 3 },
    ],
    [
      'does not end short if a page failed',
      [[span(2)], [[2, page(3, { total: 15 }, 10)]], seen({ total: 15, came: 10, largest: 10, isUnsure: true })],
      { left: '', end: 'all', came: 3 },
    ],
    [
      'ends complete when the total shrinks',
      [[span(2)], [[2, page(3, { total: 13 }, 10)]], seen({ total: 15, came: 10, largest: 10 })],
      { left: '', end: 'all', came: 3 },
    ],
    [
      'gets more pages when the total grows',
      [[span(2)], [[2, page(10, { total: 35 }, 10)]], seen({ total: 20, came: 10, largest: 10 })],
      { left: '3-4', came: 20 },
    ],
    [
      'continues after a failed page in the middle',
      [[span(2, 4)], [[2, undefined]], seen({ total: 40, came: 10, largest: 10 })],
      { left: '3-4', came: 10 },
    ],
    [
      'returns to a page in the middle that is due',
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
      'continues each of two ranges of pages after its own pages',
      [
        [span(2, 4), span(7, 9)],
        [
          [2, page(10, { total: 90 }, 10)],
          [7, page(10, { total: 90 }, 60)],
        ],
        seen({ total: 90, came: 10, largest: 10 }),
      ],
      { left: '3-4 8-9', came: 30 },
    ],
    [
      'without a total stops at a failed page',
      [[span(2, null)], [[2, undefined]], seen({ came: 10, largest: 10 })],
      { left: '', came: 0 },
    ],
    [
      'without a total returns to a page that is due',
      [[span(2, null)], [[2, 'due']], seen({ came: 10 })],
      { left: '2-', came: 10 },
    ],
    [
      'without a total continues after a full page',
      [[span(2, null)], [[2, page(10, {}, 10)]], seen({ came: 10, largest: 10 })],
      { left: '3-', came: 20 },
    ],
    [
      'without a total ends at an empty page',
      [[span(2, null)], [[2, page(0)]], seen({ came: 10, largest: 10 })],
      { left: '', end: 'all', came: 0 },
    ],
    [
      'continues after one empty page',
      [[span(2, 9)], [[2, page(0, { total: 90 })]], seen({ total: 90, came: 10, last: [1, 10, 'a', 'b'] })],
      { left: '3-9', came: 10 },
    ],
    [
      'ends short after two empty pages in a row',
      [[span(3, 9)], [[3, page(0, { total: 90 })]], seen({ total: 90, came: 10, last: [2, 0, '', ''] })],
      { left: '', end: '10 of 90', came: 0 },
    ],
    [
      'continues after two empty pages that are not in a row',
      [[span(4, 9)], [[4, page(0, { total: 90 })]], seen({ total: 90, came: 10, last: [2, 0, '', ''] })],
      { left: '5-9', came: 10 },
    ],
  ])('%s', (_, pages, expected) => {
    expect(tried(...pages)).toEqual({ end: undefined, ...expected });
  });

  test('ends if the same page is returned again', () => {
    const same = page(10, { total: 90 });
    const texts = same.records.map((record) => BY_CONTENT.textOf(record));
    const before = seen({ total: 90, came: 10, largest: 10, last: [1, 10, texts[0]!, texts[9]!], texts });
    expect(tried([span(2, 9)], [[2, same]], before)).toEqual({ left: '', end: '10 of 90', came: 0 });
  });
});
