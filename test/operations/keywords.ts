/** Keywords List, from the specification and third-party documents. */
import fc from 'fast-check';
import { answers, bodyOf, count, fails, type OperationExample, one, recordOf, some } from './example.ts';

export const keywords: OperationExample = {
  title: 'Keywords List',
  method: 'POST',
  stem: 'sponsoredmgmt/campaign/keyword/search',
  storefronts: [''],
  callsPerHour: 1000,
  requires: { campaignNumber: 1171910 },
  requests: [
    {
      input: { campaignNumber: 1171910, groupNumber: '1171911', activeStatus: 'active' },
      method: 'post',
      urls: { main: '/marketplace/sponsoredmgmt/campaign/keyword/search?sellerid=A006' },
      json: {
        sellerId: 'A006',
        campaignNumber: 1171910,
        groupNumber: 1171911,
        activeStatus: 'Active',
        pageInfo: { pageIndex: 1, pageSize: 50_000, sortField: 'InDate', sortType: 'Desc' },
      },
    },
    {
      // A keyword of digits is text.
      input: { campaignNumber: 1171910, keyword: '2024', searchKeywordType: 'KEYWORD' },
      method: 'post',
      urls: { main: '/marketplace/sponsoredmgmt/campaign/keyword/search?sellerid=A006' },
      json: {
        sellerId: 'A006',
        campaignNumber: 1171910,
        searchKeywordType: 'KEYWORD',
        keyword: '2024',
        pageInfo: { pageIndex: 1, pageSize: 50_000, sortField: 'InDate', sortType: 'Desc' },
      },
    },
  ],
  samples: [
    {
      file: 'keyword-search/request-portal.json',
      input: { campaignNumber: 1171910, groupNumber: 1171911 },
      sellerId: 'ANWT',
      differs: {
        searchKeywordType: undefined,
        keyword: undefined,
        activeStatus: undefined,
        'pageInfo.pageSize': 50_000,
        'pageInfo.sortField': 'InDate',
        'pageInfo.sortType': 'Desc',
      },
      why: 'blanks are left out, the specification requires the sorting, and an answer has to fit into 50 MB',
      here: ({ known }) => [
        ['ANWT', known.sellerId],
        ['1171910', String(known.campaigns[0])],
        ['1171911', String((known.campaigns[0] as number) + 1)],
      ],
    },
  ],
  otherRequests: {
    'keyword-search/request-add-keyword-sibling.json': 'nothing is written to the marketplace',
    'keyword-search/request-update-keyword-sibling.json': 'nothing is written to the marketplace',
    'keyword-search/request-negative-sibling.json': 'negative keywords are not one of the operations',
  },
  shapes: {
    json: {
      example: answers('keyword-search/crafted-ok.json'),
      'two pages': answers('keyword-search/matrix-page1of2.json', 'keyword-search/matrix-page2of2.json'),
      none: answers('keyword-search/crafted-empty.json'),
      one: answers('keyword-search/matrix-one.json'),
      error: fails('keyword-search/matrix-error.json', 'MARKET_KEY', 'InvalidConsumerKey'),
      'odd shape': answers('keyword-search/matrix-odd.json'),
    },
    xml: 'The operations of sponsored campaigns accept and return JSON only.',
  },
  documents: {
    records: [
      { file: 'keyword-search/crafted-ok.json', total: 3 },
      { file: 'keyword-search/crafted-unknown-matchtype.json', cases: 'case 83', total: 3 },
      { file: 'keyword-search/crafted-formula-injection.json', total: 4 },
    ],
    empty: [{ file: 'keyword-search/crafted-empty.json', total: 0 }],
    refused: [],
    series: [
      {
        file: 'keyword-search/crafted-large.json',
        cases: 'case 84',
        count: 250,
        total: 250,
        pages: undefined,
        first: {
          campaignNumber: '1171910',
          campaignName: 'NVMe launch',
          groupNumber: '1171911',
          groupName: 'Group 1',
          matchType: 0,
          normalizedKeyword: 'm.2|nvme|ssd',
          keywordUrl: 'https://www.market.example/p/pl?d=m.2+nvme+ssd',
          suggBid: 0.4,
          suggBidLowest: 0.2,
          suggBidMost: 0.9,
          searchVolume: '1K-10K',
          competition: 'High',
          bid: 0.35,
          activeStatus: 'Active',
          status: 'Delivering',
        },
        change: (index: number) => ({ keyword: `keyword ${index}` }),
      },
    ],
    outOfScope: {},
    notHere: {},
    onlySpecified: ['rows.declineReason'],
  },
  goodAnswers: async (market) => [await market.keywords({})],
  identity: ['groupNumber', 'keyword', 'matchType'],
  asks: async ({ market }) => {
    const { rows } = (await market.keywords({})).json;
    const campaign = { campaignNumber: market.known.campaigns[0] };
    const { keyword, groupNumber } = rows[0];
    return {
      example: () => ({ input: campaign, count: rows.length }),
      'two pages': () => ({ input: campaign, count: rows.length, pageSize: Math.ceil(rows.length / 2) }),
      none: () => ({ input: { campaignNumber: 1 }, count: 0 }),
      one: () => ({ input: { ...campaign, groupNumber, keyword, searchKeywordType: 'KEYWORD' }, count: 1 }),
    };
  },
  tables: {
    Keywords: {
      headers:
        'Campaign number, Campaign name, Group number, Group name, Keyword, Match type, Match type name, Normalized keyword, Keyword URL, Sugg bid, Sugg bid lowest, Sugg bid most, Search volume, Competition, Bid, Active status, Status, Decline reason, Seller ID, Gone since, As of, Row key',
      frozen: 'Keyword',
      first: 'Group name, Bid, Sugg bid, Sugg bid lowest, Sugg bid most, Status, Search volume, Match type name',
    },
  },
  pulls: ({ campaigns }) => [{ params: { campaignNumber: campaigns[0] }, calls: 1 }],
  form: ({ campaigns }) => ({ 'Campaign number': String(campaigns[0]) }),
  hostile: [{ campaignNumber: '1' }],
  paged: {
    table: 'Keywords',
    shows: 'Keyword',
    input: () => ({ campaignNumber: 7 }),
    asked: (request) => ({ unit: '', page: bodyOf(request).pageInfo.pageIndex }),
    answer: (names, _, { total }) => ({
      rows: names.map((keyword) => ({ campaignNumber: 7, groupNumber: 1, keyword, matchType: 0 })),
      totalRows: total,
    }),
  },
  shops: fc.record({
    params: fc.record({ campaignNumber: one('1', '2') }),
    records: some(
      recordOf({
        campaignNumber: one('1', '2'),
        groupNumber: one('3'),
        keyword: one('k', 'l'),
        matchType: count,
        bid: count,
      }),
    ),
  }),
};
