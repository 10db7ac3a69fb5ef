import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOn, answerFrom } from '../../src/demo/recorded-answer.ts';
import type { Recording } from '../../src/demo/recording.ts';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import { readConnection } from '../../src/protocol/connection.ts';
import type { HttpRequest } from '../../src/protocol/http.ts';
import type { Operation, Storefront } from '../../src/protocol/operation.ts';
import { readParams } from '../../src/protocol/params.ts';
import { buildRequest } from '../../src/protocol/request.ts';
import { longTest, runs } from '../effort.ts';
import { Market } from '../marketplace/caller.ts';
import { RECORDED_AT, record, SHOP } from './record.ts';

const text = readFileSync(new URL('../../src/demo/recording.json', import.meta.url), 'utf8');
const recording = JSON.parse(text) as Recording;

longTest('the recording matches the simulated marketplace (update with "npm run demo")', async () => {
  expect(await record()).toEqual(recording);
});

let market: Market;
beforeAll(async () => {
  market = await Market.open(SHOP, RECORDED_AT);
});
afterAll(() => market.running.close());

const { day, sellerId, apiKey, secretKey } = recording;
const CONNECTION = readConnection({ baseUrl: addressOn(day), sellerId, apiKey, secretKey });

function requestOf(id: OperationId, input: object, page: number, storefront?: Storefront): HttpRequest {
  const operation: Operation = operations[id];
  const offered = storefront && operation.paths[storefront] ? storefront : undefined;
  const first = Object.keys(operation.paths)[0] as Storefront;
  const { params } = readParams(operation, { ...input }, CONNECTION);
  return buildRequest({ operation, connection: CONNECTION, storefront: offered ?? first }, params, page);
}

function demo(request: HttpRequest): { status: number; json: unknown } {
  const result = answerFrom(recording, request);
  if ('fault' in result) throw new Error(result.message);
  return { status: result.status, json: JSON.parse(result.text) };
}

async function simulated({ url, method, headers, contentType, body }: HttpRequest) {
  const address = url.replace(CONNECTION.baseUrl, market.known.url);
  const reply = await fetch(address, {
    method: method.toUpperCase(),
    headers: { ...headers, 'Content-Type': contentType },
    ...(body === undefined ? {} : { body }),
  });
  return { status: reply.status, json: await reply.json() };
}

const { orders, items, upcCodes, unlistedUpcCodes, groups, keywords, lookups } = recording;
const allKeywords = Object.values(keywords).flat();
const unknownIds = ['', 'x', '9SIDEMOSHOPXXXXXXX', '4012345', '=1+1'];

const field = (rows: readonly object[], name: string) =>
  fc.constantFrom(...rows.map((row) => String((row as Record<string, unknown>)[name])).filter(Boolean));
const oneOf = (...values: readonly string[]) => fc.constantFrom(...values);
const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 12 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const dayBefore = (least: number, most: number) =>
  fc
    .integer({ min: least, max: most })
    .map((ago) => new Date(Date.parse(day) - ago * 86_400_000).toISOString().slice(0, 10));
const momentBefore = (least: number, most: number) =>
  fc
    .tuple(dayBefore(least, most), fc.integer({ min: 0, max: 86_399 }), fc.boolean())
    .map(([on, second, isDay]) => (isDay ? on : `${on} ${new Date(second * 1000).toISOString().slice(11, 19)}`));
const unknown = oneOf(...unknownIds);

/** Everything that the sidebar's forms can request, except requests that the demo shop rejects. */
const ASKED: Readonly<Record<OperationId, fc.Arbitrary<object>>> = {
  orders: fc.oneof(
    fc.record({
      status: maybe(oneOf('0', '1', '2', '3', '4', '5')),
      type: maybe(oneOf('0', '1', '2', '3')),
      orderDownloaded: maybe(oneOf('0', '1')),
      voidSoon: maybe(oneOf('24', '48')),
      orderDateFrom: maybe(momentBefore(30, 70)),
      orderDateTo: maybe(momentBefore(-3, 29)),
    }),
    fc.record({
      orderNumbers: some(fc.oneof(field(orders, 'OrderNumber'), oneOf('1', '253399999'))),
      status: maybe(oneOf('0')),
    }),
    fc.record({ sellerOrderNumbers: some(fc.oneof(field(orders, 'SellerOrderNumber'), unknown)) }),
  ),
  inventory: fc
    .oneof(
      fc.tuple(fc.constant('0'), some(fc.oneof(field(items, 'ItemNumber'), unknown))),
      fc.tuple(fc.constant('1'), some(fc.oneof(field(items, 'SellerPartNumber'), unknown))),
      fc.tuple(fc.constant('2'), some(fc.oneof(oneOf(...Object.keys(upcCodes), ...unlistedUpcCodes), unknown))),
      fc.tuple(fc.constant('1'), fc.constant(['x'.repeat(41)])),
    )
    .chain(([type, values]) =>
      fc.record({
        type: fc.constant(type),
        values: fc.constant(values.filter((value) => value !== '').concat('y')),
        warehouseList: maybe(some(oneOf('USA', 'deu', 'CAN', 'XYZ'))),
      }),
    ),
  'price-history': fc.record({ itemNumbers: fc.tuple(fc.oneof(field(items, 'ItemNumber'), oneOf('9SIX'))) }),
  'lookup-report': fc.record({ requestId: oneOf(...lookups.map(({ requestId }) => requestId), '2XX') }),
  'ad-performance': fc.tuple(dayBefore(-2, 90), dayBefore(-2, 90)).chain(([one, other]) =>
    fc.record({
      fromDate: fc.constant(one < other ? one : other),
      toDate: fc.constant(one < other ? other : one),
      campaignNumber: maybe(fc.oneof(field(groups, 'campaignNumber'), oneOf('1'))),
      type: maybe(oneOf('0', '1', '2', '9')),
      sponsorType: maybe(oneOf('0', '1', '2', '3', '4')),
      countryCode: maybe(oneOf('USA', 'can', 'DEU')),
      activeStatus: maybe(oneOf('Active', 'Inactive')),
      searchKeywordType: maybe(oneOf('GROUP_NAME', 'GROUP_NUM', 'KEYWORD')),
      keyword: maybe(
        fc.oneof(
          ...['groupName', 'groupNumber', 'campaignName'].map((name) => field(groups, name)),
          field(allKeywords, 'keyword'),
        ),
      ),
    }),
  ),
  keywords: fc.oneof(
    fc.record({
      campaignNumber: fc.tuple(fc.oneof(field(groups, 'campaignNumber'), oneOf('1'))),
      groupNumber: maybe(fc.oneof(field(groups, 'groupNumber'), oneOf('1'))),
      activeStatus: maybe(oneOf('Active', 'Inactive')),
    }),
    fc.record({
      campaignNumber: fc.tuple(field(groups, 'campaignNumber')),
      searchKeywordType: oneOf('KEYWORD', 'FUZZY'),
      keyword: fc.oneof(field(allKeywords, 'keyword'), oneOf('SSD', 'usb')),
    }),
  ),
};

describe("returns the simulated marketplace's response", () => {
  test.each(Object.keys(ASKED) as OperationId[])('%s', async (id) => {
    const call = fc.tuple(ASKED[id], fc.integer({ min: 1, max: 3 }), oneOf('main', 'business', 'canadian'));
    await fc.assert(
      fc.asyncProperty(call, async ([input, page, storefront]) => {
        const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        const request = requestOf(id, given, page, storefront as Storefront);
        expect(demo(request)).toEqual(await simulated(request));
      }),
      { numRuns: runs(10, 1000) },
    );
  });
});

/** Values unique to this ad group. */
const NAMED = {
  GROUP_NUM: groups[1]!.groupNumber,
  GROUP_NAME: groups[1]!.groupName,
  CAMPAIGN_NAME: groups[1]!.campaignName,
  KEYWORD: allKeywords.find(({ groupNumber }) => groupNumber === groups[1]!.groupNumber)!.keyword,
};

type Asked = [string, OperationId, object, page?: number, storefront?: Storefront];
const month = { fromDate: new Date(Date.parse(day) - 30 * 86_400_000).toISOString().slice(0, 10), toDate: day };
const campaign = { campaignNumber: [groups[0]!.campaignNumber] };
const listed = { type: '0', values: items.slice(0, 60).map(({ ItemNumber }) => ItemNumber) };

test.each<Asked>([
  ['a part number of 40 characters', 'inventory', { type: '1', values: ['x'.repeat(40)] }],
  ['a part number of 41 characters', 'inventory', { type: '1', values: ['x'.repeat(41)] }],
  ['an unlisted and an unknown UPC code', 'inventory', { type: '2', values: [unlistedUpcCodes[0], 'y'] }],
  ['an unknown UPC code', 'inventory', { type: '2', values: ['y'] }],
  ['orders that were not downloaded', 'orders', { orderDownloaded: '1' }],
  ...['0', '1', '2', '3', '4'].map((status): Asked => [`orders of status ${status}`, 'orders', { status }]),
  ...['1', '2', '3'].map((type): Asked => [`orders of type ${type}`, 'orders', { type }]),
  ...['24', '48'].map((voidSoon): Asked => [`orders voided within ${voidSoon} hours`, 'orders', { voidSoon }]),
  ...['Active', 'Inactive'].map(
    (activeStatus): Asked => [`${activeStatus} ads`, 'ad-performance', { ...month, activeStatus }],
  ),
  ...['1', '2', '9'].map((type): Asked => [`ads of type ${type}`, 'ad-performance', { ...month, type }]),
  ...['1', '2', '3', '4'].map(
    (sponsorType): Asked => [`ads of sponsor type ${sponsorType}`, 'ad-performance', { ...month, sponsorType }],
  ),
  ...['USA', 'can'].map((countryCode): Asked => [`ads in ${countryCode}`, 'ad-performance', { ...month, countryCode }]),
  ...['Active', 'Inactive'].map(
    (activeStatus): Asked => [`${activeStatus} keywords`, 'keywords', { ...campaign, activeStatus }],
  ),
  ...['usa', 'CAN'].map(
    (warehouse): Asked => [`stock in ${warehouse}`, 'inventory', { ...listed, warehouseList: [warehouse] }],
  ),
  ...(['GROUP_NUM', 'GROUP_NAME', 'CAMPAIGN_NAME', 'KEYWORD'] as const).map(
    (searchKeywordType): Asked => [
      `ads by ${searchKeywordType}`,
      'ad-performance',
      { fromDate: day, toDate: day, searchKeywordType, keyword: NAMED[searchKeywordType] },
    ],
  ),
])(
  'gives the same response as the simulated marketplace for %s',
  async (_, id, input, page = 1, storefront = 'main') => {
    const request = requestOf(id, input, page, storefront);
    expect(demo(request)).toEqual(await simulated(request));
  },
);

describe('declines with a sentence', () => {
  const asked = (input: object, id: OperationId = 'orders') => requestOf(id, input, 1);
  const plain = asked({ orderNumbers: ['1'] });
  const cases: Readonly<Record<string, readonly [HttpRequest, status: number, says: RegExp]>> = {
    XML: [{ ...plain, contentType: 'application/xml' }, 400, /^The demo shop supports only JSON\. /],
    'another order version': [asked({ version: '305' }), 400, /supports only order version 314/],
    'another order of rows': [
      asked({ campaignNumber: ['1'], sortField: 'bid' }, 'keywords'),
      400,
      /sorts only by InDate in descending order/,
    ],
    'ads older than 90 days': [
      asked({ fromDate: '2025-01-01', toDate: '2025-06-01' }, 'ad-performance'),
      400,
      /has only 90 days of ad data/,
    ],
    'another operation': [
      { ...plain, url: plain.url.replace('orderinfo', 'x') },
      404,
      /No resource exists at this address/,
    ],
    'an address without an opening day': [
      { ...plain, url: plain.url.replace(`/${day}`, '') },
      400,
      /opens only with "Try with the demo shop"/,
    ],
  };
  test.each(Object.entries(cases))('%s', (_, [request, status, says]) => {
    const { json, ...answer } = demo(request);
    expect(answer.status).toBe(status);
    expect((json as { Message: string }[])[0]!.Message).toMatch(says);
  });
});
