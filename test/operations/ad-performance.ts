/** Group Performance Report, from the specification and third-party documents. */
import fc from 'fast-check';
import { answers, bodyOf, count, day, fails, type OperationExample, one, recordOf, some } from './example.ts';

const AD_COLUMNS =
  'Seller ID, From date, To date, Campaign number, Campaign name, Group number, Group name, Country code, Status, Spend, Sales, ACoS, Impressions, Clicks, CTR, Orders, CR, CPC, Default bid, Off site bid, On site bid, Type, Sugg bid, Sugg bid lowest, Sugg bid most, Keyword size, Keyword list, Product size, Product list, Seller name, Active status, In date, In user, Logo, Headline, Title, Landing page type, Landing page URL, Decline reason, Video URL, Cost model, Product targeting list, Live streaming product list, As of, Raw dates, Row key';

export const adPerformance: OperationExample = {
  title: 'Group Performance Report',
  method: 'POST',
  stem: 'sponsoredmgmt/campaign/group/performance',
  storefronts: [''],
  callsPerHour: 1000,
  requires: { fromDate: '2025-06-01', toDate: '2025-06-30', by: 'range' },
  requests: [
    {
      input: { fromDate: '2025-06-01', toDate: '2025-06-30' },
      method: 'post',
      urls: { main: '/marketplace/sponsoredmgmt/campaign/group/performance?sellerid=A006' },
      json: {
        sellerId: 'A006',
        extUrl: 'group/searchGroupByCampaign',
        fromDate: '2025-06-01',
        toDate: '2025-06-30',
        pageInfo: { pageIndex: 1, pageSize: 100, sortField: 'InDate', sortType: 'Desc' },
      },
    },
  ],
  samples: [
    {
      file: 'group-performance/request-portal-values.json',
      input: {
        campaignNumber: 1007660,
        type: 0,
        sponsorType: 0,
        searchKeywordType: 'GROUP_NAME',
        keyword: 'llr',
        activeStatus: 'Active',
        fromDate: '2025-06-01',
        toDate: '2025-06-30',
      },
      sellerId: '<seller_id>',
      differs: { countryCode: undefined, 'pageInfo.pageSize': 100 },
      why: 'blanks are left out, and we request the largest page',
      here: ({ known }) => [['<seller_id>', known.sellerId]],
    },
  ],
  otherRequests: {
    'group-performance/request-group-list-sibling.json': 'the list of groups is not one of the operations',
  },
  shapes: {
    json: {
      example: answers('group-performance/crafted-ok.json'),
      'two pages': answers('group-performance/matrix-page1of2.json', 'group-performance/matrix-page2of2.json'),
      none: answers('group-performance/crafted-rows-null.json'),
      one: answers('group-performance/matrix-one.json'),
      error: fails('group-performance/crafted-http-400-spring.json', 'MARKET_SERVICE', '400'),
      'odd shape': answers('group-performance/matrix-odd.json'),
    },
    xml: 'The operations of sponsored campaigns accept and return JSON only.',
  },
  documents: {
    records: [{ file: 'group-performance/crafted-ok.json', cases: 'case 82, case 99', total: 2 }],
    empty: [{ file: 'group-performance/crafted-rows-null.json', total: 0 }],
    refused: [
      {
        file: 'group-performance/crafted-header-only.json',
        cases: 'case 81',
        code: 'MARKET_SERVICE',
        says: '400: has parameter valid question, please check request',
      },
      {
        file: 'group-performance/crafted-nan-literal.json',
        cases: 'case 38',
        code: 'MARKET_BAD_ANSWER',
        says: '',
      },
    ],
    series: [],
    outOfScope: { 'group-performance/header-update-sibling.json': 'updating is not one of the operations' },
    notHere: {
      'group-performance/header-update-sibling.json': 'changing keywords, another operation',
      'group-performance/crafted-nan-literal.json': 'no JSON',
    },
    onlySpecified: [
      'rows.keywordList',
      'rows.offSiteBid',
      ...['logo', 'headline', 'title', 'landingPageType', 'landingPageUrl', 'declineReason', 'videoUrl'].map(
        (name) => `rows.${name}`,
      ),
    ],
  },
  goodAnswers: async (market) => [await market.performance({})],
  identity: ['campaignNumber', 'groupNumber'],
  asks: async ({ market }) => {
    const { rows } = (await market.performance({})).json;
    const period = { fromDate: '2025-06-01', toDate: '2025-06-15', by: 'range' };
    return {
      example: () => ({ input: period, count: rows.length }),
      'two pages': () => ({ input: period, count: rows.length, pageSize: Math.ceil(rows.length / 2) }),
      none: () => ({ input: { ...period, campaignNumber: 1 }, count: 0 }),
      one: () => ({
        input: { ...period, searchKeywordType: 'GROUP_NUM', keyword: String(rows[0].groupNumber) },
        count: 1,
      }),
    };
  },
  tables: {
    'Ad performance': {
      headers: AD_COLUMNS,
      frozen: 'Campaign name, Group name',
      first: 'From date, Spend, Sales, ACoS, Clicks, Orders, Impressions',
    },
    'Ad periods': {
      headers: AD_COLUMNS,
      frozen: 'Campaign name, Group name',
      first: 'From date, To date, Spend, Sales, ACoS, Clicks, Orders, Impressions',
    },
  },
  pulls: () => [
    // One call per day for ten days, or one call for the whole period.
    { params: { fromDate: '2025-06-01', toDate: '2025-06-10', by: 'day' }, calls: 10 },
    { params: { fromDate: '2025-06-01', toDate: '2025-06-10', by: 'range' }, calls: 1 },
  ],
  form: (_, daysAgo) => ({ 'From date': daysAgo(4), 'To date': daysAgo(0) }),
  hostile: [
    { fromDate: '2025-06-10', toDate: '2025-06-10', by: 'day' },
    { fromDate: '2025-06-01', toDate: '2025-06-10', by: 'range' },
  ],
  paged: {
    table: 'Ad performance',
    shows: 'Group number',
    input: (units) => ({ fromDate: '2025-06-01', toDate: `2025-06-0${units}`, by: 'day' }),
    asked: (request) => ({
      unit: String(Number(bodyOf(request).fromDate.slice(-2)) - 1),
      page: bodyOf(request).pageInfo.pageIndex,
    }),
    answer: (names, _, { total }) => ({
      rows: names.map((name) => ({ campaignNumber: 1, groupNumber: name })),
      totalRows: total,
    }),
  },
  shops: fc.record({
    params: fc.record({ by: one('day', 'range') }),
    records: some(
      recordOf({
        campaignNumber: one('1', '2'),
        groupNumber: one('3'),
        fromDate: day,
        toDate: day,
        spend: count,
        productList: one('9SI1', '9SI2 9SI1'),
      }),
    ),
  }),
};
