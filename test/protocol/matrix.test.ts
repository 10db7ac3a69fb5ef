/** Reads documents of every operation, format, and response shape, as a run would. */
import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import { fetchSlice } from '../../src/protocol/client.ts';
import { isDone, START, unitsOf } from '../../src/protocol/cursor.ts';
import { recordShape } from '../../src/protocol/fields.ts';
import type { HttpRequest } from '../../src/protocol/http.ts';
import type { Format, Operation, Storefront } from '../../src/protocol/operation.ts';
import { readParams } from '../../src/protocol/params.ts';
import { type Answer, type Params, SHAPES, type Shape } from '../operations/example.ts';
import { exampleOf } from '../operations/registry.ts';
import { expectLines } from '../support/lines.ts';
import { misfits } from './fitting.ts';
import { OPEN_GATE } from './open-gate.ts';
import { plainRecord } from './plain-records.ts';
import { questionOf } from './questions.ts';
import { shop } from './shop.ts';
import { arriving, expectedRecords, wireDocument, wireDocuments } from './wire-documents.ts';

const IDS = Object.keys(operations) as OperationId[];
const FORMATS: readonly Format[] = ['json', 'xml'];

/** Params for the request. The documents fit any params. */
function inputOf(id: OperationId, shape: Shape): Params {
  const hundredAndOne = Array.from({ length: 101 }, (_, index) => `SKU-${index}`);
  return id === 'inventory' && shape === 'two pages' ? { values: hundredAndOne, type: '1' } : questionOf(id);
}

/** Goes through the documents of one matrix cell, one document per call. */
function run(operation: Operation, storefront: Storefront, format: Format, cell: Answer, input: object) {
  const { params } = readParams(operation, input as Record<string, unknown>);
  const units = unitsOf(operation, params);
  const sent: HttpRequest[] = [];
  const left = [...cell.documents];
  const http = {
    fetchAll: (requests: readonly HttpRequest[]) =>
      requests.map((request) => {
        sent.push(request);
        const next = left.shift();
        if (next === undefined) throw new Error('There is a call more than there are documents.');
        return arriving(next);
      }),
  };
  const clock = { now: () => Date.UTC(2025, 5, 16, 12), sleep: () => undefined };
  const question = {
    operation,
    connection: shop({ format }),
    storefront,
    units,
    withheld: new Set<never>(),
  };
  const records: Record<string, unknown>[] = [];
  for (let cursor = START; !isDone(cursor, units.length); ) {
    // Calls run one at a time, because each recorded document is one particular page.
    const slice = fetchSlice({ http, clock, random: () => 0.5, gate: OPEN_GATE }, question, cursor, 1);
    records.push(...slice.records);
    const error = slice.fatal ?? slice.errors[0];
    if (error) return { records, sent, left, error };
    cursor = slice.cursor;
  }
  return { records, sent, left };
}

const cells = IDS.flatMap((id) =>
  FORMATS.flatMap((format) =>
    SHAPES.flatMap((shape) => {
      const shapes = exampleOf(id).shapes[format];
      const operation: Operation = operations[id];
      return typeof shapes === 'string'
        ? []
        : Object.keys(operation.paths).map((storefront) => ({
            id,
            operation,
            storefront: storefront as Storefront,
            format,
            shape,
            cell: shapes[shape],
          }));
    }),
  ),
);

describe('the matrix', () => {
  test('has every declared format, or a reason why it is missing', () => {
    for (const id of IDS) {
      const spoken = FORMATS.filter((format) => typeof exampleOf(id).shapes[format] !== 'string');
      expect([id, spoken]).toEqual([id, operations[id].formats]);
    }
  });

  test("contains only documents of the cell's operation and format", () => {
    for (const { id, format, cell } of cells)
      for (const file of cell.documents) {
        const { operation, format: written } = wireDocument(file);
        expect([file, operation, written]).toEqual([file, id, format]);
      }
  });

  test('uses every document written for it', () => {
    const used = new Set(cells.flatMap(({ cell }) => cell.documents));
    const written = wireDocuments.map(({ file }) => file).filter((file) => file.includes('/matrix-'));
    expectLines(
      written,
      [...used].filter((file) => file.includes('/matrix-')),
      { list: 'shapes of test/operations', line: 'the shape of an answer that it shows' },
    );
  });
});

test.each(cells.map((cell) => [cell.id, cell.storefront, cell.format, cell.shape, cell] as const))(
  '%s on %s in %s: %s',
  (id, storefront, format, shape, { operation, cell }) => {
    const { records, sent, left, error } = run(operation, storefront, format, cell, inputOf(id, shape));
    expect(left).toEqual([]);
    const start = operation.paths[storefront]!.replace(/\{.*/, '');
    for (const { url, contentType } of sent) {
      expect(url.startsWith(`https://api.market.example${start}`)).toBe(true);
      expect(contentType).toBe(`application/${format}`);
    }
    if (cell.fails) {
      expect(error?.code).toBe(cell.fails.code);
      expect(error?.details.serviceCode).toBe(cell.fails.serviceCode);
      expect(records).toEqual([]);
      return;
    }
    if (cell.fallsShort) expect(error?.message).toContain(cell.fallsShort);
    else expect(error).toBeUndefined();
    const expected = shape === 'none' ? [] : cell.documents.flatMap(expectedRecords);
    // The connection provides the seller ID if the document doesn't.
    const owner = 'sellerId' in recordShape(operation) ? { sellerId: shop().sellerId } : {};
    expect(records.map(plainRecord)).toEqual(expected.map((record) => ({ ...owner, ...record })));
    expect(records.flatMap((record) => misfits(record, recordShape(operation)))).toEqual([]);
    if (shape === 'none') expect(records).toHaveLength(0);
    else if (shape === 'one') expect(records).toHaveLength(1);
    else expect(records.length).toBeGreaterThan(0);
    expect(sent).toHaveLength(shape === 'two pages' ? 2 : 1);
  },
);
