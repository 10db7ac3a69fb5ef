/** Every response document decodes to exactly the records that were written down for it. */
import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import { isList, type Privacy, type Shape } from '../../src/protocol/fields.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { type Page, readPage, recordShape } from '../../src/protocol/page.ts';
import { readParams } from '../../src/protocol/params.ts';
import { expectLines } from '../support/lines.ts';
import { faultOf } from './fault.ts';
import { plainRecord } from './plain-records.ts';
import { questionOf } from './questions.ts';
import { asked } from './shop.ts';
import { arriving, documentText, expectedRecords, wireDocument, wireDocuments } from './wire-documents.ts';

const NOW = Date.UTC(2025, 5, 16, 12);
const NOBODY: ReadonlySet<Privacy> = new Set();

function read(file: string, page = 1, withheld = NOBODY): Page {
  const { operation } = wireDocument(file);
  const id = operation === 'any' ? 'inventory' : (operation as OperationId);
  const { params } = readParams(operations[id], questionOf(id));
  return readPage(asked(operations[id], withheld), params, page, arriving(file), NOW);
}

interface Golden {
  readonly file: string;
  /** Number of the page; its place tells the position of rows. */
  readonly page?: number;
  readonly total?: number;
  readonly pages?: number;
  /** Numbers of the edge cases that the document shows. */
  readonly cases?: string;
}

/** Documents with records, which are in the folder of expected ones. */
const WITH_RECORDS: readonly Golden[] = [
  { file: 'inventory-list/response-official-bom.json', cases: 'case 1, case 52' },
  { file: 'inventory-list/response-official-nobom.json' },
  { file: 'inventory-list/response-official-bom.xml', cases: 'case 2' },
  { file: 'inventory-list/response-b2b-flat-sibling.json' },
  { file: 'inventory-list/response-b2b-flat-sibling.xml' },
  { file: 'inventory-list/crafted-missing-items.json', cases: 'case 66' },
  { file: 'inventory-list/crafted-single-object.json', cases: 'case 31, case 36' },
  { file: 'inventory-list/crafted-wrapped-root.json', cases: 'case 30' },
  { file: 'item-lookup/response-official-bom.xml', cases: 'case 40', total: 1, pages: 1 },
  { file: 'item-lookup/response-official-b2b-bom.xml', cases: 'case 75', total: 2, pages: 1 },
  { file: 'item-lookup/response-official-2019-padded.json', cases: 'case 39', total: 1, pages: 1 },
  { file: 'item-lookup/response-portal-2023.json', cases: 'case 72', total: 3, pages: 1 },
  { file: 'item-lookup/response-string-pageinfo.json', cases: 'case 36', total: 2, pages: 2 },
  { file: 'item-lookup/crafted-page1of2.json', total: 2, pages: 2 },
  { file: 'item-lookup/crafted-page2of2-nomatch.json', cases: 'case 72', page: 2, total: 2, pages: 2 },
  { file: 'price-history/crafted-ok.json', cases: 'case 52', total: 3 },
  { file: 'price-history/crafted-strings.json', cases: 'case 36', total: 1 },
  { file: 'group-performance/crafted-ok.json', cases: 'case 82, case 99', total: 2 },
  { file: 'keyword-search/crafted-ok.json', total: 3 },
  { file: 'keyword-search/crafted-unknown-matchtype.json', cases: 'case 83', total: 3 },
  { file: 'keyword-search/crafted-formula-injection.json', total: 4 },
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
];

/** Documents without a single record that are a success all the same. */
const EMPTY: readonly Golden[] = [
  { file: 'inventory-list/crafted-empty.xml', cases: 'case 34' },
  { file: 'item-lookup/crafted-empty.json', cases: 'case 76', total: 0, pages: 0 },
  { file: 'price-history/crafted-empty.json', total: 0 },
  { file: 'price-history/crafted-no-body.json', cases: 'case 35' },
  { file: 'group-performance/crafted-rows-null.json', total: 0 },
  { file: 'keyword-search/crafted-empty.json', total: 0 },
  { file: 'order-info/crafted-empty-null.json', cases: 'case 34', total: 0, pages: 0 },
  { file: 'order-info/crafted-list-missing.json', cases: 'case 34', total: 0, pages: 0 },
  { file: 'order-info/response-mocked-200-count-2012-bom.xml', cases: 'case 76', total: 200, pages: 200 },
  { file: 'errors/200-xml-on-json.xml', cases: 'case 3' },
];

/** Documents under status 200 that are no success. */
const REFUSED = [
  {
    file: 'item-lookup/crafted-issuccess-false.json',
    cases: 'case 29',
    code: 'MARKET_SERVICE',
    says: 'The request is still being processed.',
  },
  { file: 'price-history/crafted-issuccess-false.json', cases: 'case 29', code: 'MARKET_SERVICE', says: '' },
  {
    file: 'order-info/crafted-issuccess-false.json',
    cases: 'case 29',
    code: 'MARKET_SERVICE',
    says: 'Invalid version.',
  },
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
] as const;

/** Documents whose records follow one pattern: the first one, and what changes from one to the next. */
const SERIES = [
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
  {
    file: 'price-history/crafted-page-full25.json',
    cases: 'case 77',
    count: 25,
    total: 60,
    pages: undefined,
    first: {
      marketItemNumber: '9SIA00603V5190',
      originalUnitPrice: 19.99,
      targetUnitPrice: 18.49,
      buyboxUnitPrice: 18.5,
      requestUser: 'System',
      sellerId: 'A006',
      platform: 'USA',
      sourceSystem: 'AutoPricing',
      trigger: 'BuyboxChanged',
      processStatus: 'Success',
    },
    change: (index: number) => {
      const day = String(index + 1).padStart(2, '0');
      return {
        requestTimeStamp: { at: `2025-06-${day}T07:00:00.000Z`, text: `2025-06-${day}T00:00:00-07:00` },
      };
    },
  },
  {
    file: 'order-info/crafted-page1of2.json',
    cases: 'case 86',
    count: 100,
    total: 101,
    pages: 2,
    first: expectedRecords('order-info/crafted-ok.json')[0]!,
    change: (index: number) => ({ orderNumber: String(200_000_000 + index) }),
  },
];

const OUT_OF_SCOPE: Readonly<Record<string, string>> = {
  'inventory-list/response-single-item-sibling.json': 'the call for a single item is not one of the operations',
  'inventory-list/response-single-item-sbs-sibling.json': 'the call for a single item is not one of the operations',
  'inventory-list/response-single-item-sibling.xml': 'the call for a single item is not one of the operations',
  'item-lookup/submit-response-sibling.json': 'submitting a lookup is not one of the operations',
  'item-lookup/status-response-sibling.json': 'the state of a report is not one of the operations',
  'group-performance/header-update-sibling.json': 'updating is not one of the operations',
};

test('no response document is forgotten', () => {
  const covered = [
    ...[WITH_RECORDS, EMPTY, REFUSED, SERIES].flatMap((table) => table.map(({ file }) => file)),
    ...Object.keys(OUT_OF_SCOPE),
  ];
  // Those of the matrix are in its own table.
  const responses = wireDocuments.filter(
    ({ direction, file }) => direction === 'response' && !file.includes('/matrix-'),
  );
  expectLines(
    responses.map(({ file }) => file),
    covered,
    {
      list: 'WITH_RECORDS, EMPTY, REFUSED, SERIES or OUT_OF_SCOPE in test/protocol/golden-responses.test.ts',
      line: 'what is read from it; its records stand in test/fixtures/expected',
    },
  );
});

/** The table with a title for each line: the numbers of the edge cases and the document. */
function titled<T extends { readonly file: string; readonly cases?: string }>(table: readonly T[]) {
  return table.map((line) => [[line.cases, line.file].filter(Boolean).join(': '), line] as const);
}

test.each(titled(WITH_RECORDS))('%s', (_, { file, page, total, pages }) => {
  const answer = read(file, page);
  expect(answer.records.map(plainRecord)).toEqual(expectedRecords(file));
  expect({ total: answer.total, pages: answer.pages }).toEqual({ total, pages });
});

test.each(titled(EMPTY))('%s has no records and is no error', (_, { file, total, pages }) => {
  const answer = read(file);
  expect(answer.records).toEqual([]);
  expect({ total: answer.total, pages: answer.pages }).toEqual({ total, pages });
});

test.each(titled(REFUSED))('%s is refused', (_, { file, code, says }) => {
  const error = faultOf(() => read(file));
  expect(error.code).toBe(code);
  expect(error.message).toContain(says);
});

test.each(titled(SERIES))('%s has all its records', (_, { file, count, total, pages, first, change }) => {
  const answer = read(file);
  const expected = Array.from({ length: count }, (_, index) => ({ ...first, ...change(index) }));
  expect(answer.records.map(plainRecord)).toEqual(expected);
  expect({ total: answer.total, pages: answer.pages }).toEqual({ total, pages });
});

describe('the shape of a record', () => {
  const files = WITH_RECORDS.map(({ file }) => file);

  function checkShape(record: Readonly<Record<string, unknown>>, shape: Shape): void {
    expect(Object.keys(record).sort()).toEqual(Object.keys(shape).sort());
    for (const [name, member] of Object.entries(shape))
      if (isList(member))
        for (const element of record[name] as Record<string, unknown>[]) checkShape(element, member.of);
  }

  test.each(files)('%s: every field is there, absent ones as null', (file) => {
    const operation: Operation = operations[wireDocument(file).operation as OperationId];
    const { records } = read(file);
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) checkShape(record, recordShape(operation));
  });
});

describe('withheld fields', () => {
  const BUYER = [
    'customerName',
    'customerPhoneNumber',
    'customerEmailAddress',
    'shipToAddress1',
    'shipToAddress2',
    'shipToCityName',
    'shipToZipCode',
    'shipToFirstName',
    'shipToLastName',
    'shipToCompany',
  ];
  const DESTINATION = ['shipToStateCode', 'shipToCountryCode'];
  const file = 'order-info/crafted-ok.json';

  test.each([
    { withheld: ['buyer', 'destination'], absent: [...BUYER, ...DESTINATION] },
    { withheld: ['buyer'], absent: BUYER },
    { withheld: ['destination'], absent: DESTINATION },
  ] as const)('$withheld: exactly these are not read', ({ withheld, absent }) => {
    const all = Object.keys(read(file).records[0]!);
    const kept = Object.keys(read(file, 1, new Set(withheld)).records[0]!);
    expect(all.filter((name) => !kept.includes(name)).sort()).toEqual([...absent].sort());
  });

  test('no text of the buyer is anywhere in the records', () => {
    const text = JSON.stringify(read(file, 1, new Set(['buyer', 'destination'])).records);
    const order = JSON.parse(documentText(file)).ResponseBody.OrderInfoList[0] as Record<string, string>;
    for (const wire of [
      'CustomerName',
      'CustomerPhoneNumber',
      'CustomerEmailAddress',
      'ShipToAddress1',
      'ShipToZipCode',
    ])
      expect(text).not.toContain(order[wire]);
    expect(text).toContain('159243598');
  });
});
