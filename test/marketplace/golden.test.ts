/**
 * Compares the marketplace with documents from other sources: it accepts their requests, and its responses have no
 * members beyond theirs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyExample, exampleIds, exampleOf } from '../operations/registry.ts';
import { expectLines } from '../support/lines.ts';
import { type Ask, Market, type Reply, xmlOf } from './caller.ts';
import { contentOf, documents, filesOf, membersOf, textOf } from './documents.ts';

let market: Market;
beforeAll(async () => {
  market = await Market.open({ items: 120, orders: 200, caps: 'none' });
});
afterAll(() => market.running.close());

function ask(operation: string, more: Ask): Promise<Reply> {
  const { method, stem, storefronts } = exampleOf(operation);
  return market.ask(`/marketplace/${storefronts[0]}${stem}`, { method, query: { version: '314' }, ...more });
}

const inFormat = (format: string) => ({
  'Content-Type': `application/${format}`,
  Accept: `application/${format}`,
});

const samples = everyExample.flatMap((example) => example.samples);
const taken = samples.filter(({ notHere }) => notHere === undefined);
const otherRequests = [
  ...samples.filter(({ notHere }) => notHere !== undefined).map(({ file }) => file),
  ...everyExample.flatMap((example) => Object.keys(example.otherRequests)),
];

describe('request documents', () => {
  it('are all accepted, or listed as requests of another operation', () => {
    expectLines(filesOf('request'), [...taken.map(({ file }) => file), ...otherRequests], {
      list: 'samples or otherRequests of test/operations',
      line: 'its replacements, or the operation that it belongs to',
    });
  });

  it.each(taken)('$file gets a response', async ({ file, here }) => {
    const { operation, format } = documents.find((one) => one.file === file) as (typeof documents)[number];
    const replacements = here?.(market) ?? [];
    const body = replacements.reduce((text, [written, here]) => {
      expect(text).toContain(written);
      return text.replaceAll(written, here);
    }, textOf(file));
    const reply = await ask(operation, { body, headers: inFormat(format) });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.text).toMatch(/TotalCount|totalRows/);
  });

  it.each(['group-performance/request-group-list-sibling.json', 'keyword-search/request-negative-sibling.json'])(
    '%s, of another operation, is rejected',
    async (file) => {
      const { operation } = documents.find((one) => one.file === file) as (typeof documents)[number];
      const body = { ...JSON.parse(textOf(file)), sellerId: market.known.sellerId };
      expect((await ask(operation, { body })).status).toBe(400);
    },
  );
});

const otherResponses: Record<string, string> = {
  ...Object.assign({}, ...everyExample.map(({ documents }) => documents.notHere)),
  'errors/200-xml-on-json.xml': 'an empty response',
};

const readable = (operation: string): string[] =>
  documents
    .filter((one) => one.direction === 'response' && one.operation === operation && !(one.file in otherResponses))
    .map(({ file }) => file);

describe('responses', () => {
  it('cover each response document, or are listed with a reason', () => {
    const read = exampleIds.flatMap(readable);
    expectLines(filesOf('response'), [...read, ...Object.keys(otherResponses)], {
      list: 'documents.notHere of test/operations',
      line: 'the reason why the document is not compared',
    });
  });

  it.each(everyExample)(
    'of $id have only members found in documents or the specification',
    async ({ id: operation, goodAnswers, documents: { onlySpecified } }) => {
      const known = new Map<string, Set<string>>();
      for (const file of readable(operation)) {
        for (const [path, shape] of membersOf(contentOf(textOf(file)))) {
          known.set(path, (known.get(path) ?? new Set()).add(shape));
        }
      }
      const unknown = new Set<string>();
      const inXml = (body: string) => ask(operation, { body, headers: inFormat('xml') });
      for (const { text } of await goodAnswers(market, inXml)) {
        const members = membersOf(contentOf(text));
        const line = `members of an answer in goodAnswers of test/operations/${operation}.ts`;
        expect(members.size, line).toBeGreaterThan(10);
        for (const [path, shape] of members) {
          if (known.has(path)) expect(known.get(path), path).toContain(shape);
          else unknown.add(path);
        }
      }
      expectLines(unknown, onlySpecified, {
        list: `documents.onlySpecified of test/operations/${operation}.ts`,
        line: 'a member of the specification that no document has; list elements belong in listChildren in documents.ts',
      });
    },
  );
});

/** Calls that reproduce the code and message of a document. */
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
  'inventory-list/error-ct010-upc-not-listed.json': 'has the message of another operation; the same case has this code',
  'inventory-list/error-ct026-object.json': 'one object instead of an array; covered by the odd-shapes scenario',
  'inventory-list/crafted-error-multi.xml': 'has two errors; the marketplace stops at the first',
  'item-lookup/error-observed-poisoned-500.json': 'no request causes it; covered by the internal-error fault',
  'price-history/crafted-error-invalid-token.json': 'lacks the period at the end of the captured message',
  'group-performance/header-bizcode-400-sibling.json': 'belongs to another operation; covered by the header-only fault',
  'group-performance/crafted-http-400-spring.json': "does not have the specification's error shape",
  'order-info/error-so003.json':
    'an unknown order number gives an empty list, because the specification has no code for it',
  'errors/429-derived.xml': 'covered by caps.test.ts',
  'errors/df012-portal.json': 'concerns the feed limit; none of these operations has one',
  'errors/df012-portal.xml': 'concerns the feed limit; none of these operations has one',
  'errors/401-invalid-token-array.json': 'has the same code with an older message',
  'errors/500-internal-error.json': 'no request causes it; covered by the internal-error fault',
  'errors/503-empty.txt': 'no request causes it; covered by the unavailable fault',
  'errors/502-html.html': 'no request causes it; covered by the bad-gateway fault',
  'errors/400-schema-validation.json': 'lists members that are not in the specification',
  'errors/200-empty.txt': 'no request causes it; covered by the empty-200 fault',
  'errors/200-truncated.json': 'no request causes it; covered by the truncated fault',
  'errors/400-xml-error-root.xml': 'has the root Error; covered by the odd-shapes scenario',
};

describe('error documents', () => {
  it('are all reproduced, or listed with a reason', () => {
    expectLines(filesOf('error'), [...Object.keys(refusals), ...Object.keys(otherErrors)], {
      list: 'refusals or otherErrors in test/marketplace/golden.test.ts',
      line: 'a call that reproduces it, or the reason why no call does',
    });
  });

  it.each(Object.entries(refusals))('%s is reproduced', async (file, provoke) => {
    const { status, format } = documents.find((one) => one.file === file) as (typeof documents)[number];
    const reply = await provoke();
    if (status !== null) expect(reply.status).toBe(status);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    if (format === 'json') expect(reply.json).toEqual(contentOf(textOf(file)));
    else expect(xmlOf(reply.text)).toEqual(xmlOf(textOf(file)));
  });
});
