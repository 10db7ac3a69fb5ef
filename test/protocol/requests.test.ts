/** The exact request for each operation, storefront, and format. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import type { Connection } from '../../src/protocol/connection.ts';
import type { HttpRequest } from '../../src/protocol/http.ts';
import type { Format, Operation, Storefront } from '../../src/protocol/operation.ts';
import { readParams } from '../../src/protocol/params.ts';
import { parse } from '../../src/protocol/parse.ts';
import { buildRequest } from '../../src/protocol/request.ts';
import { everyExample } from '../operations/registry.ts';
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

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

const lines = everyExample.flatMap(({ id, requests }) =>
  requests.flatMap((expected) =>
    Object.entries(expected.urls).flatMap(([storefront, url]) =>
      (['json', 'xml'] as const).map((format) => ({
        ...expected,
        operation: id as OperationId,
        storefront: storefront as Storefront,
        url: `${HOST}${url}`,
        format,
        // Sponsored operations use JSON regardless of the connection.
        wire: (expected.json && !expected.xml ? 'json' : format) as Format,
      })),
    ),
  ),
);

test('the table has every operation and storefront of the specification', () => {
  const declared = Object.values<Operation>(operations).flatMap(({ id, paths }) =>
    Object.keys(paths).map((storefront) => `${id} ${storefront}`),
  );
  expectLines(declared, new Set(lines.map(({ operation, storefront }) => `${operation} ${storefront}`)), {
    list: 'requests of test/operations',
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

test('case 27: only XML has the root element', () => {
  expect(Object.keys(JSON.parse(request('orders', {}).body!))).toEqual(['OperationType', 'RequestBody']);
  expect(request('orders', {}, { format: 'xml' }).body).toContain('<MarketAPIRequest>');
});

test('case 85, case 93: orders without criteria request everything, including downloaded ones', () => {
  expect(JSON.parse(request('orders', {}).body!).RequestBody).toEqual({
    PageIndex: 1,
    PageSize: 100,
    RequestCriteria: {},
  });
});

test('case 62: every page requests the maximum number of records', () => {
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

test('a number that would lose digits is sent as a string', () => {
  const { body } = request('keywords', { campaignNumber: '9007199254740993' });
  expect(JSON.parse(body!).campaignNumber).toBe('9007199254740993');
});

describe('addresses', () => {
  test('case 64: everything is lowercase except the seller ID', () => {
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
  ])('case 63: the item number %s is escaped as %s', (item, spelled) => {
    const { url } = request('price-history', { itemNumbers: [item] });
    expect(url).toContain(`/history/${spelled}?sellerid=A006&`);
  });

  test.each(['', ' ', '\n'])('case 63: an empty item number (%j) is rejected', (item) => {
    expect(() => request('price-history', { itemNumbers: [item] })).toThrow('itemNumbers');
  });

  test.each(['.', '..'])('case 63: an item number %s, which would change the path, is rejected', (item) => {
    expect(() => request('price-history', { itemNumbers: [item] })).toThrow('itemNumbers');
  });

  test('case 63: the seller ID is escaped in lowercase and keeps its letters', () => {
    expect(request('orders', {}, { sellerId: 'A0/0&6É' }).url).toContain('?sellerid=A0%2f0%266%c3%89&version=');
  });

  test('case 63: any item number is one path segment and can be read back', () => {
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

describe('values in request bodies', () => {
  const texts = fc
    .array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 5 })
    .map((each) => [...new Set(each.map((text) => text.trim()).filter((text) => text !== ''))])
    .filter((each) => each.length > 0 && each.every((text) => !/^\d(\.\d+)?E\+\d+$/i.test(text)));

  test('any identifier survives JSON and XML', () => {
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

/** Third-party requests, compared with the add-on's for the same params. */
const SAMPLES = everyExample.flatMap(({ id, samples }) =>
  samples.map((sample) => ({ ...sample, operation: id as OperationId })),
);

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
  test('every document is tested', () => {
    const others = everyExample.flatMap(({ otherRequests }) => Object.keys(otherRequests));
    const covered = [...SAMPLES.map(({ file }) => file), ...others];
    const requests = wireDocuments.filter(({ direction }) => direction === 'request');
    expectLines(
      requests.map(({ file }) => file),
      covered,
      {
        list: 'samples or otherRequests of test/operations',
        line: 'our params for the same question, or why we never ask it',
      },
    );
  });

  test.each(SAMPLES.map((sample) => [sample.file, sample] as const))(
    '%s equals our request',
    (file, { operation, input, sellerId = 'A006', differs = {}, why }) => {
      const format = file.endsWith('.xml') ? 'xml' : 'json';
      const sample = treeOf(documentText(file));
      for (const [path, value] of Object.entries(differs)) change(sample, path, value);
      expect(treeOf(request(operation, input, { format, sellerId }).body!)).toEqual(sample);
      expect(why !== undefined).toBe(Object.keys(differs).length > 0);
    },
  );
});
