/** For each operation, storefront and format: exactly this request goes over the wire. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import type { Connection } from '../../src/protocol/connection.ts';
import type { HttpRequest } from '../../src/protocol/http.ts';
import type { Format, Operation, Storefront } from '../../src/protocol/operation.ts';
import { readParams } from '../../src/protocol/params.ts';
import { parse } from '../../src/protocol/parse.ts';
import { buildRequest } from '../../src/protocol/request.ts';
import { expectLines } from '../support/lines.ts';
import { shop } from './shop.ts';
import { documentText, wireDocuments } from './wire-documents.ts';

const HOST = 'https://api.market.example';

function request(
  id: OperationId,
  input: Readonly<Record<string, unknown>>,
  { storefront, page = 1, ...connection }: { storefront?: Storefront; page?: number } & Partial<Connection> = {},
): HttpRequest {
  const operation: Operation = operations[id];
  const chosen = storefront ?? (Object.keys(operation.paths)[0] as Storefront);
  const { params } = readParams(operation, input);
  return buildRequest({ operation, connection: shop(connection), storefront: chosen }, params, page);
}

interface Expected {
  readonly operation: OperationId;
  readonly input: Readonly<Record<string, unknown>>;
  readonly method: 'get' | 'post' | 'put';
  /** Address on each storefront, without the base. */
  readonly urls: Readonly<Partial<Record<Storefront, string>>>;
  readonly json?: unknown;
  readonly xml?: string;
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

const EXPECTED: readonly Expected[] = [
  {
    operation: 'inventory',
    input: { values: ['A006-TestItem-001', 'R&D <1>'], type: '1', warehouseList: ['USA', 'AUS'] },
    method: 'post',
    urls: { main: '/marketplace/contentmgmt/item/international/inventorylist?sellerid=A006' },
    json: { Type: 1, Values: ['A006-TestItem-001', 'R&D <1>'], WarehouseList: ['USA', 'AUS'] },
    xml: '<ContentQueryCriteria><Type>1</Type><Values><Key>A006-TestItem-001</Key><Key>R&amp;D &lt;1&gt;</Key></Values><WarehouseList><WarehouseLocation>USA</WarehouseLocation><WarehouseLocation>AUS</WarehouseLocation></WarehouseList></ContentQueryCriteria>',
  },
  {
    operation: 'lookup-report',
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
  {
    operation: 'price-history',
    input: { itemNumbers: ['9SIA00603V5190'] },
    method: 'get',
    urls: {
      main: '/marketplace/usa/contentmgmt/item/repricer/item/history/9sia00603v5190?sellerid=A006&pageindex=1&pagesize=100',
      canadian:
        '/marketplace/can/contentmgmt/item/repricer/item/history/9sia00603v5190?sellerid=A006&pageindex=1&pagesize=100',
    },
  },
  {
    operation: 'ad-performance',
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
  {
    operation: 'keywords',
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
    operation: 'orders',
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
    operation: 'orders',
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
    operation: 'orders',
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
];

const lines = EXPECTED.flatMap((expected) =>
  Object.entries(expected.urls).flatMap(([storefront, url]) =>
    (['json', 'xml'] as const).map((format) => ({
      ...expected,
      storefront: storefront as Storefront,
      url: `${HOST}${url}`,
      format,
      // The sponsored operations speak JSON only, whatever the connection says.
      wire: (expected.json && !expected.xml ? 'json' : format) as Format,
    })),
  ),
);

test('every operation and storefront of the specification is in the table', () => {
  const declared = Object.values<Operation>(operations).flatMap(({ id, paths }) =>
    Object.keys(paths).map((storefront) => `${id} ${storefront}`),
  );
  expectLines(declared, new Set(lines.map(({ operation, storefront }) => `${operation} ${storefront}`)), {
    list: 'EXPECTED in test/protocol/requests.test.ts',
    line: 'a question of it, and exactly what goes over the wire for that',
  });
});

test.each(lines.map((line) => [line.operation, line.storefront, line.format, line] as const))(
  '%s on %s in %s',
  (operation, storefront, format, { input, method, url, wire, json, xml }) => {
    const sent = request(operation, input, { storefront, format });
    const { body, ...rest } = sent;
    expect(rest).toEqual({
      timeoutSeconds: 60,
      method,
      url,
      contentType: `application/${wire}`,
      headers: {
        Authorization: 'the-api-key',
        SecretKey: 'the-secret-key',
        Accept: `application/${wire}`,
      },
    });
    if (json === undefined) expect(body).toBeUndefined();
    else if (wire === 'xml') expect(body).toBe(DECLARATION + xml);
    else expect(JSON.parse(body!)).toEqual(json);
  },
);

test('case 26: the content type is exactly the format, without a character set', () => {
  expect(request('orders', {}).contentType).toBe('application/json');
  expect(request('orders', {}, { format: 'xml' }).contentType).toBe('application/xml');
});

test('case 27: the root stands in XML only', () => {
  expect(Object.keys(JSON.parse(request('orders', {}).body!))).toEqual(['OperationType', 'RequestBody']);
  expect(request('orders', {}, { format: 'xml' }).body).toContain('<MarketAPIRequest>');
});

test('case 85, case 93: orders without a criterion ask for everything, downloaded ones included', () => {
  expect(JSON.parse(request('orders', {}).body!).RequestBody).toEqual({
    PageIndex: 1,
    PageSize: 100,
    RequestCriteria: {},
  });
});

test('case 62: every page asks for as many records as the service allows', () => {
  const size = (id: OperationId, input: Readonly<Record<string, unknown>>) => {
    const { body, url } = request(id, input, { page: 3 });
    return [/page_?size"?[=:](\d+)/i.exec(body ?? url)![1], /page_?index"?[=:](\d+)/i.exec(body ?? url)![1]];
  };
  expect(size('lookup-report', { requestId: '1' })).toEqual(['100', '3']);
  expect(size('price-history', { itemNumbers: ['1'] })).toEqual(['100', '3']);
  expect(size('ad-performance', { fromDate: '2025-06-01', toDate: '2025-06-01' })).toEqual(['100', '3']);
  expect(size('keywords', { campaignNumber: '1' })).toEqual(['50000', '3']);
  expect(size('orders', {})).toEqual(['100', '3']);
});

test('a number that is not exact goes as the digits that were given', () => {
  const { body } = request('keywords', { campaignNumber: '9007199254740993' });
  expect(JSON.parse(body!).campaignNumber).toBe('9007199254740993');
});

describe('addresses', () => {
  test('case 64: all is lower case but the seller ID, the base address too', () => {
    const { url } = request(
      'price-history',
      { itemNumbers: ['9SIA00603V5190'] },
      {
        baseUrl: 'https://API.Market.Example/Gate',
        sellerId: 'aBcD',
      },
    );
    expect(url).toBe(
      'https://api.market.example/gate/marketplace/usa/contentmgmt/item/repricer/item/history/9sia00603v5190?sellerid=aBcD&pageindex=1&pagesize=100',
    );
  });

  test.each([
    ['9SI/A', '9si%2fa'],
    ['9SI A', '9si%20a'],
    ['9SI?A=1&B', '9si%3fa%3d1%26b'],
    ['9SI#A', '9si%23a'],
    ['9SI%2FA', '9si%252fa'],
    ['Ärger', '%c3%a4rger'],
    ['日本', '%e6%97%a5%e6%9c%ac'],
  ])('case 63: item number %s', (item, spelled) => {
    const { url } = request('price-history', { itemNumbers: [item] });
    expect(url).toContain(`/history/${spelled}?sellerid=A006&`);
  });

  test.each(['', ' ', '\n'])('case 63: no item number (%j) is refused', (item) => {
    expect(() => request('price-history', { itemNumbers: [item] })).toThrow('itemNumbers');
  });

  test.each(['.', '..'])('case 63: an item number %s, which would be another path, is refused', (item) => {
    expect(() => request('price-history', { itemNumbers: [item] })).toThrow('itemNumbers');
  });

  test('case 63: the seller ID is escaped, in lower case escapes, and keeps its letters', () => {
    expect(request('orders', {}, { sellerId: 'A0/0&6É' }).url).toContain('?sellerid=A0%2f0%266%c3%89&version=');
  });

  test('case 63: any item number stays one segment of the path and comes back whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (typed) => {
        const item = typed.replace(/\s+/g, ' ').trim();
        fc.pre(item !== '' && item !== '.' && item !== '..' && !/^\d(\.\d+)?E\+\d+$/i.test(item));
        const { url } = request('price-history', { itemNumbers: [item] });
        const read = new URL(url);
        const segments = read.pathname.split('/');
        expect(segments).toHaveLength(9);
        expect(decodeURIComponent(segments[8]!)).toBe(item.toLowerCase());
        expect(read.searchParams.get('sellerid')).toBe('A006');
        expect(url.replace('A006', '')).toBe(url.replace('A006', '').toLowerCase());
        expect(url).not.toMatch(/[\s]/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('values in bodies', () => {
  const texts = fc
    .array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 5 })
    .map((each) => [...new Set(each.map((text) => text.trim()).filter((text) => text !== ''))])
    .filter((each) => each.length > 0 && each.every((text) => !/^\d(\.\d+)?E\+\d+$/i.test(text)));

  test('any identifiers survive JSON and XML', () => {
    fc.assert(
      fc.property(texts, (values) => {
        const json = JSON.parse(request('inventory', { values, type: '1' }).body!);
        expect(json.Values).toEqual(values);
        const parsed = parse(request('inventory', { values, type: '1' }, { format: 'xml' }).body!);
        const tree = ('tree' in parsed ? parsed.tree : undefined) as {
          ContentQueryCriteria: { Values: { Key: unknown } };
        };
        const key = tree.ContentQueryCriteria.Values.Key;
        expect(Array.isArray(key) ? key : [key]).toEqual(values);
      }),
      { numRuns: 300 },
    );
  });
});

/** Requests as others wrote them, beside ours for the same question. What differs is named with its reason. */
interface Sample {
  readonly file: string;
  readonly operation: OperationId;
  readonly input: Readonly<Record<string, unknown>>;
  readonly sellerId?: string;
  /** Changes of the sample that make it equal to ours, by path; `undefined` takes a member out. */
  readonly differs?: Readonly<Record<string, unknown>>;
  readonly why?: string;
}

const INVENTORY = {
  values: ['A006-TestItem-001', 'A006-TestItem-002', 'A006-TestItem-003'],
  type: '1',
};
const LOOKUP = { requestId: '2PQBYWH4V68ZP' };

const SAMPLES: readonly Sample[] = [
  {
    file: 'inventory-list/request-portal.xml',
    operation: 'inventory',
    input: { ...INVENTORY, warehouseList: 'USA,AUS' },
  },
  {
    file: 'inventory-list/request-portal.json',
    operation: 'inventory',
    input: { ...INVENTORY, warehouseList: 'USA,AUS' },
    differs: { Type: 1 },
    why: 'Type is documented as an integer',
  },
  {
    file: 'inventory-list/request-b2b-sibling.json',
    operation: 'inventory',
    input: INVENTORY,
    differs: { Type: 1 },
    why: 'Type is documented as an integer',
  },
  { file: 'inventory-list/request-b2b-sibling.xml', operation: 'inventory', input: INVENTORY },
  {
    file: 'item-lookup/request-portal.xml',
    operation: 'lookup-report',
    input: LOOKUP,
    differs: { 'MarketAPIRequest.RequestBody.PageInfo.PageSize': '100' },
    why: 'we ask for the greatest page',
  },
  {
    file: 'item-lookup/request-portal.json',
    operation: 'lookup-report',
    input: LOOKUP,
    differs: { 'RequestBody.PageInfo.PageIndex': 1, 'RequestBody.PageInfo.PageSize': 100 },
    why: 'we ask for the greatest page, and numbers go as numbers',
  },
  {
    file: 'group-performance/request-portal-values.json',
    operation: 'ad-performance',
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
    why: 'blanks are left out, and we ask for the greatest page',
  },
  {
    file: 'keyword-search/request-portal.json',
    operation: 'keywords',
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
  },
  {
    file: 'order-info/request-portal.json',
    operation: 'orders',
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
    why: 'beside order numbers the service ignores every other criterion, so none goes out',
  },
  {
    file: 'order-info/request-client-range.xml',
    operation: 'orders',
    input: { orderDateFrom: '2012-06-01 01:00:00 AM', orderDateTo: '2012-06-25 06:37:40 AM', type: 0 },
    differs: {
      'MarketAPIRequest.RequestBody.RequestCriteria.OrderNumberList': undefined,
      'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateFrom': '2012-06-01 01:00:00',
      'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateTo': '2012-06-25 06:37:40',
    },
    why: 'empty lists are left out, and times go in the documented spelling',
  },
  {
    file: 'order-info/request-client-numbers.xml',
    operation: 'orders',
    input: { orderNumbers: [150109083, 150108843] },
    differs: {
      'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateFrom': undefined,
      'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateTo': undefined,
    },
    why: 'blanks are left out',
  },
  {
    file: 'order-info/request-client-cn.xml',
    operation: 'orders',
    input: { orderNumbers: '449309111', type: 0 },
    differs: {
      'MarketAPIRequest.RequestBody.PageSize': '100',
      'MarketAPIRequest.RequestBody.RequestCriteria.Type': undefined,
      'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateFrom': undefined,
      'MarketAPIRequest.RequestBody.RequestCriteria.OrderDateTo': undefined,
      'MarketAPIRequest.RequestBody.RequestCriteria.OrderDownloaded': undefined,
    },
    why: 'beside order numbers the service ignores every other criterion, so none goes out',
  },
  {
    file: 'order-info/request-client-empty-criteria.json',
    operation: 'orders',
    input: { orderDateFrom: '2022-05-01', orderDateTo: '2022-06-01 00:00:00' },
  },
];

const OTHER_CALLS: Readonly<Record<string, string>> = {
  'group-performance/request-group-list-sibling.json': 'the list of groups is not one of the operations',
  'keyword-search/request-add-keyword-sibling.json': 'nothing is written to the marketplace',
  'keyword-search/request-update-keyword-sibling.json': 'nothing is written to the marketplace',
  'keyword-search/request-negative-sibling.json': 'negative keywords are not one of the operations',
};

type Branch = { [name: string]: unknown };

function treeOf(text: string): Branch {
  const parsed = parse(text);
  if (!('tree' in parsed)) throw new Error(parsed.why);
  return structuredClone(parsed.tree) as Branch;
}

function change(tree: Branch, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop()!;
  const branch = names.reduce((node, name) => node[name] as Branch, tree);
  if (!(last in branch)) throw new Error(`The sample has no ${path}.`);
  if (value === undefined) delete branch[last];
  else branch[last] = value;
}

describe('request documents', () => {
  test('none is forgotten', () => {
    const covered = [...SAMPLES.map(({ file }) => file), ...Object.keys(OTHER_CALLS)];
    const requests = wireDocuments.filter(({ direction }) => direction === 'request');
    expectLines(
      requests.map(({ file }) => file),
      covered,
      {
        list: 'SAMPLES or OTHER_CALLS in test/protocol/requests.test.ts',
        line: 'our params for the same question, or why we never ask it',
      },
    );
  });

  test.each(SAMPLES.map((sample) => [sample.file, sample] as const))(
    '%s is what we send',
    (file, { operation, input, sellerId = 'A006', differs = {}, why }) => {
      const format = file.endsWith('.xml') ? 'xml' : 'json';
      const sample = treeOf(documentText(file));
      for (const [path, value] of Object.entries(differs)) change(sample, path, value);
      expect(treeOf(request(operation, input, { format, sellerId }).body!)).toEqual(sample);
      expect(why !== undefined).toBe(Object.keys(differs).length > 0);
    },
  );
});
