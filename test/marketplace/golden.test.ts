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
      line: 'what in it must exist here, or of which other operation it is',
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
  'errors/200-xml-on-json.xml': 'an answer with nothing in it',
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
      line: 'why nothing is compared with the document',
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
        expect(members.size).toBeGreaterThan(10);
        for (const [path, shape] of members) {
          if (known.has(path)) expect(known.get(path), path).toContain(shape);
          else unknown.add(path);
        }
      }
      expectLines(unknown, onlySpecified, {
        list: `documents.onlySpecified of test/operations/${operation}.ts`,
        line: 'the marketplace says it and no document does; elements of a list go into listChildren in documents.ts',
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

describe('error documents', () => {
  it('are all reproduced, or listed with a reason', () => {
    expectLines(filesOf('error'), [...Object.keys(refusals), ...Object.keys(otherErrors)], {
      list: 'refusals or otherErrors in test/marketplace/golden.test.ts',
      line: 'how to provoke it, or why nothing does',
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
