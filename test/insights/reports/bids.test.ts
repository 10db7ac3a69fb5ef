/** Compares bids with suggested bids, and checks duplicate keywords against a simple count of pairs. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bidVerdict, type KeywordPlace, placesOf, stateOf } from '../../../src/insights/reports/bids-report.ts';

describe('a bid', () => {
  test.each([
    [0.49, 0.5, 2, 'below lowest'],
    [0.5, 0.5, 2, 'within'],
    [2, 0.5, 2, 'within'],
    [2.01, 0.5, 2, 'above most'],
    [null, 0.5, 2, 'no bid'],
    [1, null, null, 'no suggestion'],
    [1, 0.5, null, 'no suggestion'],
    [0.4, 0.5, null, 'below lowest'],
    [3, null, 2, 'above most'],
    [0, 0.5, 2, 'below lowest'],
  ])('of %j with a suggestion of %j to %j is %s', (bid, suggBidLowest, suggBidMost, verdict) => {
    expect(bidVerdict({ bid, suggBidLowest, suggBidMost })).toBe(verdict);
  });
});

describe('a keyword', () => {
  test.each([
    ['Delivering', 'Active', null, 'delivering'],
    ['Out of budget', 'Active', '', 'out of budget'],
    ['Ended', 'Inactive', null, 'inactive'],
    ['Inactive', null, null, 'inactive'],
    ['Delivering', 'Inactive', null, 'inactive'],
    ['Inactive', 'Inactive', 'Image too small', 'declined'],
    [null, null, null, ''],
  ])('with status %j, active status %j and decline reason %j is %s', (status, activeStatus, declineReason, state) => {
    expect(stateOf({ status, activeStatus, declineReason })).toBe(state);
  });
});

const place = fc.record<KeywordPlace>({
  sellerId: fc.constantFrom('A1', 'B2'),
  campaignNumber: fc.constantFrom('1', '2'),
  groupNumber: fc.constantFrom('1', '2', '12'),
  keyword: fc.constantFrom('ssd', 'SSD ', 'usb hub', 'usb-hub'),
  normalizedKeyword: fc.constantFrom(null, '', 'ssd', 'usb hub'),
  matchType: fc.constantFrom(0, 1, 6, null),
});

test('duplicates of a keyword are counted by ad group and match type within a shop', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 12 }), (keywords) => {
      const nameOf = ({ keyword, normalizedKeyword }: KeywordPlace) =>
        (normalizedKeyword || keyword || '').trim().toLowerCase();
      const expected = keywords.map((one) => {
        const same = keywords.filter((other) => other.sellerId === one.sellerId && nameOf(other) === nameOf(one));
        const firsts = (isSame: (left: KeywordPlace, right: KeywordPlace) => boolean) =>
          same.filter((each, index) => same.findIndex((other) => isSame(each, other)) === index).length;
        return {
          adGroups: firsts(
            (left, right) => left.campaignNumber === right.campaignNumber && left.groupNumber === right.groupNumber,
          ),
          matchTypes: firsts((left, right) => left.matchType === right.matchType),
        };
      });
      expect(placesOf(keywords)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
