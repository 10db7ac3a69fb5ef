import { type Cases, gives, refuses } from '../case.ts';
import { CAMPAIGN_NUMBER, choices, table, whole } from './table.ts';

const keywordsOf = (isIn: (keyword: Readonly<Record<string, unknown>>) => boolean) =>
  table(KEYWORDS, ['keyword', 'bid'], (truth) => truth.keywords.filter(isIn));
const KEYWORDS = ['Keyword', 'Bid'] as const;
const GROUP = 1300197;
const inGroup = ({ groupNumber }: Readonly<Record<string, unknown>>) => groupNumber === GROUP;

export const keywords: Cases = {
  answered: { campaign: 'campaign', group: String(GROUP), columns: '"Keyword,Bid"' },
  shows: keywordsOf(inGroup),
  room: 58,
  arguments: {
    campaign: [
      ['{campaign,""}', keywordsOf(inGroup)],
      ['{99;campaign}', keywordsOf(inGroup)],
      ['99', gives(() => [KEYWORDS])],
      ['"abc"', refuses('MARKET_ARGUMENT', CAMPAIGN_NUMBER)],
    ],
    group: [
      ['""', keywordsOf(() => true)],
      [`"${GROUP}"`, keywordsOf(inGroup)],
      ['99', gives(() => [KEYWORDS])],
      ['"abc"', refuses('MARKET_ARGUMENT', '"group" takes a whole number, not "abc".')],
    ],
    keyword: [
      [
        '"quiet ssd"',
        refuses('MARKET_ARGUMENT', '"keyword" and "searchKeywordType" go together. Enter both or neither.'),
      ],
    ],
    searchKeywordType: [
      [
        '"KEYWORD"',
        refuses('MARKET_ARGUMENT', '"keyword" and "searchKeywordType" go together. Enter both or neither.'),
      ],
    ],
    activeStatus: [
      ['"active"', keywordsOf((each) => inGroup(each) && each.activeStatus === 'Active')],
      ['"maybe"', refuses('MARKET_ARGUMENT', '"activeStatus" takes Active, Inactive, not "maybe".')],
    ],
    columns: choices(`campaign,${GROUP},,,,"Keyword,Bid"`, KEYWORDS, ['keyword', 'bid']),
  },
  calls: [
    ['campaign', whole('campaign', 19, (truth) => truth.keywords)],
    [
      `campaign,${GROUP},"quiet ssd","keyword",,"Keyword,Bid"`,
      keywordsOf((each) => inGroup(each) && each.keyword === 'quiet ssd'),
    ],
    ['campaign,,"quiet ssd","moon",,"Keyword,Bid"', refuses('MARKET_SERVICE', /The marketplace says: /)],
  ],
};
