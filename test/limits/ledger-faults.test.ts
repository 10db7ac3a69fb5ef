/** The ledger when executions end anywhere, texts cannot be read, and clocks go back: nothing is free early. */
import { describe, expect, test } from 'vitest';
import { IN_FLIGHT } from '../../src/limits/usage.ts';
import { quotaStore } from '../support/in-memory-quota-store.ts';
import {
  BACK,
  CAP,
  call,
  HOUR,
  ledgerIn,
  left,
  MINUTE,
  NOW,
  OPERATION,
  reserve,
  SECOND,
} from '../support/small-ledger.ts';

describe('an execution that ends anywhere', () => {
  test('before it settles costs its lease, as if all was called at its very end', () => {
    const ledger = ledgerIn(quotaStore());
    reserve(ledger, CAP);
    const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;
    expect(left(ledger, back - 1)).toBe(0);
    expect(left(ledger, back)).toBe(CAP);
  });

  test('costs no more than that when others go on', () => {
    const ledger = ledgerIn(quotaStore());
    reserve(ledger, 40);
    for (let minute = 10; minute < 60; minute += 10) call(ledger, 10, NOW + minute * MINUTE);
    const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;
    expect(left(ledger, back - 1)).toBe(10);
    expect(left(ledger, back)).toBe(50);
  });

  test('while others hold the ledger for too long grants nothing, and settles nothing', () => {
    const store = quotaStore();
    const ledger = ledgerIn(store);
    const { loan } = reserve(ledger, 10);
    store.isHeldByOthers = true;
    expect(reserve(ledger, 1)).toMatchObject({ granted: 0, loan: null, isBusy: true });
    expect(ledger.settle(loan!, [], NOW)).toBe(false);
    store.isHeldByOthers = false;
    expect(left(ledger, NOW)).toBe(90);
  });

  test('however many do so', () => {
    const store = quotaStore();
    const ledger = ledgerIn(store);
    for (let count = 0; count < CAP; count++) expect(reserve(ledger, 1).granted).toBe(1);
    expect(reserve(ledger, 1).granted).toBe(0);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK - 1)).toBe(0);
  });
});

describe('what cannot be read', () => {
  const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;

  test('counts as everything spent just now, and says so', () => {
    const store = quotaStore();
    const ledger = ledgerIn(store);
    call(ledger, 1);
    const [key] = store.texts.keys();
    store.texts.set(key!, '{"v":2,"value":{}}');
    expect(ledger.availability(OPERATION, NOW).free).toEqual([{ at: back, count: CAP }]);
    expect(reserve(ledger, 1)).toMatchObject({ granted: 0, nextAt: back });
    // From then on it ages.
    expect(reserve(ledger, 1, NOW + MINUTE)).toMatchObject({ granted: 0, nextAt: back });
    expect(left(ledger, back)).toBe(CAP);
  });

  test.each([
    ['first', 0],
    ['second', 1],
  ])('in the %s of two stores counts as spent there, and the other stays as it is', (_, spoilt) => {
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

  test('when a loan is settled, its calls are not forgotten', () => {
    const store = quotaStore();
    const ledger = ledgerIn(store);
    const { loan } = reserve(ledger, 10);
    store.texts.set('ledger.A1B2.price-history', '?');
    ledger.settle(loan!, [{ at: NOW + MINUTE, count: 10 }], NOW + MINUTE);
    expect(left(ledger, back)).toBe(0);
    expect(left(ledger, back + MINUTE)).toBe(CAP);
  });

  test('does not give its leases to those of the next ones', () => {
    const store = quotaStore();
    const ledger = ledgerIn(store);
    const { loan: before } = reserve(ledger, 10);
    store.texts.clear();
    ledger.reserve(OPERATION, 20, { now: NOW + SECOND, lease: NOW + 6 * MINUTE });
    ledger.settle(before!, [], NOW + SECOND);
    expect(left(ledger, NOW + SECOND)).toBe(80);
  });
});

describe('a clock that goes back', () => {
  test('between two executions makes nothing free early', () => {
    const ledger = ledgerIn(quotaStore());
    call(ledger, 50);
    const { loan } = reserve(ledger, 50, NOW - 10 * MINUTE);
    ledger.settle(loan!, [{ at: NOW - 10 * MINUTE, count: 50 }], NOW - 10 * MINUTE);
    expect(left(ledger, NOW - 10 * MINUTE)).toBe(0);
    expect(left(ledger, NOW - MINUTE + BACK)).toBe(0);
    // It is not known when the calls were made: by a clock that went on, at the end of the lease at the latest.
    expect(left(ledger, NOW + BACK)).toBe(50);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK)).toBe(CAP);
  });

  test('between reservation and settlement makes nothing free early', () => {
    const ledger = ledgerIn(quotaStore());
    const { loan } = reserve(ledger, CAP);
    ledger.settle(loan!, [{ at: NOW - HOUR, count: CAP }], NOW - HOUR);
    expect(left(ledger, NOW + BACK - 1)).toBe(0);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK)).toBe(CAP);
  });

  test('for an execution that does not settle makes nothing free early', () => {
    const ledger = ledgerIn(quotaStore());
    call(ledger, 50);
    reserve(ledger, 50, NOW - 10 * MINUTE);
    expect(left(ledger, NOW + BACK)).toBe(50);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK - 1)).toBe(50);
  });

  test('by more than an hour makes the whole record doubtful', () => {
    const ledger = ledgerIn(quotaStore());
    call(ledger, 1);
    const now = NOW - 25 * HOUR;
    expect(reserve(ledger, 1, now)).toMatchObject({ granted: 0 });
    expect(left(ledger, now + 6 * MINUTE + IN_FLIGHT + BACK)).toBe(CAP);
  });
});
