/** Keywords that were declined. */
import { keywords } from '../../operations/keywords.ts';
import type { FindingKind } from './finding.ts';
import { keywordFinding } from './keyword-finding.ts';

export const keywordDeclined: FindingKind<'keyword-declined'> = {
  kind: 'keyword-declined',
  rowTolerance: 'ads-tolerance',
  find: ({ workbook }) =>
    workbook.rows(keywords, 'Keywords').flatMap((row) => {
      if (row.declineReason === null || row.goneSince !== null) return [];
      return [{ ...keywordFinding(row), what: `Declined: ${row.declineReason}` }];
    }),
};
