import { describe, expect, test } from 'vitest';
import { executionBudget, reservingAhead } from '../../src/limits/ledger-gate.ts';
import { CONSUMER, NONE, quotasOf, type Use } from '../../src/limits/quotas.ts';
import { IN_FLIGHT } from '../../src/limits/usage.ts';
import type { Capped } from '../../src/protocol/connection.ts';
import { quotaStore } from '../support/in-memory-quota-store.ts';
import { BACK, CAP, HOUR, ledgerIn, left, MINUTE, NOW, OPERATION, SECOND } from '../support/small-ledger.ts';

const MOST = 20;
const of = { seller: 'A1B2', operation: OPERATION, cap: CAP };

/** A workbook and its owner, with the full cap; each test controls the clock. */
function setting() {
  const [usages, days] = [quotaStore(), quotaStore()];
  const clock = { now: NOW };
  const ledger = ledgerIn(usages);
  const quotas = quotasOf(days, CONSUMER);
  const open = (use: Use = 'person', shop: Capped = of) => {
    const longest = use === 'formula' ? 30 * SECOND : 6 * MINUTE;
    const terms = { use, endsBy: clock.now + longest, asleep: 20 * SECOND };
    const budget = executionBudget([usages], quotas, terms, { atOnce: MOST, batch: SECOND }, () => clock.now);
    // In a formula, closing the gate closes the whole budget.
    const closed = use === 'formula' ? () => budget.close() : undefined;
    return { ...budget, gate: budget.gate(shop, clock.now + 4 * MINUTE, closed) };
  };
  return { usages, days, clock, ledger, quotas, open };
}

const sent = (count: number, at = NOW) => ({ at, count, unanswered: 0 });
const openCalls = { calls: MOST, isReserved: true };

test('reserves calls together, admits them in batches, and returns unused ones', () => {
  const { usages, ledger, open } = setting();
  const { gate } = open();
  expect(gate.admit(45, MOST)).toMatchObject(openCalls);
  expect(left(ledger, NOW)).toBe(CAP - 45);
  gate.sent(sent(MOST));
  expect(gate.admit(25, MOST)).toMatchObject(openCalls);
  gate.sent(sent(MOST));
  expect(gate.admit(5, MOST)).toMatchObject({ calls: 5 });
  expect(usages.writes).toBe(1);
  gate.close();
  expect(left(ledger, NOW)).toBe(CAP - 40);
});

test('reserves the given number of calls ahead and admits only as many as requested', () => {
  const { ledger, open } = setting();
  const gate = reservingAhead(open().gate, 10);
  expect(gate.admit(1, MOST)).toMatchObject({ calls: 1 });
  expect(left(ledger, NOW)).toBe(CAP - 10);
  gate.sent(sent(1));
  gate.close();
  expect(left(ledger, NOW)).toBe(CAP - 1);
});

describe('a formula', () => {
  test("that made all reserved calls doesn't settle; the calls are spent when the execution must have ended", () => {
    const { usages, days, ledger, open, clock } = setting();
    const { gate } = open('formula');
    expect(gate.admit(2, 2)).toMatchObject({ calls: 2 });
    clock.now += 3 * SECOND;
    gate.sent(sent(2, clock.now));
    gate.close();
    expect([usages.writes, days.writes]).toEqual([1, 1]);
    expect(left(ledger, clock.now)).toBe(CAP - 2);
    const ended = NOW + 30 * SECOND + IN_FLIGHT;
    expect([left(ledger, ended + BACK - SECOND), left(ledger, ended + BACK)]).toEqual([CAP - 2, CAP]);
  });

  test.each([
    ['returns unused calls', 5, 3],
    ['charges repeated calls', 5, 7],
    ['returns everything when the cap is nearly used up', 50, 50],
  ])('%s', (_, wanted, made) => {
    const { usages, ledger, open } = setting();
    const { gate } = open('formula');
    gate.admit(wanted, wanted);
    gate.sent(sent(made));
    gate.close();
    expect(usages.writes).toBe(2);
    expect(left(ledger, NOW)).toBe(CAP - made);
  });

  test('reopens the day after a pause when its call succeeds', () => {
    const { quotas, days, open, clock } = setting();
    quotas.refused(clock.now);
    clock.now += 2 * MINUTE;
    const writes = days.writes;
    const { gate } = open('formula');
    gate.admit(1, 1);
    gate.sent(sent(1, clock.now));
    gate.close();
    expect(days.writes).toBe(writes + 2);
    expect(quotas.budget('formula').day.closed).toBe(0);
  });
});

test("the demo shop's calls are counted per hour but not per day, because they don't use the network", () => {
  const { days, ledger, open } = setting();
  const budget = open('person', { ...of, isDemo: true });
  const { gate } = budget;
  expect(gate.admit(45, MOST)).toMatchObject(openCalls);
  gate.sent(sent(MOST));
  expect(budget.spent()).toBe(0);
  gate.close();
  budget.close();
  expect(left(ledger, NOW)).toBe(CAP - MOST);
  expect(days.writes).toBe(0);
});

test('reserves more when all reserved calls are used, and charges repeated calls', () => {
  const { ledger, open } = setting();
  const { gate } = open();
  gate.admit(10, 10);
  gate.sent(sent(13));
  expect(gate.admit(10, 10)).toMatchObject({ calls: 10 });
  expect(left(ledger, NOW)).toBe(CAP - 23);
});

describe('admits no call', () => {
  test('while the cap is used up, and returns the time of the next free call', () => {
    const { ledger, open, clock } = setting();
    const { loan } = ledger.reserve(OPERATION, CAP, { now: NOW, endsBy: NOW + MINUTE });
    ledger.settle(loan!, [{ at: NOW, count: CAP }], NOW);
    clock.now += MINUTE;
    expect(open().gate.admit(1, 1)).toEqual({ calls: 0, next: NOW + BACK, isReserved: false, because: 'cap' });
    clock.now = NOW + BACK - 10 * SECOND;
    expect(open().gate.admit(1, 1)).toEqual({ calls: 0, next: NOW + BACK, isReserved: true, because: 'cap' });
  });

  test('while another execution holds the ledger, and suggests trying again after a minute', () => {
    const { usages, open, quotas } = setting();
    usages.isHeldByOthers = true;
    const budget = open();
    expect(budget.gate.admit(1, 1)).toEqual({
      calls: 0,
      next: NOW + MINUTE,
      isReserved: false,
      because: 'busy',
    });
    budget.close();
    expect(quotas.left('formula', NOW).fetches).toBe(CONSUMER.fetches);
  });

  test("when the day's fetches are used up, and returns the time of the next one", () => {
    const { quotas, open, ledger } = setting();
    quotas.take('formula', { ...NONE, fetches: CONSUMER.fetches }, NOW - HOUR);
    expect(open().gate.admit(1, 1)).toEqual({
      calls: 0,
      next: NOW + 23 * HOUR,
      isReserved: false,
      because: 'day',
    });
    expect(left(ledger, NOW)).toBe(CAP);
  });

  test('after a refusal, in any execution, until the retry time', () => {
    const { open, clock } = setting();
    const { gate } = open();
    const retryAt = NOW + 10 * MINUTE;
    gate.admit(30, MOST);
    gate.sent({ ...sent(MOST), refusal: { at: NOW, count: 2, retryAt } });
    clock.now += SECOND;
    expect(gate.admit(10, MOST)).toEqual({ calls: 0, next: retryAt, isReserved: false, because: 'cap' });
    expect(open().gate.admit(10, MOST)).toMatchObject({ calls: 0, because: 'cap' });
  });

  test('after Google blocks fetches: first for a minute, then for the rest of the day', () => {
    const { open, quotas, clock } = setting();
    const budget = open();
    budget.gate.admit(30, MOST);
    budget.gate.sent(sent(MOST));
    budget.gate.heldBack();
    const closed = { calls: 0, isReserved: false };
    expect(budget.gate.admit(1, 1)).toEqual({ ...closed, next: NOW + MINUTE, because: 'pause' });
    clock.now += MINUTE;
    expect(budget.gate.admit(1, 1)).toMatchObject({ calls: 1 });
    budget.gate.sent(sent(1));
    budget.gate.heldBack();
    expect(budget.gate.admit(1, 1)).toMatchObject({ ...closed, because: 'day' });
    budget.gate.close();
    budget.close();
    expect(quotas.left('formula', clock.now).fetches).toBe(0);
  });

  test('only for a minute if a fetch succeeded after the last pause', () => {
    const { open, quotas, clock } = setting();
    const budget = open();
    budget.gate.admit(30, MOST);
    budget.gate.heldBack();
    clock.now += MINUTE;
    budget.gate.admit(1, 1);
    budget.gate.sent(sent(1));
    budget.gate.close();
    budget.close();
    open().gate.heldBack();
    expect(quotas.left('formula', clock.now + MINUTE).fetches).toBeGreaterThan(0);
  });
});

test('admits fewer calls when fewer fetches are left for the day', () => {
  const { quotas, open, ledger } = setting();
  quotas.take('formula', { ...NONE, fetches: CONSUMER.fetches * 0.95 - 7 }, NOW);
  const { gate } = open();
  expect(gate.admit(MOST, MOST)).toMatchObject({ calls: 7 });
  gate.sent(sent(7));
  expect(gate.admit(MOST, MOST)).toMatchObject({ calls: 0, because: 'day' });
  expect(left(ledger, NOW)).toBe(CAP - 7);
});

test('charges the day with the calls made and the running time', () => {
  const { quotas, open, days } = setting();
  const budget = open('scheduled');
  budget.gate.admit(30, MOST);
  budget.gate.sent(sent(MOST));
  budget.gate.admit(10, MOST);
  budget.gate.close();
  expect(budget.spent()).toBe(MOST);
  budget.close(61 * SECOND);
  expect(quotas.left('formula', NOW)).toEqual({
    fetches: CONSUMER.fetches - MOST,
    running: CONSUMER.running - 61 * SECOND,
  });
  expect([days.reads, days.writes]).toEqual([3, 2]);
});

test("admits calls while the day's count is locked, and counts them later", () => {
  const { quotas, open, days } = setting();
  const budget = open();
  for (const [count, isHeld] of [
    [5, false],
    [15, true],
    [15, true],
    [5, false],
  ] as const) {
    days.isHeldByOthers = isHeld;
    expect(budget.gate.admit(count, MOST)).toMatchObject({ calls: count });
    budget.gate.sent(sent(count));
  }
  budget.gate.close();
  expect(budget.spent()).toBe(40);
  budget.close();
  expect(quotas.left('formula', NOW).fetches).toBe(CONSUMER.fetches - 40);
});
