/** Responses don't echo UPC codes: the Catalog learns their items, and missing codes are reported. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { HttpRequest } from '../../src/protocol/http.ts';
import { byItems, matchesFor, unanswered } from '../../src/pull/identifiers.ts';
import type { RememberedIdentifiers } from '../../src/pull/remembered.ts';
import { reportOf } from '../../src/pull/report.ts';
import type { Run } from '../../src/pull/run.ts';
import { loadRun, saveRun } from '../../src/pull/stored-run.ts';
import { readCatalog } from '../../src/tables/catalog/catalog.ts';
import { envelope, serviceError } from '../protocol/arrivals.ts';
import { shop } from '../protocol/shop.ts';
import { begun } from '../support/begun-run.ts';
import { executed } from '../support/executed.ts';
import { type InMemoryPorts, inMemoryPorts, START } from '../support/in-memory-ports.ts';
import { keepItems } from '../support/kept-items.ts';

const { inventory } = operations;

/** The marketplace's listings: item numbers by UPC code. */
type Listed = Record<string, readonly string[]>;

const upcs = (count: number, from = 0) => Array.from({ length: count }, (_, index) => String(100_000 + from + index));
const listing = (codes: readonly string[]): Listed => Object.fromEntries(codes.map((code) => [code, [`9SI${code}`]]));
const valuesOf = ({ body }: HttpRequest) => JSON.parse(body!).Values as string[];

const stockOf = (listed: Listed) =>
  inMemoryPorts((request) => {
    const items = [...new Set(valuesOf(request).flatMap((code) => listed[code] ?? []))];
    if (items.length === 0) return serviceError('CT026', 400, 'No data found');
    const ItemList = items.reverse().map((ItemNumber) => ({
      ItemNumber,
      SellerPartNumber: `SKU ${ItemNumber}`,
      Condition: 1,
      InventoryAllocation: [{ WarehouseLocation: 'USA', AvailableQuantity: 1 }],
    }));
    return envelope({ ItemList, TotalCount: ItemList.length });
  });

function begin(ports: InMemoryPorts, values: readonly string[], before?: RememberedIdentifiers): Run {
  const input = { values, type: 'UPC code' };
  const catalog = () => readCatalog(ports.book, shop());
  return begun(inventory, input, { now: ports.clock.now(), catalog, ...(before ? { before } : {}) });
}

/** Runs a pull, and lists the number of codes in each call. */
function pull(ports: InMemoryPorts, values: readonly string[], before?: RememberedIdentifiers) {
  ports.wait(3_600_000);
  ports.requests.length = 0;
  const begun = begin(ports, values, before);
  saveRun(ports.document, begun);
  const stored = loadRun(ports.document, begun.id)!;
  const made = executed(ports, stored);
  const report = reportOf(made, START);
  const sizes = ports.requests.map((request) => valuesOf(request).length);
  return { ...report, sizes, planned: begun.planned.calls.byOperation.inventory };
}

const ones = (count: number) => Array<number>(count).fill(1);
const gone = (ports: InMemoryPorts) =>
  ports.book
    .rows('Inventory')
    .filter((row) => row['Gone since'] !== '')
    .map((row) => row['Item number']);
const catalog = (ports: InMemoryPorts) =>
  ports.book.rows('Catalog').map((row) => [row['UPC code'], row['Item number'], row['Seller part number']]);

describe('a pull by UPC code', () => {
  const codes = upcs(100);

  test('requests each unknown code separately, later all in one call, as planned', () => {
    const ports = stockOf(listing(codes));
    expect(pull(ports, codes)).toMatchObject({
      planned: 100,
      sizes: ones(100),
      notFound: [],
      rows: { added: 100 },
      notes: [expect.stringContaining("100 identifiers aren't in the Catalog")],
    });
    expect(catalog(ports)).toEqual(codes.map((code) => [code, `9SI${code}`, `SKU 9SI${code}`]));
    expect(pull(ports, codes)).toMatchObject({
      planned: 1,
      sizes: [100],
      notFound: [],
      rows: { added: 0, changed: 0, unchanged: 100, gone: 0 },
      notes: [],
    });
  });

  test('case 68: reports codes that are not listed, requested alone or with others', () => {
    const listed = listing(codes.slice(0, 3));
    const ports = stockOf(listed);
    expect(pull(ports, codes.slice(0, 5))).toMatchObject({ sizes: ones(5), notFound: codes.slice(3, 5) });
    expect(pull(ports, codes.slice(0, 5))).toMatchObject({ sizes: [3, 1, 1], notFound: codes.slice(3, 5) });
    delete listed[codes[1]!];
    expect(pull(ports, codes.slice(0, 5))).toMatchObject({
      sizes: [3, 1, 1],
      notFound: [codes[1], codes[3], codes[4]],
      rows: { gone: 1 },
    });
    expect(gone(ports)).toEqual([`9SI${codes[1]}`]);
    listed[codes[1]!] = [`9SI${codes[1]}`];
    expect(pull(ports, codes.slice(0, 5))).toMatchObject({
      notFound: codes.slice(3, 5),
      rows: { changed: 1 },
    });
    expect(gone(ports)).toEqual([]);
  });

  test('marks only items as gone that the Catalog has for the requested codes', () => {
    const listed = listing(codes.slice(0, 4));
    const ports = stockOf(listed);
    pull(ports, codes.slice(0, 4));
    delete listed[codes[1]!];
    delete listed[codes[2]!];
    expect(pull(ports, [codes[0]!, codes[1]!]).rows.gone).toBe(1);
    expect(gone(ports)).toEqual([`9SI${codes[1]}`]);
    ports.book.remove('Catalog');
    expect(pull(ports, [codes[0]!, codes[2]!])).toMatchObject({
      sizes: [1, 1],
      notFound: [codes[2]],
      rows: { gone: 0 },
    });
  });

  test('assigns a code shared by several items to each of them', () => {
    const ports = stockOf({ '12': ['9SI1', '9SI2'], '13': ['9SI3'] });
    pull(ports, ['12', '13']);
    expect(new Set(catalog(ports).map(([upc, item]) => `${upc} ${item}`))).toEqual(
      new Set(['12 9SI1', '12 9SI2', '13 9SI3']),
    );
    expect(pull(ports, ['12', '13'])).toMatchObject({ sizes: [2], notFound: [] });
  });

  test('fills in the row in which the code was typed', () => {
    const ports = stockOf({ '12': ['9SI1'] });
    keepItems(ports.book, inventory, [{ about: 'item', traits: { upcCode: '012', title: 'Mine' } }], START);
    pull(ports, ['12', '13']);
    expect(catalog(ports)).toEqual([['012', '9SI1', 'SKU 9SI1']]);
    expect(ports.book.rows('Catalog')).toMatchObject([{ Title: 'Mine', 'Stock polled': expect.any(Date) }]);
    expect(pull(ports, ['0012']).sizes).toEqual([1]);
  });

  test('requests a code separately if its row has no item', () => {
    const ports = stockOf(listing(codes));
    const facts = codes.slice(0, 3).map((upcCode) => ({ about: 'item' as const, traits: { upcCode } }));
    keepItems(ports.book, inventory, facts, START);
    expect(pull(ports, codes.slice(0, 4)).sizes).toEqual(ones(4));
  });

  test('reports an item as found for every code that it has in the Catalog', () => {
    const ports = stockOf({ '12': ['9SI1'], '13': ['9SI1'] });
    pull(ports, ['12']);
    const sheet = ports.book.sheet('Catalog');
    sheet.cells.push(sheet.cells[1]!.map((cell, at) => (sheet.cells[0]![at] === 'UPC code' ? '13' : cell)));
    expect(pull(ports, ['12', '13'])).toMatchObject({
      sizes: [2],
      notFound: [],
      notes: [expect.stringContaining('conflicting item data')],
    });
  });

  test('requests all codes separately again after the Catalog was deleted', () => {
    const ports = stockOf(listing(codes.slice(0, 10)));
    pull(ports, codes.slice(0, 10));
    expect(pull(ports, codes.slice(0, 10)).sizes).toEqual([10]);
    ports.book.remove('Catalog');
    expect(pull(ports, codes.slice(0, 10))).toMatchObject({
      planned: 10,
      sizes: ones(10),
      rows: { unchanged: 10 },
    });
  });

  test('requests at most 200 codes separately per pull, and the next pull continues', () => {
    const many = upcs(410);
    const ports = stockOf(listing(many));
    const first = pull(ports, many);
    expect(first).toMatchObject({ planned: 203, notFound: [], rows: { added: 410 } });
    expect(first.sizes).toEqual([100, 100, 10, ...ones(200)]);
    const second = pull(ports, many);
    expect(second.sizes).toEqual([100, 100, 10, ...ones(200)]);
    expect(pull(ports, many).sizes).toEqual([100, 100, 100, 100, ...ones(10)]);
    expect(pull(ports, many)).toMatchObject({ planned: 5, sizes: [100, 100, 100, 100, 10], notFound: [] });
  });

  test('finds the listed codes even if hundreds are not listed', () => {
    const many = upcs(300);
    const listed = many.slice(250);
    const ports = stockOf(listing(listed));
    let found = new Set<unknown>();
    for (let turn = 0; turn < 8 && found.size < listed.length; turn++) {
      pull(ports, many);
      found = new Set(catalog(ports).map(([upc]) => upc));
    }
    expect(found).toEqual(new Set(listed));
  });

  test('keeps earlier refused codes in their own call', () => {
    const ports = stockOf(listing(codes));
    const before = new Map(codes.slice(0, 2).map((code) => [code, 'isolated'] as const));
    expect(pull(ports, codes.slice(0, 5), before).sizes).toEqual([2, ...ones(3)]);
  });

  test('uses the singular in the note for one code', () => {
    const { notes } = pull(stockOf(listing(codes)), codes.slice(0, 1));
    expect(notes).toEqual([expect.stringMatching(/^1 identifier isn't in the Catalog/)]);
  });
});

describe('a response with items without a known code', () => {
  const known: Listed = { '11': ['9SI1'], '12': ['9SI2'], '13': ['9SI3'] };

  test('reports no code as missing, because an item may have a new number', () => {
    const listed = { ...known };
    const ports = stockOf(listed);
    pull(ports, Object.keys(known));
    listed['12'] = ['9SI9'];
    expect(pull(ports, Object.keys(known))).toMatchObject({
      notFound: [],
      notes: [],
      rows: { added: 1, gone: 1 },
    });
    delete listed['13'];
    expect(pull(ports, Object.keys(known))).toMatchObject({
      notFound: [],
      notes: ["No data for 1 identifier. The marketplace doesn't say which one."],
    });
    expect(gone(ports)).toEqual(['9SI2', '9SI3']);
  });

  test('reports missing codes again once the Catalog has another code for the item', () => {
    const listed = { ...known, '11': ['9SI1', '9SI8'] };
    const ports = stockOf(known);
    pull(ports, Object.keys(known));
    const others = { ...stockOf({ '11': listed['11'], '12': known['12']! }), book: ports.book };
    expect(pull(others, Object.keys(known)).notFound).toEqual([]);
    keepItems(ports.book, inventory, [{ about: 'item', traits: { itemNumber: '9SI8', upcCode: '88' } }], START);
    expect(pull(others, Object.keys(known)).notFound).toEqual(['13']);
  });
});

describe('a response to known and unknown codes', () => {
  const [one, other, unknown] = ['11', '12', '13'];
  const rows = [one, other].map((upcCode) => ({ upcCode, itemNumber: `9SI${upcCode}` }));
  const params = { type: '2', values: [one, other, unknown] };
  const ties = matchesFor(inventory, params, () => rows);
  const answer = (...numbers: string[]) =>
    unanswered({ params, records: numbers.map((itemNumber) => ({ itemNumber })) }, 'values', ties);

  test.each<[string[], string[], number]>([
    [['9SI11'], [other], 1],
    [['9si11', '9SI12'], [], 1],
    [['9SI11', '9SI99'], [], 1],
    [['9SI98', '9SI99'], [], 1],
    [['9SI11', '9SI12', '9SI99'], [], 0],
  ])('with items %j reports %j as missing and %i as uncertain', (numbers, notFound, count) => {
    expect(answer(...numbers)).toEqual({ notFound, count });
  });

  test('is matched by item number for the known codes only', () => {
    const asked = (...values: string[]) => byItems(inventory, [{ ...params, values }], ties);
    expect(asked(one, unknown)).toEqual([{ type: '0', values: ['9SI11'] }]);
    expect(asked(unknown)).toEqual([]);
    expect(byItems(inventory, [{ ...params, values: [one] }], undefined)).toEqual([]);
    expect(byItems(inventory, [{ type: '1', values: ['A'] }], undefined)).toEqual([{ type: '1', values: ['A'] }]);
  });
});

test("requests by item number or part number don't read the Catalog", () => {
  const read = () => {
    throw new Error('It was read.');
  };
  for (const input of [{ values: ['9SI1', 'A'] }, { values: ['12'], type: '1' }])
    expect(begun(inventory, input, { catalog: read }).identifiers.size).toBe(0);
});
