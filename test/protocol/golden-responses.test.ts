import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import { isList, type Privacy, recordShape, type Shape } from '../../src/protocol/fields.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { type Page, readPage } from '../../src/protocol/page.ts';
import { readParams } from '../../src/protocol/params.ts';
import type { ResponseDocument } from '../operations/example.ts';
import { everyExample } from '../operations/registry.ts';
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

const documents = everyExample.map((example) => example.documents);
const WITH_RECORDS = documents.flatMap(({ records }) => records);
const EMPTY: readonly ResponseDocument[] = [
  ...documents.flatMap(({ empty }) => empty),
  { file: 'errors/200-xml-on-json.xml', cases: 'case 3' },
];
const REFUSED = documents.flatMap(({ refused }) => refused);
const SERIES = documents.flatMap(({ series }) => series);

test('every response document is tested', () => {
  const covered = [
    ...[WITH_RECORDS, EMPTY, REFUSED, SERIES].flatMap((table) => table.map(({ file }) => file)),
    ...documents.flatMap(({ outOfScope }) => Object.keys(outOfScope)),
  ];
  // Matrix documents are tested separately.
  const responses = wireDocuments.filter(
    ({ direction, file }) => direction === 'response' && !file.includes('/matrix-'),
  );
  expectLines(
    responses.map(({ file }) => file),
    covered,
    {
      list: 'documents of test/operations',
      line: 'what is read from it; its records stand in test/fixtures/expected',
    },
  );
});

/** Gives each row of the table a title: its case numbers and document. */
function titled<T extends { readonly file: string; readonly cases?: string }>(table: readonly T[]) {
  return table.map((line) => [[line.cases, line.file].filter(Boolean).join(': '), line] as const);
}

test.each(titled(WITH_RECORDS))('%s', (_, { file, page, total, pages }) => {
  const answer = read(file, page);
  expect(answer.records.map(plainRecord)).toEqual(expectedRecords(file));
  expect({ total: answer.total, pages: answer.pages }).toEqual({ total, pages });
});

test.each(titled(EMPTY))('%s has no records and is not an error', (_, { file, total, pages }) => {
  const answer = read(file);
  expect(answer.records).toEqual([]);
  expect({ total: answer.total, pages: answer.pages }).toEqual({ total, pages });
});

test.each(titled(REFUSED))('%s is rejected', (_, { file, code, says }) => {
  const error = faultOf(() => read(file));
  expect(error.code).toBe(code);
  expect(error.message).toContain(says);
});

test.each(titled(SERIES))('%s has all its records', (_, { file, count, total, pages, first, change }) => {
  const answer = read(file);
  const start = typeof first === 'string' ? expectedRecords(first)[0]! : first;
  const expected = Array.from({ length: count }, (_, index) => ({ ...start, ...change(index) }));
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

  test.each(files)('%s: every field exists, and missing values are null', (file) => {
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
  ] as const)('$withheld: exactly these fields are not decoded', ({ withheld, absent }) => {
    const all = Object.keys(read(file).records[0]!);
    const kept = Object.keys(read(file, 1, new Set(withheld)).records[0]!);
    expect(all.filter((name) => !kept.includes(name)).sort()).toEqual([...absent].sort());
  });

  test('the records contain no buyer data', () => {
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
