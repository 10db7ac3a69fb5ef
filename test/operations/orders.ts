/** Get Order Information, from the specification and third-party documents. */
import fc from 'fast-check';
import {
  answers,
  bodyOf,
  count,
  fails,
  inEnvelope,
  type OperationExample,
  one,
  part,
  recordOf,
  some,
} from './example.ts';

const line = recordOf({
  sellerPartNumber: part,
  marketItemNumber: one('9SI1', '9SI2'),
  orderedQty: count,
  upcCode: one('1', '01'),
});

const parcel = recordOf({
  trackingNumber: one('T1', 'T2'),
  itemInfoList: some(recordOf({ sellerPartNumber: part, shippedQty: count })),
});

export const orders: OperationExample = {
  title: 'Get Order Information',
  method: 'PUT',
  stem: 'ordermgmt/order/orderinfo',
  storefronts: ['b2b/'],
  callsPerHour: 1000,
  requires: {},
  requests: [
    {
      input: {
        status: 'Shipped',
        type: 0,
        voidSoon: 24,
        orderDateFrom: '2025-06-01',
        orderDateTo: '2025-06-30',
        orderDownloaded: 1,
        issueUser: 'me@shop.example',
      },
      method: 'put',
      urls: { business: '/marketplace/b2b/ordermgmt/order/orderinfo?sellerid=A006&version=314' },
      json: {
        IssueUser: 'me@shop.example',
        OperationType: 'GetOrderInfoRequest',
        RequestBody: {
          PageIndex: 1,
          PageSize: 100,
          RequestCriteria: {
            Status: 2,
            Type: 0,
            VoidSoon: 24,
            OrderDateFrom: '2025-06-01 00:00:00',
            OrderDateTo: '2025-06-30 23:59:59',
            OrderDownloaded: 1,
          },
        },
      },
      xml: '<MarketAPIRequest><IssueUser>me@shop.example</IssueUser><OperationType>GetOrderInfoRequest</OperationType><RequestBody><PageIndex>1</PageIndex><PageSize>100</PageSize><RequestCriteria><Status>2</Status><Type>0</Type><VoidSoon>24</VoidSoon><OrderDateFrom>2025-06-01 00:00:00</OrderDateFrom><OrderDateTo>2025-06-30 23:59:59</OrderDateTo><OrderDownloaded>1</OrderDownloaded></RequestCriteria></RequestBody></MarketAPIRequest>',
    },
    {
      input: { orderNumbers: '159243598, 41473642' },
      method: 'put',
      urls: { business: '/marketplace/b2b/ordermgmt/order/orderinfo?sellerid=A006&version=314' },
      json: {
        OperationType: 'GetOrderInfoRequest',
        RequestBody: {
          PageIndex: 1,
          PageSize: 100,
          RequestCriteria: { OrderNumberList: { OrderNumber: ['159243598', '41473642'] } },
        },
      },
      xml: '<MarketAPIRequest><OperationType>GetOrderInfoRequest</OperationType><RequestBody><PageIndex>1</PageIndex><PageSize>100</PageSize><RequestCriteria><OrderNumberList><OrderNumber>159243598</OrderNumber><OrderNumber>41473642</OrderNumber></OrderNumberList></RequestCriteria></RequestBody></MarketAPIRequest>',
    },
    {
      input: { sellerOrderNumbers: ['SO1'], version: 305 },
      method: 'put',
      urls: { business: '/marketplace/b2b/ordermgmt/order/orderinfo?sellerid=A006&version=305' },
      json: {
        OperationType: 'GetOrderInfoRequest',
        RequestBody: {
          PageIndex: 1,
          PageSize: 100,
          RequestCriteria: { SellerOrderNumberList: { SellerOrderNumber: ['SO1'] } },
        },
      },
      xml: '<MarketAPIRequest><OperationType>GetOrderInfoRequest</OperationType><RequestBody><PageIndex>1</PageIndex><PageSize>100</PageSize><RequestCriteria><SellerOrderNumberList><SellerOrderNumber>SO1</SellerOrderNumber></SellerOrderNumberList></RequestCriteria></RequestBody></MarketAPIRequest>',
    },
  ],
  samples: [
    {
      file: 'order-info/request-portal.json',
      input: {
        orderNumbers: ['159243598', '41473642'],
        sellerOrderNumbers: ['SO159243598'],
        status: '1',
        type: '0',
        orderDateFrom: '2011-01-01 09:30:47',
        orderDateTo: '2011-12-17 09:30:47',
        orderDownloaded: 0,
      },
      differs: {
        'RequestBody.PageIndex': 1,
        'RequestBody.PageSize': 100,
        'RequestBody.RequestCriteria': { OrderNumberList: { OrderNumber: ['159243598', '41473642'] } },
      },
      why: 'the service ignores every criterion next to order numbers, so none is sent',
    },
    {
      file: 'order-info/request-client-range.xml',
      input: { orderDateFrom: '2012-06-01 01:00:00 AM', orderDateTo: '2012-06-25 06:37:40 AM', type: 0 },
      differs: {
        'MarketAPIRequest.RequestBody.RequestCriteria.OrderNumberList': undefined,
        'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateFrom': '2012-06-01 01:00:00',
        'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateTo': '2012-06-25 06:37:40',
      },
      why: 'empty lists are left out, and times are sent in the documented spelling',
    },
    {
      file: 'order-info/request-client-numbers.xml',
      input: { orderNumbers: [150109083, 150108843] },
      differs: {
        'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateFrom': undefined,
        'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateTo': undefined,
      },
      why: 'blanks are left out',
    },
    {
      file: 'order-info/request-client-cn.xml',
      input: { orderNumbers: '449309111', type: 0 },
      differs: {
        'MarketAPIRequest.RequestBody.PageSize': '100',
        'MarketAPIRequest.RequestBody.RequestCriteria.Type': undefined,
        'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateFrom': undefined,
        'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateTo': undefined,
        'MarketAPIRequest.RequestBody.RequestCriteria.OrderDownloaded': undefined,
      },
      why: 'the service ignores every criterion next to order numbers, so none is sent',
    },
    {
      file: 'order-info/request-client-empty-criteria.json',
      input: { orderDateFrom: '2022-05-01', orderDateTo: '2022-06-01 00:00:00' },
    },
  ],
  otherRequests: {},
  shapes: {
    json: {
      example: answers('order-info/response-official-b2b.json'),
      'two pages': answers('order-info/matrix-page1of2.json', 'order-info/matrix-page2of2.json'),
      none: answers('order-info/crafted-empty-null.json'),
      one: answers('order-info/crafted-ok.json'),
      error: fails('order-info/error-ce001.json', 'MARKET_SELLER', 'CE001'),
      'odd shape': answers('order-info/response-client-fixture-hybrid-bom.json'),
    },
    xml: {
      example: answers('order-info/response-official-b2b.xml'),
      'two pages': answers('order-info/matrix-page1of2.xml', 'order-info/matrix-page2of2.xml'),
      none: answers('order-info/matrix-none.xml'),
      one: answers('order-info/matrix-one.xml'),
      error: fails('order-info/matrix-error.xml', 'MARKET_SELLER', 'CE001'),
      'odd shape': answers('order-info/response-official-usa.xml'),
    },
  },
  documents: {
    records: [
      { file: 'order-info/response-official-b2b.xml', cases: 'case 47', total: 2, pages: 1 },
      { file: 'order-info/response-official-b2b.json', cases: 'case 31, case 32', total: 2, pages: 1 },
      { file: 'order-info/response-official-b2b-net.json', cases: 'case 32', total: 2, pages: 1 },
      { file: 'order-info/response-official-usa-2022.json', cases: 'case 49', total: 1, pages: 1 },
      { file: 'order-info/response-official-usa.xml', cases: 'case 45', total: 2, pages: 1 },
      { file: 'order-info/response-official-usa-net.json', cases: 'case 34', total: 2, pages: 1 },
      { file: 'order-info/response-official-can.json', cases: 'case 97', total: 2, pages: 1 },
      { file: 'order-info/response-mixed-types.json', cases: 'case 33', total: 2, pages: 1 },
      { file: 'order-info/response-client-fixture-hybrid-bom.json', cases: 'case 33', total: 2, pages: 1 },
      { file: 'order-info/response-client-minimal.json', total: 1, pages: 1 },
      {
        file: 'order-info/response-captured-empty-invoice-2014-bom.xml',
        cases: 'case 40, case 89',
        total: 27,
        pages: 27,
      },
      { file: 'order-info/crafted-ok.json', cases: 'case 41', total: 1, pages: 1 },
      { file: 'order-info/crafted-single-object.json', cases: 'case 31, case 34', total: 1, pages: 1 },
      { file: 'order-info/crafted-payment-pending.json', cases: 'case 91', total: 1, pages: 1 },
      { file: 'order-info/crafted-unknown-status.json', cases: 'case 91', total: 1, pages: 1 },
      { file: 'order-info/crafted-iso-dates.json', cases: 'case 53', total: 1, pages: 1 },
      { file: 'order-info/crafted-large-order-number.json', cases: 'case 42', total: 1, pages: 1 },
      { file: 'order-info/crafted-control-char.xml', cases: 'case 44', total: 1, pages: 1 },
    ],
    empty: [
      { file: 'order-info/crafted-empty-null.json', cases: 'case 34', total: 0, pages: 0 },
      { file: 'order-info/crafted-list-missing.json', cases: 'case 34', total: 0, pages: 0 },
      { file: 'order-info/response-mocked-200-count-2012-bom.xml', cases: 'case 76', total: 200, pages: 200 },
    ],
    refused: [
      {
        file: 'order-info/crafted-issuccess-false.json',
        cases: 'case 29',
        code: 'MARKET_SERVICE',
        says: 'Invalid version.',
      },
    ],
    series: [
      {
        file: 'order-info/crafted-page1of2.json',
        cases: 'case 86',
        count: 100,
        total: 101,
        pages: 2,
        first: 'order-info/crafted-ok.json',
        change: (index: number) => ({ orderNumber: String(200_000_000 + index) }),
      },
    ],
    outOfScope: {},
    notHere: { 'order-info/crafted-control-char.xml': 'no XML' },
    onlySpecified: [],
  },
  goodAnswers: async (market, inXml) => {
    const type = '<OperationType>GetOrderInfoRequest</OperationType>';
    return [await market.orders(), await inXml(`<MarketAPIRequest>${type}<RequestBody/></MarketAPIRequest>`)];
  },
  identity: ['orderNumber'],
  asks: async ({ market, orders }) => {
    const { OrderInfoList: all } = (await market.orders()).json.ResponseBody;
    const voided = (await market.orders({ Status: 4 })).json.ResponseBody.PageInfo.TotalCount;
    return {
      example: () => ({ input: { status: '4' }, count: voided }),
      'two pages': () => ({ input: {}, count: orders }),
      none: () => ({ input: { orderNumbers: ['1'] }, count: 0 }),
      one: () => ({ input: { orderNumbers: [all[0].OrderNumber] }, count: 1 }),
    };
  },
  tables: {
    Orders: {
      headers:
        'Seller ID, Order number, Seller order number, Invoice number, Order downloaded, Order date, Auto void time, Order status, Order status description, Customer name, Customer phone number, Customer email address, On time ship due date, Deliver due date, Ship to address 1, Ship to address 2, Ship to city name, Ship to state code, Ship to zip code, Ship to country code, Ship service, Signature required, Ship to first name, Ship to last name, Ship to company, Currency code, Order item amount, Shipping amount, Recycling fee amount, Discount amount, Refund amount, Order total amount, Order qty, Is auto void, Sales channel, Sales channel name, Fulfillment option, Fulfillment option name, As of, Raw dates, Row key',
      frozen: 'Order number',
      first:
        'Order status description, Order date, Auto void time, On time ship due date, Order total amount, Order qty, Ship service',
    },
    'Order lines': {
      headers:
        'Seller ID, Order number, Seller part number, Market item number, Mfr part number, UPC code, Description, Ordered qty, Shipped qty, Unit price, Extend unit price, Unit shipping charge, Extend shipping charge, Status, Status description, Order date, Order status description, As of, Row key',
      frozen: 'Order number, Seller part number',
      first:
        'Description, Order date, Order status description, Ordered qty, Shipped qty, Unit price, Extend unit price',
    },
    Packages: {
      headers:
        'Seller ID, Order number, Package type, Ship carrier, Ship service, Tracking number, Ship date, Ship from address, Ship from address 2, Ship from city, Ship from state, Ship from zip code, Ship from name, Seller part number, Mfr part number, Shipped qty, As of, Raw dates, Row key',
      frozen: 'Order number',
      first: 'Tracking number, Ship carrier, Ship date, Seller part number, Shipped qty',
    },
  },
  pulls: () => [{ params: {}, calls: 3 }],
  form: () => ({}),
  hostile: [{}],
  paged: {
    table: 'Orders',
    shows: 'Order number',
    input: () => ({}),
    asked: (request) => ({ unit: '', page: bodyOf(request).RequestBody.PageIndex }),
    answer: (names, _, { total, pages }) =>
      inEnvelope({
        PageInfo: { TotalCount: total, TotalPageCount: pages },
        OrderInfoList: names.map((OrderNumber) => ({ SellerID: 'A006', OrderNumber })),
      }),
  },
  shops: fc.record({
    params: fc.constant({}),
    records: some(
      recordOf({
        orderNumber: one('1', '2'),
        orderQty: count,
        itemInfoList: some(line),
        packageInfoList: some(parcel),
      }),
    ),
  }),
};
