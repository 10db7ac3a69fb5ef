/** Which documents stand for each operation, format and shape of an answer. */
import type { OperationId } from '../../src/operations/registry.ts';
import type { ErrorCode } from '../../src/protocol/market-error.ts';
import type { Format } from '../../src/protocol/operation.ts';

export const SHAPES = ['example', 'two pages', 'none', 'one', 'error', 'odd shape'] as const;
export type Shape = (typeof SHAPES)[number];

/** The documents of the calls in their order; where one is an error, what becomes of it; where one is an excerpt, what is said of it. */
export interface Cell {
  readonly documents: readonly string[];
  readonly fails?: { readonly code: ErrorCode; readonly serviceCode: string };
  readonly fallsShort?: string;
}

const answers = (...documents: string[]): Cell => ({ documents });

const fails = (document: string, code: ErrorCode, serviceCode: string): Cell => ({
  documents: [document],
  fails: { code, serviceCode },
});

/** Why there is no document for an operation in a format. */
export const EXPLAINED: Readonly<Partial<Record<`${OperationId} ${Format}`, string>>> = {
  'ad-performance xml': 'The operations of sponsored campaigns accept and return JSON only.',
  'keywords xml': 'The operations of sponsored campaigns accept and return JSON only.',
};

export const CELLS: Readonly<Partial<Record<`${OperationId} ${Format}`, Readonly<Record<Shape, Cell>>>>> = {
  'orders json': {
    example: answers('order-info/response-official-b2b.json'),
    'two pages': answers('order-info/matrix-page1of2.json', 'order-info/matrix-page2of2.json'),
    none: answers('order-info/crafted-empty-null.json'),
    one: answers('order-info/crafted-ok.json'),
    error: fails('order-info/error-ce001.json', 'MARKET_SELLER', 'CE001'),
    'odd shape': answers('order-info/response-client-fixture-hybrid-bom.json'),
  },
  'orders xml': {
    example: answers('order-info/response-official-b2b.xml'),
    'two pages': answers('order-info/matrix-page1of2.xml', 'order-info/matrix-page2of2.xml'),
    none: answers('order-info/matrix-none.xml'),
    one: answers('order-info/matrix-one.xml'),
    error: fails('order-info/matrix-error.xml', 'MARKET_SELLER', 'CE001'),
    'odd shape': answers('order-info/response-official-usa.xml'),
  },
  // An inventory answer has no pages; over a hundred identifiers are several calls instead.
  'inventory json': {
    example: answers('inventory-list/response-official-bom.json'),
    'two pages': answers('inventory-list/response-official-nobom.json', 'inventory-list/matrix-one.json'),
    none: answers('inventory-list/error-ct026-array.json'),
    one: answers('inventory-list/matrix-one.json'),
    error: fails('inventory-list/crafted-error-ct001.json', 'MARKET_SERVICE', 'CT001'),
    'odd shape': answers('inventory-list/crafted-single-object.json'),
  },
  'inventory xml': {
    example: answers('inventory-list/response-official-bom.xml'),
    'two pages': answers('inventory-list/response-official-bom.xml', 'inventory-list/matrix-one.xml'),
    none: answers('inventory-list/crafted-empty.xml'),
    one: answers('inventory-list/matrix-one.xml'),
    error: fails('inventory-list/crafted-error-multi.xml', 'MARKET_SERVICE', 'CT002'),
    'odd shape': answers('inventory-list/response-b2b-flat-sibling.xml'),
  },
  'lookup-report json': {
    example: {
      ...answers('item-lookup/response-portal-2023.json'),
      fallsShort: 'announced 3 records and sent 2',
    },
    'two pages': answers('item-lookup/crafted-page1of2.json', 'item-lookup/crafted-page2of2-nomatch.json'),
    none: answers('item-lookup/crafted-empty.json'),
    one: answers('item-lookup/matrix-one.json'),
    error: fails('item-lookup/crafted-error-ce001.json', 'MARKET_SELLER', 'CE001'),
    'odd shape': answers('item-lookup/response-official-2019-padded.json'),
  },
  'lookup-report xml': {
    example: answers('item-lookup/response-official-b2b-bom.xml'),
    'two pages': answers('item-lookup/matrix-page1of2.xml', 'item-lookup/matrix-page2of2.xml'),
    none: answers('item-lookup/matrix-none.xml'),
    one: answers('item-lookup/response-official-bom.xml'),
    error: fails('item-lookup/matrix-error.xml', 'MARKET_SELLER', 'CE001'),
    'odd shape': answers('item-lookup/matrix-odd.xml'),
  },
  'price-history json': {
    example: answers('price-history/crafted-ok.json'),
    'two pages': answers('price-history/matrix-page1of2.json', 'price-history/matrix-page2of2.json'),
    none: answers('price-history/crafted-empty.json'),
    one: answers('price-history/matrix-one.json'),
    error: fails('price-history/crafted-error-invalid-token.json', 'MARKET_KEY', 'InvalidToken'),
    'odd shape': answers('price-history/crafted-strings.json'),
  },
  'price-history xml': {
    example: answers('price-history/matrix-example.xml'),
    'two pages': answers('price-history/matrix-page1of2.xml', 'price-history/matrix-page2of2.xml'),
    none: answers('price-history/matrix-none.xml'),
    one: answers('price-history/matrix-one.xml'),
    error: fails('price-history/error-captured-invalid-token.xml', 'MARKET_KEY', 'InvalidToken'),
    'odd shape': answers('price-history/matrix-odd.xml'),
  },
  'ad-performance json': {
    example: answers('group-performance/crafted-ok.json'),
    'two pages': answers('group-performance/matrix-page1of2.json', 'group-performance/matrix-page2of2.json'),
    none: answers('group-performance/crafted-rows-null.json'),
    one: answers('group-performance/matrix-one.json'),
    error: fails('group-performance/crafted-http-400-spring.json', 'MARKET_SERVICE', '400'),
    'odd shape': answers('group-performance/matrix-odd.json'),
  },
  'keywords json': {
    example: answers('keyword-search/crafted-ok.json'),
    'two pages': answers('keyword-search/matrix-page1of2.json', 'keyword-search/matrix-page2of2.json'),
    none: answers('keyword-search/crafted-empty.json'),
    one: answers('keyword-search/matrix-one.json'),
    error: fails('keyword-search/matrix-error.json', 'MARKET_KEY', 'InvalidConsumerKey'),
    'odd shape': answers('keyword-search/matrix-odd.json'),
  },
};
