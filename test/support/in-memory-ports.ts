/** All ports of a run or sidebar call, in memory; a test's function plays the marketplace. */
import type { Ports } from '../../src/app/ports.ts';
import { executionBudget } from '../../src/limits/ledger-gate.ts';
import { CONSUMER, quotasOf } from '../../src/limits/quotas.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { MINUTE } from '../../src/protocol/time.ts';
import { noWarehouse } from '../../src/schedule/ports.ts';
import { InMemoryBook } from './in-memory-book.ts';
import { inMemoryLaidSheets } from './in-memory-laid-sheets.ts';
import { quotaStore } from './in-memory-quota-store.ts';
import { type InMemoryStore, inMemoryStore } from './in-memory-store.ts';

export interface InMemoryPorts extends Ports {
  readonly book: InMemoryBook;
  readonly user: InMemoryStore;
  readonly document: InMemoryStore;
  readonly requests: HttpRequest[];
  readonly logged: string[];
  /** Formulas written into the active cell. */
  readonly written: string[];
  readonly mails: Parameters<Ports['mail']['send']>[0][];
  /** Number of times the sheet lock was acquired. */
  holds: number;
  /** Milliseconds for which another execution holds the lock. */
  busyFor: number;
  /** Moves the clock, which otherwise moves only during calls and sleeps. */
  wait(milliseconds: number): void;
}

export const START = Date.UTC(2025, 5, 16, 12);
/** Milliseconds per batch of calls. */
export const BATCH_TIME = 10_000;

export function inMemoryPorts(answer: (request: HttpRequest) => HttpResult): InMemoryPorts {
  let now = START;
  let ids = 0;
  const ledgerStore = quotaStore();
  const quotas = quotasOf(quotaStore(), CONSUMER);
  const budget = () => {
    const terms = { use: 'person', endsBy: now + 360_000, asleep: 20_000 } as const;
    return executionBudget([ledgerStore], quotas, terms, { atOnce: 20, batch: BATCH_TIME }, () => now);
  };
  let interval: number | undefined;
  const cached = new Map<string, string>();
  const made: InMemoryPorts = {
    book: new InMemoryBook(),
    user: inMemoryStore(),
    document: inMemoryStore(),
    requests: [],
    logged: [],
    holds: 0,
    busyFor: 0,
    wait: (milliseconds) => {
      now += milliseconds;
    },
    clock: {
      now: () => now,
      sleep: (milliseconds) => {
        now += milliseconds;
      },
    },
    random: () => 0.5,
    gate: (of, until) => budget().gate(of, until),
    planInput: (of) => ({
      now,
      usages: (operation) => budget().ledger(of).usages(operation, now),
      budget: quotas.budget('person'),
    }),
    availability: (of, at) => budget().ledger(of).availability(of.operation, at),
    settle: () => undefined,
    warehouse: noWarehouse,
    tick: () => made.book.find('Status') !== undefined,
    fetchesLeft: () => quotas.left('person', now).fetches,
    trigger: {
      install: () => {
        interval = 10 * MINUTE;
        return interval;
      },
      uninstall: () => {
        interval = undefined;
      },
      interval: () => interval,
    },
    unique: () => `run${++ids}`,
    written: [],
    writeFormula: (formula) => {
      made.written.push(formula);
      return 'Sheet1!A1';
    },
    log: (message) => made.logged.push(message),
    laid: inMemoryLaidSheets(),
    platform: {
      version: '1.0.0',
      build: () => 'bound',
      locale: () => 'en_US',
      workbook: () => ({ id: 'book', name: 'Book', url: 'https://sheets.test/d/book/edit' }),
      sheets: () => made.book.tables().map((name) => ({ name, rows: 2, columns: 3 })),
    },
    mails: [],
    mail: {
      isAllowed: () => true,
      left: () => 100,
      address: () => 'a@x',
      send: (message) => made.mails.push(message),
    },
    demoShop: () => {
      throw new Error('This test has no demo shop.');
    },
    cache: {
      getAll: (keys) => Object.fromEntries(keys.flatMap((key) => (cached.has(key) ? [[key, cached.get(key)!]] : []))),
      putAll: (texts) => {
        for (const [key, text] of Object.entries(texts)) cached.set(key, text);
      },
    },
    exclusively: (work, wait = 30_000) => {
      now += Math.min(wait, made.busyFor);
      if (made.busyFor > wait) throw new MarketError('MARKET_TABLE', 'Others write.');
      made.busyFor = 0;
      made.holds++;
      return work();
    },
    http: {
      fetchAll: (requests) => {
        now += BATCH_TIME;
        made.requests.push(...requests);
        return requests.map(answer);
      },
    },
  };
  return made;
}
