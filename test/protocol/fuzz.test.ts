/** Corrupted responses become typed rows or a MarketError within seconds, without side effects. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import { recordShape } from '../../src/protocol/fields.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { type Page, readPage } from '../../src/protocol/page.ts';
import { readParams } from '../../src/protocol/params.ts';
import { isLong, runs } from '../effort.ts';
import { arrival } from './arrivals.ts';
import { misfits } from './fitting.ts';
import { questionOf } from './questions.ts';
import { asked } from './shop.ts';
import { documents, type SpoiledAnswer, spoiledAnswers } from './spoiled-answers.ts';
import { wireDocuments } from './wire-documents.ts';

const NOW = Date.UTC(2025, 5, 16, 12);
/** With a slower response, users would think that the add-on had hung. */
const SECONDS = 3;

const IDS = Object.keys(operations) as OperationId[];

/** Requests inventory by UPC code, which has its own "not found" error. */
const inputOf = (id: OperationId) => (id === 'inventory' ? { values: ['A'], type: '2' } : questionOf(id));

const params = Object.fromEntries(IDS.map((id) => [id, readParams(operations[id], inputOf(id)).params]));

const CODES: Readonly<Partial<Record<string, true>>> = {
  MARKET_KEY: true,
  MARKET_SELLER: true,
  MARKET_STOREFRONT: true,
  MARKET_CAP: true,
  MARKET_BLOCKED: true,
  MARKET_UNREACHABLE: true,
  MARKET_SERVICE: true,
  MARKET_BAD_ANSWER: true,
};

/** How JavaScript prints values that went missing; allowed only if the response contains the same text. */
const LOST = /\[object Object\]|\bundefined\b|\bNaN\b/;

function lostIn(value: unknown, text: string): readonly string[] {
  const said = JSON.stringify(value) ?? 'undefined';
  const word = LOST.exec(said)?.[0];
  return word !== undefined && !text.includes(word) ? [`${word} comes from nowhere`] : [];
}

function isCount(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= 0);
}

function wrongWithPage({ records, total, pages, unknownFields }: Page, operation: Operation, text: string) {
  const shape = recordShape(operation);
  return [
    ...records.flatMap((record) => misfits(record, shape)),
    ...(isCount(total) ? [] : [`total is ${total}`]),
    ...(isCount(pages) ? [] : [`pages is ${pages}`]),
    ...unknownFields.flatMap(({ field, value }) =>
      typeof field === 'string' && typeof value === 'string' ? [] : ['a quirk is no text'],
    ),
    ...lostIn([records, unknownFields], text),
  ];
}

function wrongWithError(error: unknown, status: number, text: string): readonly string[] {
  if (!(error instanceof MarketError)) return [`thrown: ${error instanceof Error ? error.stack : String(error)}`];
  const { code, message, details } = error;
  return [
    ...(CODES[code] ? [] : [`${code} is no code of an answer`]),
    ...(message.length > 20 && message.length < 800 ? [] : [`a message of ${message.length} characters`]),
    ...(details.httpStatus === undefined || details.httpStatus === status ? [] : [`status ${details.httpStatus}`]),
    ...(isCount(details.retryAt) ? [] : [`to be tried again at ${details.retryAt}`]),
    ...lostIn([message, details], text),
  ];
}

/** All property names of the prototypes, to detect additions. */
function prototypes(): string {
  return [Object, Array, String, Number, Function, Map]
    .map((each) => Reflect.ownKeys(each.prototype).map(String).join())
    .join(';');
}

const UNTOUCHED = prototypes();

/** Returns the errors found while reading a response; empty if it was read correctly. */
function wrongWith({ id, page, result }: Omit<SpoiledAnswer, 'file'>): readonly string[] {
  const operation: Operation = operations[id];
  const began = performance.now();
  let wrong: readonly string[];
  try {
    wrong = wrongWithPage(readPage(asked(operation), params[id]!, page, result, NOW), operation, result.text);
  } catch (error) {
    wrong = wrongWithError(error, result.status, result.text);
  }
  const took = performance.now() - began;
  return [
    ...wrong,
    ...(took < SECONDS * 1000 ? [] : [`it took ${Math.round(took)} ms`]),
    ...(prototypes() === UNTOUCHED ? [] : ['a prototype was changed']),
  ];
}

test('damages every response and error document', () => {
  const answers = wireDocuments.filter(({ direction }) => direction !== 'request');
  expect([...documents].sort()).toEqual(answers.map(({ file }) => file).sort());
});

test('damaged responses become typed rows or errors', () => {
  fc.assert(
    fc.property(spoiledAnswers, (answer) => {
      expect(wrongWith(answer)).toEqual([]);
    }),
    // The normal run uses a fixed seed to make failures repeatable; the long run uses new seeds.
    { numRuns: runs(350, 100_000), ...(isLong ? {} : { seed: 20250616 }) },
  );
});

describe('responses made to be slow or deep', () => {
  const DEEP = 20_000;
  const nested = (open: string, close: string) => open.repeat(DEEP) + close.repeat(DEEP);
  const HOSTILE: readonly (readonly [string, string])[] = [
    ['arrays in arrays', nested('[', ']')],
    ['objects in objects', `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
    ['rows in objects', `{"rows":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`],
    ['rows in rows', `{"rows":${'{"row":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`],
    ['an order in lists', `{"IsSuccess":true,"ResponseBody":{"OrderInfoList":${nested('[', ']')}}}`],
    [
      'orders in objects',
      `{"IsSuccess":true,"ResponseBody":{"OrderInfoList":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}}`,
    ],
    ['a text in texts', `{"rows":[{"keyword":${'{"#text":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}]}`],
    ['errors in errors', `${'{"a":{"Errors":'.repeat(DEEP)}1${'}}'.repeat(DEEP)}`],
    ['nested elements', nested('<a>', '</a>')],
    ['elements that never end', '<a>'.repeat(DEEP)],
    ['comments', '<!--x-->'.repeat(DEEP)],
    ['comments that never end', '<!--'.repeat(DEEP)],
    ['declarations', '<?xml version="1.0"?> '.repeat(DEEP)],
    ['declarations that never end', '<?xml '.repeat(DEEP)],
    ['entities', `<a>${'&amp;'.repeat(DEEP)}</a>`],
    ['entities of its own', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
    ['attributes', `<a ${Array.from({ length: 5000 }, (_, index) => `b${index}="c"`).join(' ')}/>`],
    ['digits', `{"rows":[{"spend":"${'1'.repeat(DEEP * 5)}"}]}`],
    ['digits and blanks', `{"rows":[{"acos":"${'1 '.repeat(DEEP)}"}]}`],
    ['thousands', `{"rows":[{"spend":"1${',111'.repeat(DEEP)}x"}]}`],
    ['blanks', `{"rows":[{"acos":"1${' '.repeat(DEEP * 2)}x"}]}`],
    ['a long number', `{"rows":[{"spend":${'1'.repeat(DEEP * 5)}}]}`],
    ['many names', `{"rows":[{${Array.from({ length: DEEP }, (_, index) => `"n${index}":1`).join()}}]}`],
    ['quotes', `{"rows":[{"spend":12345678901234567890,"keyword":"${'\\\\"'.repeat(DEEP)}`],
    ['a date that never ends', `{"rows":[{"inDate":"2025-01-01T00:00:00.${'0'.repeat(DEEP)}x"}]}`],
  ];

  const lines = HOSTILE.flatMap(([title, text]) => IDS.map((id) => [title, id, text] as const));

  test.each(lines)('%s, for %s', (_, id, text) => {
    expect(wrongWith({ id, page: 1, result: arrival(text) })).toEqual([]);
  });
});
