/** Each error document becomes one add-on error with the service's code. */
import { describe, expect, test } from 'vitest';
import { inventory } from '../../src/operations/inventory.ts';
import { orders } from '../../src/operations/orders.ts';
import { errorsIn, readAnswer } from '../../src/protocol/answer.ts';
import type { ErrorCode } from '../../src/protocol/market-error.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { readPage } from '../../src/protocol/page.ts';
import type { Params } from '../../src/protocol/params.ts';
import { expectLines } from '../support/lines.ts';
import { type Arrival, json } from './arrivals.ts';
import { faultOf } from './fault.ts';
import { asked } from './shop.ts';
import { arriving, wireDocuments } from './wire-documents.ts';

const NOW = Date.UTC(2025, 5, 16, 12);

interface Golden {
  readonly file: string;
  readonly cases?: string;
  readonly code: ErrorCode;
  readonly serviceCode?: string;
  /** A retry of the same call may succeed. */
  readonly passing?: true;
  /** Parts of the error message. */
  readonly says?: readonly string[];
}

const ERRORS: readonly Golden[] = [
  {
    file: 'inventory-list/error-ct026-array.json',
    cases: 'case 7',
    code: 'MARKET_SERVICE',
    serviceCode: 'CT026',
    says: ['CT026', 'No data found'],
  },
  {
    file: 'inventory-list/error-ct026-object.json',
    cases: 'case 8',
    code: 'MARKET_SERVICE',
    serviceCode: 'CT026',
    says: ['CT026', 'Invalid SellerPartNumber'],
  },
  {
    file: 'inventory-list/error-ct010-upc-not-listed.json',
    cases: 'case 8',
    code: 'MARKET_SERVICE',
    serviceCode: 'CT010',
    says: ['CT010', 'Invalid Type or Value'],
  },
  {
    file: 'inventory-list/crafted-error-ct001.json',
    code: 'MARKET_SERVICE',
    serviceCode: 'CT001',
    says: ['Invalid ItemNumber'],
  },
  {
    file: 'inventory-list/crafted-error-ct003.json',
    code: 'MARKET_SERVICE',
    serviceCode: 'CT003',
    says: ['Invalid UPCCode'],
  },
  {
    file: 'inventory-list/crafted-error-ct005.json',
    code: 'MARKET_SERVICE',
    serviceCode: 'CT005',
    says: ['0 - item number, 1 - seller part number, 2 - UPC code'],
  },
  {
    file: 'inventory-list/crafted-error-multi.xml',
    cases: 'case 7',
    code: 'MARKET_SERVICE',
    serviceCode: 'CT002',
    says: ['CT002', 'Invalid SellerPartNumber', 'CT026', 'No data found'],
  },
  {
    file: 'item-lookup/error-observed-poisoned-500.json',
    cases: 'case 23',
    code: 'MARKET_SERVICE',
    serviceCode: 'InternalError',
    passing: true,
    says: ['InternalError', 'an identifier that matches two products'],
  },
  {
    file: 'item-lookup/crafted-error-ce001.json',
    code: 'MARKET_SELLER',
    serviceCode: 'CE001',
    says: ['seller ID'],
  },
  {
    file: 'price-history/error-captured-invalid-token.xml',
    cases: 'case 9, case 16',
    code: 'MARKET_KEY',
    serviceCode: 'InvalidToken',
    says: ['secret key'],
  },
  {
    file: 'price-history/crafted-error-invalid-token.json',
    code: 'MARKET_KEY',
    serviceCode: 'InvalidToken',
    says: ['secret key'],
  },
  {
    file: 'group-performance/header-bizcode-400-sibling.json',
    cases: 'case 81',
    code: 'MARKET_SERVICE',
    serviceCode: '400',
    says: ['400', 'has parameter valid question'],
  },
  {
    file: 'group-performance/crafted-http-400-spring.json',
    code: 'MARKET_SERVICE',
    serviceCode: '400',
    says: ['JSON parse error'],
  },
  {
    file: 'order-info/error-so003.json',
    code: 'MARKET_SERVICE',
    serviceCode: 'SO003',
    says: ['No data found or this order does not belong to this seller'],
  },
  { file: 'order-info/error-ce001.json', cases: 'case 7', code: 'MARKET_SELLER', serviceCode: 'CE001' },
  { file: 'errors/429-derived.xml', cases: 'case 19', code: 'MARKET_CAP' },
  {
    file: 'errors/df012-portal.json',
    code: 'MARKET_SERVICE',
    serviceCode: 'DF012',
    says: ['after 2016-12-16 11:05:00'],
  },
  {
    file: 'errors/df012-portal.xml',
    code: 'MARKET_SERVICE',
    serviceCode: 'DF012',
    says: ['after 2016-12-16 11:05:00'],
  },
  {
    file: 'errors/401-invalid-consumer-key.json',
    cases: 'case 15',
    code: 'MARKET_KEY',
    serviceCode: 'InvalidConsumerKey',
    says: ['API key'],
  },
  {
    file: 'errors/401-secret-null.xml',
    cases: 'case 16',
    code: 'MARKET_KEY',
    serviceCode: 'InvalidToken',
    says: ['secret key'],
  },
  {
    file: 'errors/401-invalid-token-array.json',
    cases: 'case 16',
    code: 'MARKET_KEY',
    serviceCode: 'InvalidToken',
    says: ['secret key'],
  },
  {
    file: 'errors/403-access-denied-captured.xml',
    cases: 'case 9',
    code: 'MARKET_SELLER',
    serviceCode: 'AccessDenied',
    says: ['seller ID'],
  },
  {
    file: 'errors/500-internal-error.json',
    cases: 'case 22',
    code: 'MARKET_SERVICE',
    serviceCode: 'InternalError',
    passing: true,
  },
  {
    file: 'errors/503-empty.txt',
    cases: 'case 24',
    code: 'MARKET_UNREACHABLE',
    passing: true,
    says: ['503'],
  },
  {
    file: 'errors/502-html.html',
    cases: 'case 24',
    code: 'MARKET_UNREACHABLE',
    passing: true,
    says: ['502'],
  },
  {
    file: 'errors/400-schema-validation.json',
    cases: 'case 28',
    code: 'MARKET_SERVICE',
    serviceCode: 'CE002',
    says: ["invalid child element 'OperationType'", 'Advanced settings in Connect'],
  },
  { file: 'errors/400-bom-array.json', cases: 'case 12', code: 'MARKET_SELLER', serviceCode: 'CE001' },
  {
    file: 'errors/200-empty.txt',
    cases: 'case 5',
    code: 'MARKET_BAD_ANSWER',
    passing: true,
    says: ['empty'],
  },
  {
    file: 'errors/200-truncated.json',
    cases: 'case 6',
    code: 'MARKET_BAD_ANSWER',
    passing: true,
    says: ['incomplete or damaged'],
  },
  {
    file: 'errors/400-xml-error-root.xml',
    cases: 'case 10',
    code: 'MARKET_SERVICE',
    serviceCode: 'DF006',
    says: ['bad id'],
  },
];

test('every error document is tested', () => {
  // Matrix documents are tested separately.
  const errors = wireDocuments.filter(({ direction, file }) => direction === 'error' && !file.includes('/matrix-'));
  expectLines(
    errors.map(({ file }) => file),
    ERRORS.map(({ file }) => file),
    { list: 'ERRORS in test/protocol/golden-errors.test.ts', line: 'the error of ours that it becomes' },
  );
});

test.each(ERRORS.map((golden) => [[golden.cases, golden.file].filter(Boolean).join(': '), golden] as const))(
  '%s',
  (_, { file, code, serviceCode, passing, says }) => {
    const result = arriving(file);
    const error = faultOf(() => readAnswer(result, NOW));
    expect(error.code).toBe(code);
    expect(error.details.serviceCode).toBe(serviceCode);
    expect(error.details.httpStatus).toBe(result.status);
    expect(error.details.passing).toBe(passing);
    for (const part of says ?? []) expect(error.message).toContain(part);
    expect(error.message).not.toMatch(/[<>\n]/);
  },
);

test.each([400, 401, 403])('case 9: a wrong secret key is recognized by its code with status %i', (status) => {
  const result = { ...arriving('price-history/error-captured-invalid-token.xml'), status };
  expect(faultOf(() => readAnswer(result, NOW)).code).toBe('MARKET_KEY');
});

interface Answered {
  readonly title: string;
  readonly result: Arrival;
  readonly code: ErrorCode;
  readonly serviceCode?: string;
  readonly says?: readonly string[];
}

const text = (body: string, status: number): Arrival => ({ status, headers: {}, text: body });

const ANSWERED: readonly Answered[] = [
  {
    title: 'case 4: a web page under 200',
    result: text('<!DOCTYPE html><html><body>Maintenance</body></html>', 200),
    code: 'MARKET_BAD_ANSWER',
    says: ['web page'],
  },
  {
    title: 'case 4: a web page after a comment',
    result: text('<!-- edge --><html><body>Maintenance</body></html>', 200),
    code: 'MARKET_BAD_ANSWER',
    says: ['web page'],
  },
  {
    title: 'case 11: errors in a root of their own, with a description',
    result: json({ Root: { Errors: [{ Code: 'X9', Description: 'Described' }] } }, 400),
    code: 'MARKET_SERVICE',
    serviceCode: 'X9',
    says: ['X9: Described'],
  },
  {
    title: 'case 13: an error array under 200',
    result: json([{ Code: 'CT005', Message: 'Invalid Action Type' }]),
    code: 'MARKET_SERVICE',
    serviceCode: 'CT005',
  },
  {
    title: 'case 13: a wrong key under 200',
    result: json([{ Code: 'InvalidToken', Message: 'x' }]),
    code: 'MARKET_KEY',
    serviceCode: 'InvalidToken',
  },
  {
    title: 'case 14: plain text under 401',
    result: text('Gateway: Seller Auth failed.', 401),
    code: 'MARKET_SELLER',
    says: ['does not match the keys', 'another storefront'],
  },
  {
    title: 'case 17: a challenge of the firewall',
    result: text('<!DOCTYPE html><html><title>Just a moment...</title></html>', 403),
    code: 'MARKET_BLOCKED',
    says: ['firewall', 'Apps Script'],
  },
  {
    title: 'case 17: a challenge that starts with an XML declaration',
    result: text('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>Denied</body></html>', 403),
    code: 'MARKET_BLOCKED',
  },
  { title: 'case 18: 404', result: text('', 404), code: 'MARKET_STOREFRONT', says: ['storefront'] },
  {
    title: 'case 18: 404 with a code keeps the words of the service',
    result: text('[{"Code":"NotFound","Message":"The item does not exist."}]', 404),
    code: 'MARKET_STOREFRONT',
    says: ['NotFound: The item does not exist.'],
  },
  {
    title: 'case 18: 404 with a web page',
    result: text('<html>Not Found</html>', 404),
    code: 'MARKET_STOREFRONT',
  },
  {
    title: 'case 35: no body and no success',
    result: json({ IsSuccess: false, ResponseBody: null }),
    code: 'MARKET_SERVICE',
  },
  {
    title: 'case 23: the code 429 under another status',
    result: json([{ Code: '429', Message: 'Too many request.' }], 400),
    code: 'MARKET_CAP',
  },
  { title: 'case 38: Infinity', result: text('{"rows":[{"ctr":Infinity}]}', 200), code: 'MARKET_BAD_ANSWER' },
  { title: 'case 19: 429 without a body', result: text('', 429), code: 'MARKET_CAP' },
  { title: 'case 19: 429 with a web page', result: text('<html>Slow down</html>', 429), code: 'MARKET_CAP' },
  {
    title: '401 with an unknown code',
    result: json([{ Code: 'Other', Message: 'x' }], 401),
    code: 'MARKET_SELLER',
    serviceCode: 'Other',
    says: ["Check the connection's seller ID. (The marketplace says: Other: x.)"],
  },
  {
    title: 'an array of wrapped errors',
    result: json([{ Error: { Code: 'CT026', Message: 'No data found' } }], 400),
    code: 'MARKET_SERVICE',
    serviceCode: 'CT026',
    says: ['CT026: No data found'],
  },
  {
    title: 'wrapped errors in a list',
    result: json({ Errors: [{ Error: { Code: 'A1', Message: 'x' } }, { Error: { Code: 'B2' } }] }, 400),
    code: 'MARKET_SERVICE',
    serviceCode: 'A1',
    says: ['A1: x; B2'],
  },
  {
    title: 'JSON converted from XML',
    result: json({ '?xml': { '@version': '1.0' }, Errors: { Error: { Code: 'X1', Message: 'x' } } }, 400),
    code: 'MARKET_SERVICE',
    serviceCode: 'X1',
  },
  {
    title: 'an error as text',
    result: json({ Errors: 'The item is not yours.' }, 400),
    code: 'MARKET_SERVICE',
    says: ["The marketplace says: The item is not yours. Check your entries, or ask the operator's support."],
  },
  {
    title: 'errors as text, starting with a code',
    result: json({ Errors: { Error: ['CT026: No data found', 'Try another'] } }, 400),
    code: 'MARKET_SERVICE',
    serviceCode: 'CT026',
    says: ['CT026: No data found; Try another'],
  },
  {
    title: 'an array with lower-case names',
    result: json([{ code: 'CT026', message: 'No data found' }], 400),
    code: 'MARKET_SERVICE',
    serviceCode: 'CT026',
    says: ['CT026: No data found'],
  },
  {
    title: 'an object with lower-case names',
    result: json({ code: 'CT001', message: 'Invalid ItemNumber', status: 400 }, 400),
    code: 'MARKET_SERVICE',
    serviceCode: 'CT001',
  },
  {
    title: 'an error without code and message',
    result: json([{ Code: '', Message: '' }], 400),
    code: 'MARKET_SERVICE',
    says: ['status 400'],
  },
  {
    title: 'a code without a message',
    result: json({ Code: 'X7', Message: '' }),
    code: 'MARKET_SERVICE',
    serviceCode: 'X7',
    says: ['says: X7.'],
  },
  {
    title: 'an error without data, although IsSuccess is true',
    result: json({ IsSuccess: true, Code: 'CT026', Message: 'No data found', ResponseBody: null }),
    code: 'MARKET_SERVICE',
    serviceCode: 'CT026',
  },
  {
    title: 'an error with data of a failed call',
    result: json({ IsSuccess: false, Code: 'X1', Message: 'x', ResponseBody: { ItemList: [] } }),
    code: 'MARKET_SERVICE',
    serviceCode: 'X1',
  },
  {
    title: '400 with plain text that starts with a code',
    result: text('CT026: No data found', 400),
    code: 'MARKET_SERVICE',
    serviceCode: 'CT026',
    says: ['CT026: No data found'],
  },
  {
    title: '400 with plain text',
    result: text('This item is not yours.', 400),
    code: 'MARKET_SERVICE',
    says: ['says: This item is not yours.'],
  },
  {
    title: '200 with plain text that starts with a code',
    result: text('CT026: No data found', 200),
    code: 'MARKET_BAD_ANSWER',
  },
  { title: '403 with plain text', result: text('Denied', 403), code: 'MARKET_BLOCKED' },
  { title: '404 with plain text', result: text('Not Found', 404), code: 'MARKET_STOREFRONT' },
  {
    title: 'a redirect',
    result: text('', 302),
    code: 'MARKET_UNREACHABLE',
    says: ['keys were not sent there'],
  },
  {
    title: 'a redirect with data',
    result: json({ IsSuccess: true, ResponseBody: { ItemList: [] } }, 300),
    code: 'MARKET_UNREACHABLE',
  },
  { title: '400 without any text', result: text('', 400), code: 'MARKET_SERVICE', says: ['400'] },
];

test.each(ANSWERED.map((answered) => [answered.title, answered] as const))(
  '%s',
  (_, { result, code, serviceCode, says }) => {
    const error = faultOf(() => readAnswer(result, NOW));
    expect(error.code).toBe(code);
    expect(error.details.serviceCode).toBe(serviceCode);
    expect(error.details.httpStatus).toBe(result.status);
    for (const part of says ?? []) expect(error.message).toContain(part);
    expect(error.message).not.toMatch(/[<>]/);
  },
);

test.each([
  ['an empty message', { Message: '' }],
  ['an empty code and message', { Code: ' ', Message: '' }],
  ['a success code', { Code: '0', Message: 'OK' }],
  ['a success word', { Message: 'Success' }],
  ['a remark', { Code: 'W1', Message: 'Prices are delayed' }],
  ['no errors', { Errors: { Error: { Code: '0', Message: 'No error' } } }],
  ['an empty list of errors', { Errors: [] }],
])('%s next to data and IsSuccess is not an error', (_, more) => {
  const body = { ItemList: [{ ItemNumber: '9SI1' }], TotalCount: 1 };
  for (const IsSuccess of [true, 'True', 'true'])
    expect(readAnswer(json({ IsSuccess, ...more, ResponseBody: body }), NOW)).toMatchObject({
      ResponseBody: body,
    });
});

test.each([
  { Code: '0', Message: 'OK' },
  { Code: '000', Message: 'No orders' },
  { Code: 'Success' },
  { Message: 'ok' },
])("%o next to IsSuccess without data isn't an error", (more) => {
  const tree = { IsSuccess: true, ...more, ResponseBody: null };
  expect(readAnswer(json(tree), NOW)).toEqual(tree);
});

test('a row with a code and a message is data', () => {
  const tree = { code: '7', message: 'said', rows: [{ code: '1', message: 'x' }], totalRows: 1 };
  expect(readAnswer(json(tree), NOW)).toEqual(tree);
});

test.each([
  ['CT026: No data found', { code: 'CT026', message: 'No data found' }],
  ['SO003 - No such order', { code: 'SO003', message: 'No such order' }],
  ['The item is not yours.', { code: '', message: 'The item is not yours.' }],
  ['CT026', { code: 'CT026', message: '' }],
])('an error that is only the string %s', (text, error) => {
  expect(errorsIn(text, [])).toEqual([error]);
});

test.each([
  ['unreachable', 'MARKET_UNREACHABLE', { passing: true }],
  ['interrupted', 'MARKET_UNREACHABLE', { passing: true, retryAt: NOW + 60_000 }],
  ['timeout', 'MARKET_TIMEOUT', { passing: true }],
  ['limit', 'MARKET_QUOTA', { passing: true, retryAt: NOW + 60_000 }],
  ['bandwidth', 'MARKET_QUOTA', { retryAt: NOW + 60_000 }],
  ['permission', 'MARKET_BLOCKED', {}],
] as const)('case 25: a call that ends with %s is %s', (fault, code, details) => {
  const error = faultOf(() => readAnswer({ fault, message: 'as Google says' }, NOW));
  expect(error.code).toBe(code);
  expect(error.details).toEqual(details);
});

test("the service's message is shortened to one line of at most 300 characters", () => {
  const long = `first line\n\n  second ${'x'.repeat(1000)}`;
  const { message } = faultOf(() => readAnswer(json([{ Code: 'A', Message: long }], 400), NOW));
  expect(message).toContain('A: first line second xxx');
  expect(message.length).toBeLessThan(400);
});

test.each([
  [' no  such\nhost. ', 'no such host'],
  ['y'.repeat(300), 'y'.repeat(300)],
  ['y'.repeat(301), `${'y'.repeat(299)}…`],
])("Google's message is quoted as one line without its final period: %j", (said, shown) => {
  const { message } = faultOf(() => readAnswer({ fault: 'unreachable', message: said }, NOW));
  expect(message).toContain(`(Google says: ${shown})`);
});

describe('responses that mean "nothing found"', () => {
  const read = (operation: Operation, params: Params, result: Arrival) =>
    readPage(asked(operation), params, 1, result, NOW);

  test.each([
    ['case 67: CT026 for a whole batch', inventory, { type: '0' }, 'CT026'],
    ['case 67: CT026 for part numbers', inventory, { type: '1' }, 'CT026'],
    ['case 68: CT010 for UPC codes', inventory, { type: '2' }, 'CT010'],
    ['SO003 for an order number', orders, {}, 'SO003'],
  ] as const)('%s is an empty page', (_, operation, params, code) => {
    const answer = read(operation, params, json([{ Code: code, Message: 'x' }], 400));
    expect(answer).toEqual({ records: [], total: 0, unknownFields: [] });
  });

  test.each([
    ['case 68: CT010 for item numbers', { type: '0' }, ['CT010']],
    ['case 69: CT001', { type: '0' }, ['CT001']],
    ['case 7: CT026 after another code', { type: '1' }, ['CT002', 'CT026']],
    ['case 7: CT026 before another code', { type: '1' }, ['CT026', 'CT002']],
  ] as const)('%s is an error', (_, params, codes) => {
    const body = codes.map((code) => ({ Code: code, Message: 'x' }));
    const error = faultOf(() => read(inventory, params, json(body, 400)));
    expect(error.code).toBe('MARKET_SERVICE');
    for (const code of codes) expect(error.message).toContain(code);
  });
});

describe('headers of the sponsored operations', () => {
  const header = (bizCode: string) => [{ msg: 'said', bizCode }];

  test.each(['000', '020', '022', '200'])('case 99: code %s is not an error', (bizCode) => {
    const tree = readAnswer(json({ header: header(bizCode), rows: [], totalRows: 0 }), NOW);
    expect(tree).toMatchObject({ header: [{ bizCode }], rows: [] });
  });

  test('case 99: rows mean success even if the header reports an error', () => {
    const answer = json({ header: header('400'), rows: [{ campaignNumber: 1 }], totalRows: 1 });
    expect(readAnswer(answer, NOW)).toMatchObject({ rows: [{ campaignNumber: 1 }] });
  });

  test.each([
    ['missing', undefined],
    ['null', null],
    ['empty', []],
    ['one empty', { row: '' }],
    ['nil', { row: null }],
  ])('case 81: an error code with %s rows is an error', (_, rows) => {
    const error = faultOf(() => readAnswer(json({ header: header('400'), rows, totalRows: 0 }), NOW));
    expect(error.message).toContain('400: said');
    expect(error.details.serviceCode).toBe('400');
  });

  test.each([
    ['another code', [{ msg: 'Campaign not found', bizCode: 'E001' }], 'E001', 'E001: Campaign not found'],
    ['one header', { msg: 'Campaign not found', bizCode: 1001 }, '1001', '1001: Campaign not found'],
    ['no code', [{ msg: 'Campaign not found', bizCode: null }], undefined, 'says: Campaign not found'],
    ['no message', [{ bizCode: 'E001' }], 'E001', 'says: E001'],
  ])('case 81: a header alone is an error, with %s', (_, header, serviceCode, said) => {
    const error = faultOf(() => readAnswer(json({ header }), NOW));
    expect(error.code).toBe('MARKET_SERVICE');
    expect(error.details.serviceCode).toBe(serviceCode);
    expect(error.details.passing).toBeUndefined();
    expect(error.message).toContain(said);
  });

  test.each([
    ['null rows', { rows: null, totalRows: 0 }],
    ['empty rows', { rows: [], totalRows: 0 }],
    ['only a count', { totalRows: 0 }],
  ])('case 99: another code with %s is not an error', (_, more) => {
    const tree = { header: header('1001'), ...more };
    expect(readAnswer(json(tree), NOW)).toEqual(tree);
  });
});

test('a 401 without a body has no quote', () => {
  const fault = faultOf(() => readAnswer(json([], 401), NOW));
  expect(fault.message).toMatch(/Check the connection's seller ID\.$/);
});
