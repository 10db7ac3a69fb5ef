import { asFor, type Cases, gives, type Row, refuses } from '../case.ts';
import type { Truth } from '../truth.ts';
import { CAMPAIGN_NUMBER, choices, type Entries, table, whole } from './table.ts';

const groups =
  (isIn: (group: Readonly<Record<string, unknown>>, truth: Truth) => boolean = () => true): Entries =>
  (truth) =>
    truth.groups.filter((group) => isIn(group, truth));
const ADS = ['Group name', 'Spend'] as const;
const adsOf = (entries: Entries) => table(ADS, ['groupName', 'spend'], entries);
/** The same period as a name and as two dates. */
const period = (said: string, first: string, last: string): Row[] => [
  [`"${said}",,,,"Group name,Spend"`, asFor(`"${first}","${last}",,,"Group name,Spend"`)],
  [`"${first}","${last}",,,"Group name,Spend"`, asFor(`"${said}",,,,"Group name,Spend"`)],
];

export const adPerformance: Cases = {
  answered: { from: '"2025-06-10"', to: '"2025-06-10"', columns: '"Group name,Spend"' },
  shows: adsOf(groups()),
  room: 25,
  arguments: {
    from: [
      ['"2025-06-11"', refuses('MARKET_ARGUMENT', '"from" (2025-06-11) is after "to" (2025-06-10).')],
      ['moment', adsOf(groups())],
    ],
    to: [
      ['', refuses('MARKET_ARGUMENT', /MARKET_AD_PERFORMANCE needs "to": .*Or enter a period instead of the two days/)],
      ['moment', adsOf(groups())],
    ],
    campaign: [
      ['campaign', adsOf(groups(({ campaignNumber }, truth) => campaignNumber === truth.announcement.campaigns[0]))],
      [
        '{campaign,99}',
        adsOf(groups(({ campaignNumber }, truth) => campaignNumber === truth.announcement.campaigns[0])),
      ],
      ['99', gives(() => [ADS])],
      ['"abc"', refuses('MARKET_ARGUMENT', CAMPAIGN_NUMBER)],
    ],
    activeStatus: [
      ['"Active"', adsOf(groups(({ activeStatus }) => activeStatus === 'Active'))],
      ['"inactive"', adsOf(groups(({ activeStatus }) => activeStatus === 'Inactive'))],
      ['"maybe"', refuses('MARKET_SERVICE', /The marketplace says: .*activeStatus.*maybe/)],
    ],
    columns: choices('"2025-06-10","2025-06-10",,,"Group name,Spend"', ADS, ['groupName', 'spend']),
  },
  calls: [
    ['"2025-06-10","2025-06-10"', whole('"2025-06-10","2025-06-10"', 44, groups())],
    ...period('yesterday', '2025-06-15', '2025-06-15'),
    ...period('Last 7  days', '2025-06-10', '2025-06-16'),
    ...period('this month', '2025-06-01', '2025-06-16'),
    ['"last week",,,,"Group name,Spend"', asFor('"2025-06-09","2025-06-15",,,"Group name,Spend"')],
    ['"2025-06-09","2025-06-15",,,"Group name,Spend"', asFor('"last week",,,,"Group name,Spend"')],
    ['"7 days ago","yesterday",,,"Group name,Spend"', asFor('"last week",,,,"Group name,Spend"')],
  ],
};
