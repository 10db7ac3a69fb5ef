/** Compares the announced total with the returned records, for any sequence of pages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import { reportOf } from '../../src/pull/report.ts';
import type { Run } from '../../src/pull/run.ts';
import { loadRun, saveRun } from '../../src/pull/stored-run.ts';
import { runs } from '../effort.ts';
import type { Paged, SentRequest } from '../operations/example.ts';
import { everyExample } from '../operations/registry.ts';
import { envelope, json } from '../protocol/arrivals.ts';
import { begun } from '../support/begun-run.ts';
import { executed } from '../support/executed.ts';
import { type InMemoryPorts, inMemoryPorts } from '../support/in-memory-ports.ts';

/** What a page announces; undefined members are omitted. */
interface Announced {
  readonly total?: number;
  readonly pages?: number;
}

const PAGED: Readonly<Record<string, Paged>> = Object.fromEntries(
  everyExample.flatMap(({ id, paged }) => (paged ? [[id, paged] as const] : [])),
);
const IDS = Object.keys(PAGED) as OperationId[];

interface Sent extends Announced {
  readonly names: readonly string[];
}

/** A service that sends these pages for each unit, then empty pages. */
function sending(id: OperationId, units: Readonly<Record<string, readonly Sent[]>>) {
  const { asked, answer } = PAGED[id]!;
  const served = new Map<string, Sent[]>();
  const ports = inMemoryPorts((request) => {
    const { unit, page } = asked(request as SentRequest);
    const pages = units[unit] ?? units['']!;
    const { names, ...announced } = pages[page - 1] ?? { ...pages[pages.length - 1], names: [] };
    served.set(unit, [...(served.get(unit) ?? []), { names, ...announced }]);
    return json(answer(names, unit, announced));
  });
  return { ports, served };
}

/** Runs a pull to its end in executions of `milliseconds`, storing the run between them. */
function pulled(ports: InMemoryPorts, id: OperationId, units: number, milliseconds: number): Run {
  let run = begun(operations[id], PAGED[id]!.input(units));
  do {
    saveRun(ports.document, run);
    const until = ports.clock.now() + milliseconds;
    const before = loadRun(ports.document, run.id)!;
    run = executed(ports, before, { until });
  } while (run.state === 'running');
  return run;
}

const namesIn = (ports: InMemoryPorts, id: OperationId) =>
  ports.book.rows(PAGED[id]!.table).map((row) => String(row[PAGED[id]!.shows]));

const numbered = (from: number, length: number) =>
  Array.from({ length }, (_, index) => `n${from + index}`.padStart(5, 'n')).map((name) => name.replace(/^n+/, 'n'));

/** Pages cut from a list of records at any position: full, short, empty, shifted, or repeated. */
const pages = (id: OperationId) => {
  const length = fc.oneof(fc.constantFrom(0, 100, 25, 20), fc.integer({ min: 0, max: 100 }));
  const cut = fc.record({ shift: fc.integer({ min: -120, max: 40 }), length });
  const announcement = fc.record({
    more: fc.oneof(fc.constant(0), fc.integer({ min: -30, max: 200 })),
    hasTotal: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  });
  return fc.array(fc.tuple(cut, announcement), { minLength: 1, maxLength: 6 }).map((drawn) => {
    let next = 0;
    let start = 0;
    const cuts = drawn.map(([{ shift, length }]) => {
      // Records without an identity are matched by their neighbors, so pages must not start before the previous page.
      const least = id === 'lookup-report' ? start : 0;
      const moved = Math.max(least, next + (shift > -60 && shift < 20 ? 0 : shift));
      // A page's last record and the next page's first may be different records.
      const from = moved === next - 1 ? next : moved;
      next = from + length;
      if (length > 0) start = from;
      return numbered(from, length);
    });
    const all = new Set(cuts.flat()).size;
    return cuts.map((names, index): Sent => {
      const { more, hasTotal } = drawn[index]![1];
      const pageCount = id === 'orders' || id === 'lookup-report' ? { pages: cuts.length } : {};
      return hasTotal ? { names, total: Math.max(0, all + more), ...pageCount } : { names, ...pageCount };
    });
  });
};

describe.each(IDS)('%s', (id) => {
  test('writes each returned record once, and is done only if all announced records are returned', () => {
    const units = id === 'price-history' || id === 'ad-performance' ? 3 : 1;
    fc.assert(
      fc.property(
        fc.array(pages(id), { minLength: units, maxLength: units }),
        fc.constantFrom(1, 3_600_000),
        (drawn, milliseconds) => {
          const byUnit = units === 1 ? { '': drawn[0]! } : Object.fromEntries(drawn.map((each, unit) => [unit, each]));
          const { ports, served } = sending(id, byUnit);
          const run = pulled(ports, id, units, milliseconds);
          const distinct = [...served.values()].map((sent) => new Set(sent.flatMap(({ names }) => names)));
          expect(namesIn(ports, id).sort()).toEqual(distinct.flatMap((names) => [...names]).sort());
          const isWhole = [...served.values()].every(
            (sent, unit) =>
              distinct[unit]!.size >= Math.min(...sent.map(({ total = Number.POSITIVE_INFINITY }) => total)) ||
              sent.every(({ total }) => total === undefined),
          );
          expect(run.state).toBe(isWhole ? 'done' : 'partial');
          expect(run.records).toBe(namesIn(ports, id).length);
        },
      ),
      { numRuns: runs(4, 300) },
    );
  });

  test('writes a page once if the service repeats it for every page number', () => {
    const page = { names: numbered(0, 20), total: 240, pages: 12 };
    const { ports } = sending(id, { '': Array.from({ length: 12 }, () => page) });
    const run = pulled(ports, id, 1, 3_600_000);
    expect(namesIn(ports, id)).toHaveLength(20);
    expect(run.state).toBe('partial');
    expect(reportOf(run, 0).errors).toMatchObject([
      { code: 'MARKET_BAD_ANSWER', message: expect.stringContaining('reported 240 records but sent 20') },
    ]);
  });
});

describe('requests announced pages', () => {
  const page = (from: number, length: number, total = 250): Sent => ({
    names: numbered(from, length),
    total,
    pages: Math.ceil(total / 100),
  });

  test.each<[string, readonly Sent[], number, string]>([
    ['after an empty page', [page(0, 100), page(0, 0), page(100, 50)], 150, 'partial'],
    ['after an empty first page', [page(0, 0, 200), page(0, 100, 200)], 100, 'partial'],
    ['after a short page', [page(0, 100), page(100, 20), page(120, 50)], 170, 'partial'],
    ['even if an empty page announces fewer', [page(0, 100), page(0, 0, 150), page(100, 50)], 150, 'done'],
    ['once, when the only page has fewer records than announced', [page(0, 7, 42)], 7, 'partial'],
    ['until two pages are empty', [page(0, 100, 500), page(0, 0, 500), page(0, 0, 500)], 100, 'partial'],
  ])('%s', (_, sent, rows, state) => {
    for (const id of ['orders', 'lookup-report'] as const) {
      const { ports } = sending(id, { '': sent });
      expect([pulled(ports, id, 1, 3_600_000).state, namesIn(ports, id).length]).toEqual([state, rows]);
    }
  });

  test('requests only one more page after an empty first page', () => {
    const { ports } = sending('orders', { '': [page(0, 0, 5000)] });
    pulled(ports, 'orders', 1, 3_600_000);
    expect(ports.requests).toHaveLength(2);
  });

  test('derives the page count from a full page if the service announces none', () => {
    const sent = [numbered(0, 25), [], numbered(25, 25), numbered(50, 5)].map((names) => ({
      names,
      total: 80,
    }));
    const { ports } = sending('price-history', { '': sent });
    expect(pulled(ports, 'price-history', 1, 3_600_000).state).toBe('partial');
    expect(namesIn(ports, 'price-history')).toHaveLength(55);
  });
});

test('keeps two equal records on one page as two, and the same record on two pages as one', () => {
  const log = { MarketItemNumber: '9SI0', TargetUnitPrice: 1, RequestTimeStamp: '2025-06-10T07:41:12-07:00' };
  const other = { ...log, TargetUnitPrice: 2 };
  const ports = inMemoryPorts(({ url }) =>
    url.includes('pageindex=1&')
      ? envelope({ PriceLogs: [log, log, other], TotalCount: 5 })
      : envelope({ PriceLogs: [other, { ...log, TargetUnitPrice: 3 }], TotalCount: 6 }),
  );
  const run = pulled(ports, 'price-history', 1, 3_600_000);
  expect(ports.book.rows('Price log')).toHaveLength(4);
  expect(reportOf(run, 0).errors[0]?.message).toContain('reported 5 records but sent 4');
});

test('marks no row as gone if fewer records are returned than announced', () => {
  const keyword = (names: readonly string[], total: number) => ({ '': [{ names, total }] });
  const { ports } = sending('keywords', keyword(numbered(0, 3), 3));
  pulled(ports, 'keywords', 1, 3_600_000);
  const later = sending('keywords', keyword(numbered(0, 2), 3)).ports;
  const run = pulled({ ...later, book: ports.book }, 'keywords', 1, 3_600_000);
  expect(run.state).toBe('partial');
  expect(ports.book.rows('Keywords').map((row) => row['Gone since'])).toEqual(['', '', '']);
});
