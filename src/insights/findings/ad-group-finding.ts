/** A finding about an ad group. */
import type { AdGroup } from '../facts/ad-groups.ts';
import type { Finding } from './finding.ts';
import { named } from './named.ts';

export function adGroupFinding({ newest, days }: AdGroup): Omit<Finding, 'what'> {
  const { sellerId, countryCode, campaignNumber, campaignName, groupNumber, groupName, rowKey } = newest;
  const country = countryCode === null ? [] : [countryCode];
  return {
    sellerId: sellerId ?? '',
    record: [campaignNumber ?? '', groupNumber ?? '', ...country].join(' '),
    label: `${named('Campaign', campaignNumber, campaignName)}, ${named('group', groupNumber, groupName)}`,
    data: [
      {
        asOf: days.reduce((latest: number | null, { asOf }) => Math.max(latest ?? 0, asOf ?? 0) || null, null),
        tolerance: 'ads-tolerance',
      },
    ],
    link: { table: 'Ad performance', rowKey },
  };
}
