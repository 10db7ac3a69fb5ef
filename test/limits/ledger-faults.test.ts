/** Killed executions and unreadable records never free calls too early. */
import { describe, expect, test } from 'vitest';
import { IN_FLIGHT } from '../../src/limits/usage.ts';
import { storedText } from '../../src/protocol/store.ts';
import { quotaStore } from '../support/in-memory-quota-store.ts';
import { BACK, CAP, call, ledgerIn, left, MINUTE, NOW, OPERATION, reserve, SECOND } from '../support/small-ledger.ts';

describe('a killed execution', () => {
  test("that didn't settle costs its loan, as if it made all calls at the end", () => {
    const ledger = ledgerIn(quotaStore());
    reserve(ledger, CAP);
    const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;
    expect(left(ledger, back - 1)).toBe(0);
    expect(left(ledger, back)).toBe(CAP);
  });

  test('costs no more than that if others continue', () => {
    const ledger = ledgerIn(quotaStore());
    reserve(ledger, 40);
    for (let minute = 10; minute < 60; minute += 10) call(ledger, 10, NOW + minute * MINUTE);
    const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;
    expect(left(ledger, back - 1)).toBe(10);
    expect(left(ledger, back)).toBe(50);
  });

  test('that holds the lock blocks both reservations and settlements', () => {
    const store = quotaStore();
    const ledger = ledgerIn(store);
    const { loan } = reserve(ledger, 10);
    store.isHeldByOthers = true;
    expect(reserve(ledger, 1)).toMatchObject({ granted: 0, loan: null, isBusy: true });
    ledger.settle(loan!, [], NOW);
    store.isHeldByOthers = false;
    expect(left(ledger, NOW)).toBe(90);
  });

  test("can't free calls early, however many are killed", () => {
    const store = quotaStore();
    const ledger = ledgerIn(store);
    for (let count = 0; count < CAP; count++) expect(reserve(ledger, 1).granted).toBe(1);
    expect(reserve(ledger, 1).granted).toBe(0);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK - 1)).toBe(0);
  });
});

describe('an unreadable record', () => {
  const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;

  test('is treated as everything spent now', () => {
    const store = quotaStore();
    const ledger = ledgerIn(store);
    call(ledger, 1);
    const [key] = store.texts.keys();
    store.texts.set(key!, '{"v":2,"value":{}}');
    expect(ledger.availability(OPERATION, NOW).free).toEqual([{ at: back, count: CAP }]);
    expect(reserve(ledger, 1)).toMatchObject({ granted: 0, nextAt: back });
    // From here on, the record ages normally.
    expect(reserve(ledger, 1, NOW + MINUTE)).toMatchObject({ granted: 0, nextAt: back });
    expect(left(ledger, back)).toBe(CAP);
  });

  test.each([
    [[]],
    [{}],
    [{ since: NOW, cap: CAP, counts: { 1: 'x' }, closed: 0 }],
    [{ since: NOW, cap: CAP, counts: {}, closed: 9e15 }],
  ])('is treated as everything spent if it is %j', (value) => {
    const store = quotaStore();
    const ledger = ledgerIn(store);
    call(ledger, 1);
    store.texts.set([...store.texts.keys()][0]!, storedText(value, 1));
    expect(ledger.availability(OPERATION, NOW).free).toEqual([{ at: back, count: CAP }]);
  });

  test.each([
    ['first', 0],
    ['second', 1],
  ])("in the %s of two stores is treated as spent there and doesn't affect the other store", (_, spoilt) => {
    const stores = [quotaStore(), quotaStore()];
    const ledger = ledgerIn(...stores);
    call(ledger, 1);
    stores[spoilt]!.texts.set('ledger.A1B2.price-history', '?');
    const other = stores[1 - spoilt]!;
    const { writes } = other;
    expect(reserve(ledger, 1)).toMatchObject({ granted: 0, loan: null });
    expect(other.writes).toBe(writes);
    expect(left(ledgerIn(other), NOW)).toBe(CAP - 1);
    expect(left(ledger, NOW)).toBe(0);
  });

  test('keeps the calls of a loan that is settled later', () => {
    const store = quotaStore();
    const ledger = ledgerIn(store);
    const { loan } = reserve(ledger, 10);
    store.texts.set('ledger.A1B2.price-history', '?');
    ledger.settle(loan!, [{ at: NOW + MINUTE, count: 10 }], NOW + MINUTE);
    expect(left(ledger, back)).toBe(0);
    expect(left(ledger, back + MINUTE)).toBe(CAP);
  });

  test("doesn't apply an old loan to a newer record", () => {
    const store = quotaStore();
    const ledger = ledgerIn(store);
    const { loan: before } = reserve(ledger, 10);
    store.texts.clear();
    ledger.reserve(OPERATION, 20, { now: NOW + SECOND, endsBy: NOW + 6 * MINUTE });
    ledger.settle(before!, [], NOW + SECOND);
    expect(left(ledger, NOW + SECOND)).toBe(80);
  });
});
