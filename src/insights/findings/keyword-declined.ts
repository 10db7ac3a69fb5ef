/** Keywords that were declined. */
import { keywords } from '../../operations/keywords.ts';
import { named } from './ad-group-finding.ts';
import type { FindingKind } from './finding.ts';

export const keywordDeclined: FindingKind<'keyword-declined'> = {
  kind: 'keyword-declined',
  needs: ['ads-tolerance'],
  find: ({ workbook }) =>
    workbook.rows(keywords, 'Keywords').flatMap((row) => {
      const { sellerId, campaignNumber, groupNumber, keyword, matchType, declineReason, asOf, rowKey } = row;
      if (declineReason === null || row.goneSince !== null) return [];
      return [
        {
          sellerId: sellerId ?? '',
          record: [campaignNumber, groupNumber, keyword, matchType].map((part) => part ?? '').join(' '),
          label: `${keyword} in ${named('campaign', campaignNumber, row.campaignName)}`,
          what: `Declined: ${declineReason}`,
          data: [{ asOf, tolerance: 'ads-tolerance' as const }],
          link: { table: 'Keywords', rowKey },
        },
      ];
    }),
};
