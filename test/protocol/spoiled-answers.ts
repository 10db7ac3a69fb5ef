/** Generates corrupted responses, such as a network, gateway, or new release might cause. */
import fc from 'fast-check';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import type { HttpResult } from '../../src/protocol/http.ts';
import {
  CHANGES,
  type Change,
  changed,
  group,
  leaf,
  type Node,
  raw,
  treeOfJson,
  treeOfXml,
  writeJson,
  writeXml,
} from './mutations.ts';
import { documentText, wireDocuments } from './wire-documents.ts';

const IDS = Object.keys(operations) as OperationId[];

export interface SpoiledAnswer {
  readonly file: string;
  readonly id: OperationId;
  readonly page: number;
  readonly result: Extract<HttpResult, { text: string }>;
}

interface Source {
  readonly file: string;
  readonly ids: readonly OperationId[];
  readonly status: number;
  readonly text: string;
  /** Undefined if the document isn't well-formed. */
  readonly tree?: Node;
}

function treeOf(text: string): Node | undefined {
  try {
    return /^\uFEFF?\s*</.test(text) ? treeOfXml(text) : treeOfJson(text);
  } catch {
    return undefined;
  }
}

const sources: readonly Source[] = wireDocuments
  .filter(({ direction }) => direction !== 'request')
  .map(({ file, operation, status }) => {
    const text = documentText(file);
    const tree = treeOf(text);
    return {
      file,
      ids: operation === 'any' ? IDS : [operation as OperationId],
      status: status ?? 400,
      text,
      ...(tree ? { tree } : {}),
    };
  });

/** Documents longer than this reveal no more bugs but take a hundred times as long to test. */
const LONG = 20_000;
const short = sources.filter(({ text }) => text.length <= LONG);
const long = sources.filter(({ text }) => text.length > LONG);

export const documents: readonly string[] = sources.map(({ file }) => file);

const NAMES = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'polluted'],
  ...['#text', '@nil', '', ' ', '0', 'header', 'rows', 'row', 'totalRows', 'status', 'message', 'error'],
  ...['Code', 'Message', 'Description', 'Errors', 'Error', 'IsSuccess', 'Memo', 'ResponseBody', 'PageInfo'],
  ...['ItemList', 'OrderInfoList', 'OrderInfo', 'PriceLogs', 'TotalCount', 'TotalPageCount', 'PageSize'],
  ...['ItemInfoList', 'PackageInfoList', 'InventoryAllocation', 'WarehouseAllocation', 'MarketAPIResponse'],
  ...['MarketItemNumber', 'BrandItemNumber', 'Variety', 'Options', 'productList', 'bizCode', 'msg', 'Zeile'],
] as const;

const TEXTS = [
  ...['', ' ', '0', '-0', '1', '-1', '007', '1e5', '1E+308', '1e309', '99999999999999999999', '9007199254740993'],
  ...['1,234.56', '1,23', '-1,000', '12.5%', '%', '1 %', '.5', '5.', '+', '٣', '１２', '0x10', 'NaN', '-Infinity'],
  ...['true', 'TRUE', 'False', 'no', 'null', 'undefined', '02/30/2025', '13/01/2025', '2/9/25', '11/02/2025 1:30:00'],
  ...['03/09/2025 2:30:00', '0000-00-00', '9999-12-31T23:59:59Z', '2025-06-31', '2025-06-10T25:00:00Z'],
  ...[
    '275760-09-13T00:00:01Z',
    '2025-01-01T00:00:00+99:99',
    '06/10/2025 12:00:00 XM',
    '=1+1',
    '@x',
    '\u0000',
    '\u001f',
  ],
  ...['\ud800', '\udc00x', '\u202e', '\ufeff', '\u2028', '<b>&amp;</b>', ']]>', '&lt;', '"', "'", '\\', '\n', '\t'],
  ...['9'.repeat(400), 'x'.repeat(2000), '1,'.repeat(300), ' '.repeat(500), '{}', '[]', '400', '429', 'InvalidToken'],
] as const;

const TOKENS = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '1e400',
    '-1e400',
    '1E-400',
    '12345678901234567890',
    '1.7976931348623157e308',
  ],
  ...['0.1000000000000000055', 'NaN', 'Infinity', 'undefined', '01', '+1', '.5', "'x'", '{}', '[]', '[[]]', '{"":{}}'],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '[null]', '[{},[],null,""]'],
  ...['{"toString":1}', '{"#text":{"#text":[]}}', '"\\ud800"', '"\\u0000"', '/**/1', '<x/>', '<![CDATA[<]]>', '&#0;'],
  ...['&#x1F;', '&#xD800;', '&#x110000;', '&nbsp;', '&unknown;', '&', '<', '<a b="c">d</a>', '<!-- -- -->', '<?pi?>'],
] as const;

const nodes: fc.Arbitrary<Node> = fc.oneof(
  fc.constantFrom(...TEXTS).map((text) => leaf(text)),
  fc.constantFrom(...TOKENS).map(raw),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => leaf(text)),
  fc.double().map((number) => leaf(String(number), false)),
  fc.constantFrom(group([]), group([], true)),
  fc
    .array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...TEXTS)), { minLength: 1, maxLength: 4 })
    .map((members) => group(members.map(([name, text]) => [name, leaf(text)]))),
  fc.array(fc.constantFrom(...TEXTS), { maxLength: 4 }).map((texts) =>
    group(
      texts.map((text) => ['entry', leaf(text)]),
      true,
    ),
  ),
);

const changes: fc.Arbitrary<Change> = fc.record({
  how: fc.constantFrom(...CHANGES),
  at: fc.nat(100_000),
  other: fc.nat(100_000),
  value: nodes,
  name: fc.constantFrom(...NAMES),
});

/** A change of the document's text. */
interface Cut {
  readonly how: 'cut' | 'delete' | 'insert' | 'repeat' | 'replace' | 'bytes' | 'before' | 'after';
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const SNIPPETS = [
  ...[
    '\u0000',
    '\u0008',
    '\ud83d',
    '\udc00',
    '\ufeff',
    '\u00a0',
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '<',
    '>',
    '&',
    '\\',
  ],
  ...['/>', '</', '<!--', '-->', '<![CDATA[', ']]>', '<?xml version="1.0"?>', '<!DOCTYPE html>', '&amp;', '&#x0;'],
  ...[
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '"__proto__":{"polluted":true},',
    '<__proto__><polluted>1</polluted></__proto__>',
  ],
  ...['null', 'NaN', '-', 'e', '//', 'callback(', ")]}',\n", '<html>', '\u001e', '<constructor/>', 'xmlns="urn:x"'],
] as const;

const cuts: fc.Arbitrary<Cut> = fc.record({
  how: fc.constantFrom('cut', 'delete', 'insert', 'repeat', 'replace', 'bytes', 'before', 'after'),
  at: fc.nat(1_000_000),
  length: fc.integer({ min: 1, max: 60 }),
  text: fc.oneof(fc.constantFrom(...SNIPPETS), fc.string({ unit: 'binary', maxLength: 5 })),
});

function cut(text: string, { how, at, length, text: put }: Cut): string {
  const place = text.length === 0 ? 0 : at % text.length;
  const [before, after] = [text.slice(0, place), text.slice(place)];
  switch (how) {
    case 'cut':
      return before;
    case 'delete':
      return before + after.slice(length);
    case 'insert':
      return before + put + after;
    case 'repeat':
      return before + after.slice(0, length) + after;
    case 'replace':
      return before + put + after.slice(put.length);
    case 'bytes': {
      const bytes = Buffer.from(text, 'utf8');
      if (bytes.length > 0) bytes[at % bytes.length] = length * 4 + 3;
      return bytes.toString('utf8');
    }
    case 'before':
      return put + text;
    case 'after':
      return text + put;
  }
}

const source = (from: readonly Source[]) =>
  fc
    .constantFrom(...from)
    .chain((source) => fc.record({ source: fc.constant(source), id: fc.constantFrom(...source.ids) }));

export const spoiledAnswers: fc.Arbitrary<SpoiledAnswer> = fc
  .record({
    from: fc.oneof({ weight: 199, arbitrary: source(short) }, { weight: 1, arbitrary: source(long) }),
    changes: fc.array(changes, { maxLength: 5 }),
    cuts: fc.oneof(
      { weight: 2, arbitrary: fc.constant<Cut[]>([]) },
      { weight: 1, arbitrary: fc.array(cuts, { maxLength: 3 }) },
    ),
    otherFormat: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    status: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      { weight: 2, arbitrary: fc.constant(200) },
      { weight: 1, arbitrary: fc.constantFrom(204, 301, 400, 401, 403, 404, 418, 429, 500, 503) },
    ),
    otherOperation: fc.oneof(
      { weight: 19, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...IDS) },
    ),
    page: fc.constantFrom(1, 1, 1, 2, 7),
  })
  .map(({ from: { source, id }, changes, cuts, otherFormat, status, otherOperation, page }) => {
    const { file, tree } = source;
    const isXml = /^\uFEFF?\s*</.test(source.text) !== otherFormat;
    const spoilt = tree && changed(tree, changes);
    const written = spoilt ? (isXml ? writeXml(spoilt) : writeJson(spoilt)) : source.text;
    const text = cuts.reduce(cut, written);
    const result = { status: status ?? source.status, headers: {}, text };
    return { file, id: otherOperation ?? id, page, result };
  });
