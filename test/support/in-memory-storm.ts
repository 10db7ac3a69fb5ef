/**
 * Simulates many formulas of one workbook in memory: 30 run in parallel, and a test controls the order of their steps.
 */
import { evaluate } from '../../src/formulas/evaluate.ts';
import type { CellInput, Input, Output } from '../../src/formulas/formula.ts';
import { findFormula } from '../../src/formulas/functions/registry.ts';
import type { Cache, Ports, Workbook } from '../../src/formulas/ports.ts';
import { answerQueries } from '../../src/formulas/queue/answer-queries.ts';
import type { Connection } from '../../src/protocol/connection.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { OPEN_GATE } from '../protocol/open-gate.ts';
import { type Outside, Stepwise } from './stepwise.ts';

export const START = Date.parse('2025-06-16T18:00:00Z');

/** Milliseconds per external call. */
const LATENCY = { cache: 20, sheet: 200, call: 900 };

const AT_ONCE = 30;

export interface Cell {
  readonly name: string;
  readonly inputs: readonly Input[];
}

export interface Shown {
  readonly value: Output | undefined;
  readonly error: { readonly code: string; readonly message: string } | undefined;
  /** Milliseconds. */
  readonly took: number;
}

interface Running {
  readonly index: number;
  readonly work: Stepwise<Output>;
  readonly started: number;
  wakes: number;
}

export interface Storm {
  /** Each cell's result; undefined if it was killed. */
  readonly shown: readonly (Shown | undefined)[];
  /** Milliseconds from first to last cell. */
  readonly took: number;
}

export interface Chance {
  /** An integer from 0 to `count` - 1. */
  below(count: number): number;
}

/** A seeded generator (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed;
  return {
    below: (count) => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
    },
  };
}

export class InMemoryShop {
  now = START;
  readonly cache = new Map<string, { text: string; until: number }>();
  /** Identifiers of each call. */
  readonly calls: string[][] = [];
  readonly rounds: number[] = [];
  connectionsRead = 0;
  /** Called after each step; can kill the execution. */
  afterStep: (step: { readonly isLeading: boolean; readonly isStepOf: number }) => 'kill' | undefined = () => undefined;
  stockOf: (id: string) => number | undefined = (id) => id.length;
  respond: (request: HttpRequest) => HttpResult | undefined = () => undefined;
  workbook: Workbook = {
    ownColumn: () => 1,
    sheets: () => [],
    sheet: () => undefined,
    named: () => undefined,
  };
  tables: Ports['tables'] = () => undefined;
  completeSince: number | undefined;
  #leader: Running | undefined;

  run(cells: readonly Cell[], chance: Chance): Storm {
    const shown: (Shown | undefined)[] = cells.map(() => undefined);
    const queue = cells.map((_, index) => index);
    const start = this.now;
    let running: Running[] = [];
    while (queue.length > 0 || running.length > 0) {
      while (running.length < AT_ONCE && queue.length > 0) running.push(this.#begin(cells, queue.shift()!, chance));
      const ready = running.filter(({ wakes }) => wakes <= this.now);
      if (ready.length === 0) {
        this.now = Math.min(...running.map(({ wakes }) => wakes));
        continue;
      }
      const next = ready[chance.below(ready.length)]!;
      next.work.step();
      const isKilled = this.afterStep({ isLeading: this.#leader === next, isStepOf: next.index }) === 'kill';
      const { outcome } = next.work;
      if (outcome) shown[next.index] = shownBy(outcome, this.now - next.started);
      if (!outcome && !isKilled) continue;
      running = running.filter((each) => each !== next);
    }
    return { shown, took: this.now - start };
  }

  /** A cache without delays, for work outside of formulas. */
  openCache(): Cache {
    return {
      getAll: (keys) => this.#texts(keys),
      putAll: (texts, seconds) => this.#put(texts, seconds),
      removeAll: (keys) => {
        for (const key of keys) this.cache.delete(key);
      },
    };
  }

  evict(chance: Chance): void {
    for (const key of [...this.cache.keys()]) if (chance.below(2) === 0) this.cache.delete(key);
  }

  #begin(cells: readonly Cell[], index: number, chance: Chance): Running {
    const { name, inputs } = cells[index]!;
    const numbers = Array.from({ length: 64 }, () => chance.below(2 ** 30) / 2 ** 30);
    const running: Running = {
      index,
      started: this.now,
      wakes: this.now,
      work: new Stepwise((outside) => {
        const ports = this.#ports(running, outside, numbers);
        return evaluate(findFormula(name), inputs, ports, (queries) => answerQueries(ports, queries));
      }),
    };
    return running;
  }

  #ports(running: Running, outside: Outside, numbers: readonly number[]): Ports {
    let drawn = 0;
    const taking =
      <R>(milliseconds: number, deed: () => R) =>
      () => {
        running.wakes = this.now + milliseconds;
        return deed();
      };
    const clock = {
      now: () => outside(() => this.now, 'look'),
      sleep: (milliseconds: number) => outside(taking(milliseconds, () => undefined)),
    };
    const cache: Cache = {
      getAll: (keys) => outside(taking(LATENCY.cache, () => this.#texts(keys))),
      putAll: (texts, seconds) =>
        outside(
          taking(LATENCY.cache, () => {
            if ('leader' in texts) this.#leader = running;
            this.#put(texts, seconds);
          }),
        ),
      removeAll: (keys) =>
        outside(
          taking(LATENCY.cache, () => {
            for (const key of keys) this.cache.delete(key);
            if (keys.includes('leader')) this.#leader = undefined;
          }),
        ),
    };
    return {
      clock,
      random: () => numbers[drawn++ % numbers.length]!,
      cache,
      catalogTexts: cache,
      owner: { name: 'Shop', version: '314', storefronts: ['main', 'business'] },
      fingerprint: 'shop',
      zone: 'America/New_York',
      freshness: () => undefined,
      quota: () => ({ left: 7, nextAt: null, cap: 10 }),
      checkConnection: () => undefined,
      connection: () =>
        outside(() => {
          this.connectionsRead++;
          return CONNECTION;
        }),
      access: (_, { until, beforeCalls }) => ({
        network: {
          gate: OPEN_GATE,
          clock,
          until,
          random: () => 0.5,
          http: {
            fetchAll: (requests) => {
              beforeCalls();
              return outside(taking(LATENCY.call, () => this.#fetch(requests)));
            },
          },
        },
        close: () => undefined,
      }),
      workbook: this.workbook,
      tables: this.tables,
      completeSince: () => this.completeSince,
    };
  }

  #put(texts: Readonly<Record<string, string>>, seconds: number): void {
    for (const [key, text] of Object.entries(texts)) {
      if (text.length > 102_400) throw new Error('Argument too large: value');
      this.cache.set(key, { text, until: this.now + seconds * 1000 });
    }
  }

  #texts(keys: readonly string[]): Record<string, string> {
    const found = keys.flatMap((key) => {
      const kept = this.cache.get(key);
      return kept && kept.until > this.now ? [[key, kept.text] as const] : [];
    });
    return Object.fromEntries(found);
  }

  #fetch(requests: readonly HttpRequest[]): HttpResult[] {
    this.rounds.push(requests.length);
    return requests.map((request) => {
      const { Values } = JSON.parse(request.body!) as { Values: string[] };
      this.calls.push(Values);
      return this.respond(request) ?? inventoryOf(Values, this.stockOf);
    });
  }
}

/** The marketplace's response with the stock of these parts. */
export function inventoryOf(ids: readonly string[], stockOf: (id: string) => number | undefined): HttpResult {
  const ItemList = ids.flatMap((id) => {
    const stock = stockOf(id);
    if (stock === undefined) return [];
    const InventoryAllocation = [{ WarehouseLocation: 'USA', AvailableQuantity: stock }];
    return [{ ItemNumber: `9SI${id}`, SellerPartNumber: id, InventoryAllocation }];
  });
  const text = JSON.stringify({ IsSuccess: true, SellerID: 'A1', ResponseBody: { ItemList } });
  return { status: 200, headers: { 'content-type': 'application/json' }, text };
}

export const CONNECTION: Connection = {
  name: 'Shop',
  baseUrl: 'https://market.test',
  sellerId: 'A1',
  apiKey: 'key-of-the-shop',
  secretKey: 'secret-of-the-shop',
  format: 'json',
  version: '314',
  storefronts: ['main', 'business'],
};

function shownBy(outcome: { value: Output } | { error: unknown }, took: number): Shown {
  if ('value' in outcome) return { value: outcome.value, error: undefined, took };
  const { code, message } = outcome.error as { code?: string; message: string };
  if (code === undefined) throw outcome.error;
  return { value: undefined, error: { code, message }, took };
}

/** A sheet with formulas and their arguments. */
export function sheetOf(name: string, texts: readonly (readonly CellInput[])[]) {
  const at = (row: number, column: number) => texts[row - 1]?.[column - 1] ?? '';
  const grid = <R>(
    { top, left, bottom, right }: { top: number; left: number; bottom: number; right: number },
    of: (cell: CellInput) => R,
  ) =>
    Array.from({ length: bottom - top + 1 }, (_, row) =>
      Array.from({ length: right - left + 1 }, (_, column) => of(at(top + row, left + column))),
    );
  const isFormula = (cell: CellInput): cell is string => typeof cell === 'string' && cell.startsWith('=');
  return {
    name,
    rows: texts.length,
    columns: Math.max(0, ...texts.map((row) => row.length)),
    formulas: (area: Parameters<typeof grid>[0]) => grid(area, (cell) => (isFormula(cell) ? cell : '')),
    values: (area: Parameters<typeof grid>[0]) => grid(area, (cell) => (isFormula(cell) ? 'Loading...' : cell)),
  };
}
