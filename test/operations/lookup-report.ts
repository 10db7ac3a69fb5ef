/** Get Item Lookup Report, from the specification and third-party documents. */
import fc from 'fast-check';
import {
  answers,
  bodyOf,
  count,
  fails,
  HOSTILE_REQUEST,
  inEnvelope,
  type OperationExample,
  one,
  recordOf,
  some,
} from './example.ts';

/** The number of records in the first lookup request, which is available on every storefront. */
const LOOKED_UP = 137;

export const lookupReport: OperationExample = {
  title: 'Get Item Lookup Report',
  method: 'PUT',
  stem: 'reportmgmt/report/result',
  storefronts: ['', 'b2b/', 'can/'],
  callsPerHour: 500,
  requires: { requestId: '27YV8H1HHRFLZ' },
  requests: [
    {
      input: { requestId: '2PQBYWH4V68ZP', issueUser: 'me@shop.example' },
      method: 'put',
      urls: {
        main: '/marketplace/reportmgmt/report/result?sellerid=A006',
        business: '/marketplace/b2b/reportmgmt/report/result?sellerid=A006',
        canadian: '/marketplace/can/reportmgmt/report/result?sellerid=A006',
      },
      json: {
        IssueUser: 'me@shop.example',
        OperationType: 'ItemLookupRequest',
        RequestBody: { RequestID: '2PQBYWH4V68ZP', PageInfo: { PageIndex: 1, PageSize: 100 } },
      },
      xml: '<MarketAPIRequest><IssueUser>me@shop.example</IssueUser><OperationType>ItemLookupRequest</OperationType><RequestBody><RequestID>2PQBYWH4V68ZP</RequestID><PageInfo><PageIndex>1</PageIndex><PageSize>100</PageSize></PageInfo></RequestBody></MarketAPIRequest>',
    },
  ],
  samples: [
    {
      file: 'item-lookup/request-portal.xml',
      input: { requestId: '2PQBYWH4V68ZP' },
      differs: { 'MarketAPIRequest.RequestBody.PageInfo.PageSize': '100' },
      why: 'we request the largest page',
      here: ({ known }) => [['2PQBYWH4V68ZP', known.requestIds[0] as string]],
    },
    {
      file: 'item-lookup/request-portal.json',
      input: { requestId: '2PQBYWH4V68ZP' },
      differs: { 'RequestBody.PageInfo.PageIndex': 1, 'RequestBody.PageInfo.PageSize': 100 },
      why: 'we request the largest page and send numbers as numbers',
      here: ({ known }) => [['2PQBYWH4V68ZP', known.requestIds[0] as string]],
    },
  ],
  otherRequests: {},
  shapes: {
    json: {
      example: {
        ...answers('item-lookup/response-portal-2023.json'),
        fallsShort: 'reported 3 records but sent 2',
      },
      'two pages': answers('item-lookup/crafted-page1of2.json', 'item-lookup/crafted-page2of2-nomatch.json'),
      none: answers('item-lookup/crafted-empty.json'),
      one: answers('item-lookup/matrix-one.json'),
      error: fails('item-lookup/crafted-error-ce001.json', 'MARKET_SELLER', 'CE001'),
      'odd shape': answers('item-lookup/response-official-2019-padded.json'),
    },
    xml: {
      example: answers('item-lookup/response-official-b2b-bom.xml'),
      'two pages': answers('item-lookup/matrix-page1of2.xml', 'item-lookup/matrix-page2of2.xml'),
      none: answers('item-lookup/matrix-none.xml'),
      one: answers('item-lookup/response-official-bom.xml'),
      error: fails('item-lookup/matrix-error.xml', 'MARKET_SELLER', 'CE001'),
      'odd shape': answers('item-lookup/matrix-odd.xml'),
    },
  },
  documents: {
    records: [
      { file: 'item-lookup/response-official-bom.xml', cases: 'case 40', total: 1, pages: 1 },
      { file: 'item-lookup/response-official-b2b-bom.xml', cases: 'case 75', total: 2, pages: 1 },
      { file: 'item-lookup/response-official-2019-padded.json', cases: 'case 39', total: 1, pages: 1 },
      { file: 'item-lookup/response-portal-2023.json', cases: 'case 72', total: 3, pages: 1 },
      { file: 'item-lookup/response-string-pageinfo.json', cases: 'case 36', total: 2, pages: 2 },
      { file: 'item-lookup/crafted-page1of2.json', total: 2, pages: 2 },
      { file: 'item-lookup/crafted-page2of2-nomatch.json', cases: 'case 72', page: 2, total: 2, pages: 2 },
    ],
    empty: [{ file: 'item-lookup/crafted-empty.json', cases: 'case 76', total: 0, pages: 0 }],
    refused: [
      {
        file: 'item-lookup/crafted-issuccess-false.json',
        cases: 'case 29',
        code: 'MARKET_SERVICE',
        says: 'The request is still being processed.',
      },
    ],
    series: [],
    outOfScope: {
      'item-lookup/submit-response-sibling.json': 'submitting a lookup is not one of the operations',
      'item-lookup/status-response-sibling.json': 'the state of a report is not one of the operations',
    },
    notHere: {
      'item-lookup/submit-response-sibling.json': 'submitting a lookup, another operation',
      'item-lookup/status-response-sibling.json': 'the state of a report, another operation',
    },
    onlySpecified: [],
  },
  goodAnswers: async (market, inXml) => {
    const [id] = market.known.requestIds;
    const page = '<PageInfo><PageIndex>1</PageIndex><PageSize>100</PageSize></PageInfo>';
    const body = `<RequestBody><RequestID>${id}</RequestID>${page}</RequestBody>`;
    const type = '<OperationType>ItemLookupRequest</OperationType>';
    return [await market.lookup(id), await inXml(`<MarketAPIRequest>${type}${body}</MarketAPIRequest>`)];
  },
  identity: ['position'],
  asks: async ({ market: { known } }) => {
    const input = { requestId: known.requestIds[0] };
    return {
      example: () => ({ input, count: 100, onlyPage: 1 }),
      'two pages': () => ({ input, count: LOOKED_UP }),
      // A submitted request always has rows, so only the page after the last is empty.
      none: () => ({ input, count: 0, onlyPage: 3 }),
      one: () => ({ input, count: 1, pageSize: 68, onlyPage: 3 }),
    };
  },
  tables: {
    'Lookup report': {
      headers:
        'Request ID, Position, Request date, Market item number, UPC, Condition, Condition name, Packs or sets, Manufacturer name, Manufacturer part number, Website short title, Group ID, Options, Note, Seller ID, Gone since, As of, Raw dates, Row key',
      frozen: 'Request ID, Position',
      first:
        'Market item number, Website short title, Note, UPC, Manufacturer name, Manufacturer part number, Condition name',
    },
  },
  pulls: ({ requestIds }) => [{ params: { requestId: requestIds[0] }, calls: 2 }],
  form: ({ requestIds }) => ({ 'Request ID': requestIds[0]! }),
  hostile: [{ requestId: HOSTILE_REQUEST }],
  paged: {
    table: 'Lookup report',
    shows: 'UPC',
    input: () => ({ requestId: 'R' }),
    asked: (request) => ({ unit: '', page: bodyOf(request).RequestBody.PageInfo.PageIndex }),
    answer: (names, _, { total, pages }) =>
      inEnvelope({
        PageInfo: { TotalCount: total, TotalPageCount: pages },
        ItemList: names.map((UPC) => ({ UPC })),
      }),
  },
  shops: fc.record({
    params: fc.record({ requestId: one('Q', 'R') }),
    records: some(
      recordOf({
        requestId: one('Q', 'R'),
        position: count,
        marketItemNumber: one('9SI1', 'R2'),
        upc: one('1', '2'),
      }),
    ),
  }),
};
