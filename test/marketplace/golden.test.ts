/** The marketplace against documents that were written down elsewhere: it takes their requests and says no more. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLines } from '../support/lines.ts';
import { type Ask, Market, type Reply, xmlOf } from './caller.ts';
import { contentOf, documents, filesOf, membersOf, textOf } from './documents.ts';
import type { Operation } from './operations/operation.ts';

let market: Market;
beforeAll(async () => {
  market = await Market.open({ items: 120, orders: 200, caps: 'none' });
});
afterAll(() => market.running.close());

const addresses: Record<Operation['id'], [method: string, path: string]> = {
  inventory: ['POST', '/marketplace/contentmgmt/item/international/inventorylist'],
  'lookup-report': ['PUT', '/marketplace/reportmgmt/report/result'],
  'price-history': ['GET', '/marketplace/usa/contentmgmt/item/repricer/item/history/x'],
  'ad-performance': ['POST', '/marketplace/sponsoredmgmt/campaign/group/performance'],
  keywords: ['POST', '/marketplace/sponsoredmgmt/campaign/keyword/search'],
  orders: ['PUT', '/marketplace/b2b/ordermgmt/order/orderinfo'],
};

function ask(operation: Operation['id'], more: Ask): Promise<Reply> {
  const [method, path] = addresses[operation];
  return market.ask(path, { method, query: { version: '314' }, ...more });
}

const inFormat = (format: string) => ({
  'Content-Type': `application/${format}`,
  Accept: `application/${format}`,
});

/** What a request names must exist here: the parts to be replaced, and by what. */
const requests: Record<string, () => [written: string, here: string][]> = {
  'inventory-list/request-portal.json': () => [['A006-TestItem-002', 'SSD-000001']],
  'inventory-list/request-portal.xml': () => [['A006-TestItem-002', 'SSD-000001']],
  'item-lookup/request-portal.json': () => [['2PQBYWH4V68ZP', market.known.requestIds[0] as string]],
  'item-lookup/request-portal.xml': () => [['2PQBYWH4V68ZP', market.known.requestIds[0] as string]],
  'group-performance/request-portal-values.json': () => [['<seller_id>', market.known.sellerId]],
  'keyword-search/request-portal.json': () => [
    ['ANWT', market.known.sellerId],
    ['1171910', String(market.known.campaigns[0])],
    ['1171911', String((market.known.campaigns[0] as number) + 1)],
  ],
  'order-info/request-portal.json': () => [],
  'order-info/request-client-range.xml': () => [],
  'order-info/request-client-numbers.xml': () => [],
  'order-info/request-client-cn.xml': () => [],
  'order-info/request-client-empty-criteria.json': () => [],
};

const otherRequests: Record<string, string> = {
  'inventory-list/request-b2b-sibling.json': 'the business inventory, another operation',
  'inventory-list/request-b2b-sibling.xml': 'the business inventory, another operation',
  'group-performance/request-group-list-sibling.json': 'the list of ad groups, another operation: it has no period',
  'keyword-search/request-add-keyword-sibling.json': 'adding keywords, another operation',
  'keyword-search/request-update-keyword-sibling.json': 'changing keywords, another operation',
  'keyword-search/request-negative-sibling.json': 'negative keywords, another operation with modes of its own',
};

describe('requests', () => {
  it('are each taken or said to be of another operation', () => {
    expectLines(filesOf('request'), [...Object.keys(requests), ...Object.keys(otherRequests)], {
      list: 'requests or otherRequests in test/marketplace/golden.test.ts',
      line: 'what in it must exist here, or of which other operation it is',
    });
  });

  it.each(Object.keys(requests))('%s is answered', async (file) => {
    const { operation, format } = documents.find((one) => one.file === file) as (typeof documents)[number];
    const replacements = requests[file]?.() ?? [];
    const body = replacements.reduce((text, [written, here]) => {
      expect(text).toContain(written);
      return text.replaceAll(written, here);
    }, textOf(file));
    const reply = await ask(operation as Operation['id'], { body, headers: inFormat(format) });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.text).toMatch(/TotalCount|totalRows/);
  });

  it.each(['group-performance/request-group-list-sibling.json', 'keyword-search/request-negative-sibling.json'])(
    '%s, of another operation, is refused',
    async (file) => {
      const { operation } = documents.find((one) => one.file === file) as (typeof documents)[number];
      const body = { ...JSON.parse(textOf(file)), sellerId: market.known.sellerId };
      expect((await ask(operation as Operation['id'], { body })).status).toBe(400);
    },
  );
});

const otherResponses: Record<string, string> = {
  'inventory-list/response-b2b-flat-sibling.json': 'the business inventory, another operation',
  'inventory-list/response-b2b-flat-sibling.xml': 'the business inventory, another operation',
  'inventory-list/response-single-item-sibling.json': 'the inventory of a single item, another operation',
  'inventory-list/response-single-item-sibling.xml': 'the inventory of a single item, another operation',
  'inventory-list/response-single-item-sbs-sibling.json': 'the inventory of a single item, another operation',
  'item-lookup/submit-response-sibling.json': 'submitting a lookup, another operation',
  'item-lookup/status-response-sibling.json': 'the state of a report, another operation',
  'group-performance/header-update-sibling.json': 'changing keywords, another operation',
  'group-performance/crafted-nan-literal.json': 'no JSON',
  'order-info/crafted-control-char.xml': 'no XML',
  'errors/200-xml-on-json.xml': 'an answer with nothing in it',
};

const readable = (operation: Operation['id']): string[] =>
  documents
    .filter((one) => one.direction === 'response' && one.operation === operation && !(one.file in otherResponses))
    .map(({ file }) => file);

/** Members that the specification lists and no document shows. */
const onlySpecified: Partial<Record<Operation['id'], string[]>> = {
  inventory: ['WarehouseCode', 'Quantity'].map((name) => `ResponseBody.ItemList.InventoryAllocation.${name}`),
  'ad-performance': [
    'rows.keywordList',
    'rows.offSiteBid',
    ...['logo', 'headline', 'title', 'landingPageType', 'landingPageUrl', 'declineReason', 'videoUrl'].map(
      (name) => `rows.${name}`,
    ),
  ],
  keywords: ['rows.declineReason'],
};

/** A good answer of an operation in each format, with as much in it as the shop has. */
async function answersOf(operation: Operation['id']): Promise<string[]> {
  const [item] = market.known.itemNumbers;
  const [id] = market.known.requestIds;
  const xml = (body: string) => ({ body, headers: inFormat('xml') });
  switch (operation) {
    case 'inventory': {
      const Values = market.known.allItemNumbers.slice(0, 100);
      const keys = Values.map((value) => `<Key>${value}</Key>`).join('');
      return [
        (await market.inventory({ Type: 0, Values })).text,
        (
          await ask(
            operation,
            xml(`<ContentQueryCriteria><Type>0</Type><Values>${keys}</Values></ContentQueryCriteria>`),
          )
        ).text,
      ];
    }
    case 'lookup-report': {
      const page = '<PageInfo><PageIndex>1</PageIndex><PageSize>100</PageSize></PageInfo>';
      const body = `<RequestBody><RequestID>${id}</RequestID>${page}</RequestBody>`;
      const type = '<OperationType>ItemLookupRequest</OperationType>';
      return [
        (await market.lookup(id)).text,
        (await ask(operation, xml(`<MarketAPIRequest>${type}${body}</MarketAPIRequest>`))).text,
      ];
    }
    case 'price-history': {
      const path = `/marketplace/usa/contentmgmt/item/repricer/item/history/${item}`;
      return [
        (await market.prices(item as string)).text,
        (await market.ask(path, { method: 'GET', headers: { Accept: 'application/xml' } })).text,
      ];
    }
    case 'ad-performance':
      return [(await market.performance({})).text];
    case 'keywords':
      return [(await market.keywords({})).text];
    case 'orders': {
      const type = '<OperationType>GetOrderInfoRequest</OperationType>';
      return [
        (await market.orders()).text,
        (await ask(operation, xml(`<MarketAPIRequest>${type}<RequestBody/></MarketAPIRequest>`))).text,
      ];
    }
  }
}

describe('answers', () => {
  it('have each response document read, or said why not', () => {
    const read = Object.keys(addresses).flatMap((operation) => readable(operation as Operation['id']));
    expectLines(filesOf('response'), [...read, ...Object.keys(otherResponses)], {
      list: 'addresses (its operation) or otherResponses (itself) in test/marketplace/golden.test.ts',
      line: 'where the operation is found, or why nothing is compared with the document',
    });
  });

  it.each(Object.keys(addresses) as Operation['id'][])(
    'of %s have only members that documents or the specification have',
    async (operation) => {
      const known = new Map<string, Set<string>>();
      for (const file of readable(operation)) {
        for (const [path, shape] of membersOf(contentOf(textOf(file)))) {
          known.set(path, (known.get(path) ?? new Set()).add(shape));
        }
      }
      const unknown = new Set<string>();
      for (const answer of await answersOf(operation)) {
        const members = membersOf(contentOf(answer));
        expect(members.size).toBeGreaterThan(10);
        for (const [path, shape] of members) {
          if (known.has(path)) expect(known.get(path), path).toContain(shape);
          else unknown.add(path);
        }
      }
      expectLines(unknown, onlySpecified[operation] ?? [], {
        list: `onlySpecified.${operation} in test/marketplace/golden.test.ts`,
        line: 'the marketplace says it and no document does; elements of a list go into listChildren in documents.ts',
      });
    },
  );
});

/** How to be refused with the same code and words as a document. */
const refusals: Record<string, () => Promise<Reply>> = {
  'inventory-list/error-ct026-array.json': () => market.inventory({ Values: ['unknown'] }),
  'inventory-list/crafted-error-ct001.json': () => market.inventory({ Type: 0, Values: [''] }),
  'inventory-list/crafted-error-ct003.json': () => market.inventory({ Type: 2, Values: [''] }),
  'inventory-list/crafted-error-ct005.json': () => market.inventory({ Type: 9, Values: ['x'] }),
  'item-lookup/crafted-error-ce001.json': () => ask('lookup-report', { body: {}, query: { sellerid: '' } }),
  'order-info/error-ce001.json': () => ask('orders', { body: {}, query: { sellerid: '' } }),
  'errors/400-bom-array.json': () => ask('orders', { body: {}, query: { sellerid: '' } }),
  'price-history/error-captured-invalid-token.xml': () =>
    ask('price-history', { headers: { SecretKey: 'x', Accept: 'application/xml' } }),
  'errors/401-invalid-consumer-key.json': () => ask('orders', { body: {}, headers: { Authorization: 'x' } }),
  'errors/401-secret-null.xml': () =>
    ask('price-history', { headers: { SecretKey: undefined, Accept: 'application/xml' } }),
  'errors/403-access-denied-captured.xml': () =>
    ask('price-history', { query: { sellerid: 'A000' }, headers: { Accept: 'application/xml' } }),
};

const otherErrors: Record<string, string> = {
  'inventory-list/error-ct010-upc-not-listed.json': 'the words of another operation; the code is that of the same case',
  'inventory-list/error-ct026-object.json': 'one object instead of an array: the scenario of odd shapes has it',
  'inventory-list/crafted-error-multi.xml': 'two errors at once: the first stops a request here',
  'item-lookup/error-observed-poisoned-500.json': 'not provoked by a request; the fault internal-error says it',
  'price-history/crafted-error-invalid-token.json': 'the captured words end with a stop, and these are said',
  'group-performance/header-bizcode-400-sibling.json': 'another operation; the fault header-only says it',
  'group-performance/crafted-http-400-spring.json': 'not the shape that the specification gives errors',
  'order-info/error-so003.json': 'an unknown order number gives an empty list: no code of the specification fits',
  'errors/429-derived.xml': 'compared where the caps are tested',
  'errors/df012-portal.json': 'the allowance of feeds, which no operation of these has',
  'errors/df012-portal.xml': 'the allowance of feeds, which no operation of these has',
  'errors/401-invalid-token-array.json': 'the same code in older words',
  'errors/500-internal-error.json': 'not provoked by a request; the fault internal-error says it',
  'errors/503-empty.txt': 'not provoked by a request; the fault unavailable is it',
  'errors/502-html.html': 'not provoked by a request; the fault bad-gateway is it',
  'errors/400-schema-validation.json': 'lists members that the specification does not have',
  'errors/200-empty.txt': 'not provoked by a request; the fault empty-200 is it',
  'errors/200-truncated.json': 'not provoked by a request; the fault truncated does it',
  'errors/400-xml-error-root.xml': 'the root Error: the scenario of odd shapes has it',
};

describe('errors', () => {
  it('are each provoked, or said why not', () => {
    expectLines(filesOf('error'), [...Object.keys(refusals), ...Object.keys(otherErrors)], {
      list: 'refusals or otherErrors in test/marketplace/golden.test.ts',
      line: 'how to provoke it, or why nothing does',
    });
  });

  it.each(Object.entries(refusals))('%s is said', async (file, provoke) => {
    const { status, format } = documents.find((one) => one.file === file) as (typeof documents)[number];
    const reply = await provoke();
    if (status !== null) expect(reply.status).toBe(status);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    if (format === 'json') expect(reply.json).toEqual(contentOf(textOf(file)));
    else expect(xmlOf(reply.text)).toEqual(xmlOf(textOf(file)));
  });
});
