/** Keywords that run with a bid outside of what the marketplace suggests. */
import { keywords } from '../../operations/keywords.ts';
import { bidVerdict, outsideBy, runs } from '../desks/bids/keyword-bids.ts';
import { centsOf, moneyText } from '../money.ts';
import type { FindingKind } from './finding.ts';
import { keywordFinding } from './keyword-finding.ts';

export const bidOutside: FindingKind<'bid-outside'> = {
  kind: 'bid-outside',
  desk: 'Bids',
  rowTolerance: 'ads-tolerance',
  find: ({ workbook }) =>
    workbook.rows(keywords, 'Keywords').flatMap((row) => {
      const by = row.goneSince === null && runs(row) ? outsideBy(row) : undefined;
      if (by === undefined) return [];
      const isLow = bidVerdict(row) === 'below lowest';
      const [bid, bound] = [row.bid, isLow ? row.suggBidLowest : row.suggBidMost].map((amount) =>
        moneyText(centsOf(amount)),
      );
      const what = isLow
        ? `Bid ${bid}, the lowest that is suggested being ${bound}.`
        : `Bid ${bid}, the most that is suggested being ${bound}.`;
      return [{ ...keywordFinding(row), what }];
    }),
};
