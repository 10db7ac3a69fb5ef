/** An identifier that breaks a whole call is found once, remembered for a day, and requested separately. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { reportOf } from '../../src/pull/report.ts';
import { notedAs, type Run } from '../../src/pull/run.ts';
import { loadRun, saveRun } from '../../src/pull/stored-run.ts';
import { envelope, serviceError } from '../protocol/arrivals.ts';
import { begun } from '../support/begun-run.ts';
import { executed } from '../support/executed.ts';
import { type InMemoryPorts, inMemoryPorts, START } from '../support/in-memory-ports.ts';

const HOUR = 3_600_000;
const { inventory } = operations;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `9SI${index}`);

const valuesOf = ({ body }: HttpRequest) => JSON.parse(body!).Values as string[];

/** Returns stock of all values; a call with a value in `bad` fails as a whole. */
function stockBut(bad: readonly string[], code = 'CT001') {
  return (request: HttpRequest): HttpResult => {
    const values = valuesOf(request);
    if (values.some((value) => bad.includes(value))) return serviceError(code, 400, 'Invalid ItemNumber');
    const items = values.map((ItemNumber) => ({ ItemNumber, InventoryAllocation: [] }));
    return envelope({ ItemList: items, TotalCount: items.length });
  };
}

function run(ports: InMemoryPorts, values: readonly string[], refusedBefore: readonly string[] = []): Run {
  const before = new Map(refusedBefore.map((each) => [each, 'isolated'] as const));
  const run = begun(inventory, { values, type: '0' }, { before });
  saveRun(ports.document, run);
  const stored = loadRun(ports.document, run.id)!;
  return executed(ports, stored);
}

const found = (ports: InMemoryPorts) => ports.book.rows('Inventory').map((row) => row['Item number']);

describe('a bad identifier in its first call', () => {
  test('case 69: is named, the other 99 get rows, and few calls are made', () => {
    const ports = inMemoryPorts(stockBut(['9SI37']));
    const made = run(ports, numbers(100));
    expect(made.state).toBe('partial');
    expect(notedAs(made.identifiers, 'refused')).toEqual(['9SI37']);
    expect(found(ports)).toHaveLength(99);
    expect(found(ports)).not.toContain('9SI37');
    expect(made.calls).toBe(ports.requests.length);
    expect(made.calls).toBeLessThanOrEqual(1 + 14);
    const { errors } = reportOf(made, START);
    expect(errors).toMatchObject([{ code: 'MARKET_SERVICE', serviceCode: 'CT001' }]);
    expect(errors[0]!.message).toContain('"9SI37"');
  });

  test('that makes the whole request malformed costs no other row', () => {
    const ports = inMemoryPorts(stockBut(['77/3'], 'CE002'));
    const made = run(ports, [...numbers(99), '77/3']);
    expect(notedAs(made.identifiers, 'refused')).toEqual(['77/3']);
    expect(found(ports)).toHaveLength(99);
    expect(made.calls).toBeLessThanOrEqual(1 + 14);
  });

  test("isn't refused if no part of the request is accepted", () => {
    const ports = inMemoryPorts(stockBut(numbers(4), 'CE002'));
    const made = run(ports, numbers(4));
    expect([notedAs(made.identifiers, 'refused'), notedAs(made.identifiers, 'suspect')]).toEqual([[], []]);
    const { errors } = reportOf(made, START);
    expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/^The marketplace says: CE002/)]);
  });

  test('case 69: is not reported a second time as not found', () => {
    expect(run(inMemoryPorts(stockBut(['9SI37'])), numbers(100)).notFound).toEqual([]);
  });

  test('case 69: is found together with a second one', () => {
    const ports = inMemoryPorts(stockBut(['9SI1', '9SI2']));
    const made = run(ports, numbers(8));
    expect([...notedAs(made.identifiers, 'refused')].sort()).toEqual(['9SI1', '9SI2']);
    expect(found(ports)).toHaveLength(6);
  });

  test("case 69: is reported as a range if the calls don't suffice", () => {
    const ports = inMemoryPorts(stockBut(numbers(100)));
    const made = run(ports, numbers(100));
    expect(made.state).not.toBe('done');
    expect(made.calls).toBeLessThanOrEqual(1 + 14);
    const named = reportOf(made, START).errors.map(({ message }) => message);
    expect(named.some((message) => /^\d+ identifiers starting with "9SI\d+": /.test(message))).toBe(true);
  });

  test('case 69: is found after waiting for the hourly cap', () => {
    let calls = 0;
    const stock = stockBut(['9SI3']);
    const ports = inMemoryPorts((request) =>
      ++calls === 4 ? serviceError('429', 429, 'Too many request.') : stock(request),
    );
    const waiting = run(ports, numbers(10));
    expect(waiting.state).toBe('waiting');
    ports.wait(HOUR);
    const done = executed(ports, waiting);
    expect(done.state).toBe('partial');
    expect(notedAs(done.identifiers, 'refused')).toEqual(['9SI3']);
    expect(found(ports)).toHaveLength(9);
  });
});

describe('a previously refused identifier', () => {
  test('gets its own call and breaks no others', () => {
    const ports = inMemoryPorts(stockBut(['9SI37']));
    const made = run(ports, numbers(100), ['9SI37']);
    expect(ports.requests.map((request) => valuesOf(request).length)).toEqual([99, 1]);
    expect(found(ports)).toHaveLength(99);
    expect(made.planned.calls.byOperation).toEqual({ inventory: 2 });
    expect(reportOf(made, START).notes).toContain('1 identifier was rejected before and gets its own call.');
  });

  test('shares one call with other refused identifiers, and all are named', () => {
    const bad = ['9SI1', '9SI2', '9SI3'];
    const ports = inMemoryPorts(stockBut(bad));
    const made = run(ports, numbers(100), bad);
    expect(ports.requests.map((request) => valuesOf(request).length)).toEqual([97, 3]);
    const [error] = reportOf(made, START).errors;
    for (const identifier of bad) expect(error!.message).toContain(`"${identifier}"`);
    expect(reportOf(made, START).notes.join()).toContain('3 identifiers were rejected before');
  });

  test('is named in a shortened list of many', () => {
    const bad = numbers(15);
    const made = run(inMemoryPorts(stockBut(bad)), numbers(20), bad);
    expect(reportOf(made, START).errors[0]!.message).toContain('and 5 more');
  });

  test('gets a row again once it is accepted', () => {
    const ports = inMemoryPorts(stockBut([]));
    const made = run(ports, numbers(10), ['9SI4']);
    expect(made.state).toBe('done');
    expect(found(ports)).toHaveLength(10);
  });

  test("has no effect if it isn't requested", () => {
    const ports = inMemoryPorts(stockBut(['9SI99']));
    const made = run(ports, numbers(10), ['9SI99']);
    expect(ports.requests).toHaveLength(1);
    expect(reportOf(made, START).notes).toEqual([]);
  });
});
