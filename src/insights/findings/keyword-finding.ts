/** A finding about a keyword. */
import type { keywords } from '../../operations/keywords.ts';
import type { TableRow } from '../table-rows.ts';
import type { Finding } from './finding.ts';
import { named } from './named.ts';

export type KeywordRow = TableRow<typeof keywords, 'Keywords'>;

export function keywordFinding(row: KeywordRow): Omit<Finding, 'what'> {
  const { sellerId, campaignNumber, campaignName, groupNumber, keyword, matchType, asOf, rowKey } = row;
  return {
    sellerId: sellerId ?? '',
    record: [campaignNumber, groupNumber, keyword, matchType].map((part) => part ?? '').join(' '),
    label: `${keyword} in ${named('campaign', campaignNumber, campaignName)}`,
    data: [{ asOf, tolerance: 'ads-tolerance' }],
    link: { table: 'Keywords', rowKey },
  };
}
