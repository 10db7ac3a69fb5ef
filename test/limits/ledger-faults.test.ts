/** The ledger when executions end anywhere, texts cannot be read, and clocks go back: nothing is free early. */
import { describe, expect, test } from 'vitest';
import { IN_FLIGHT } from '../../src/limits/usage.ts';
import { usageStore } from '../support/in-memory-quota-store.ts';
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
    const ledger = ledgerIn(usageStore());
    reserve(ledger, CAP);
    const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;
    expect(left(ledger, back - 1)).toBe(0);
    expect(left(ledger, back)).toBe(CAP);
  });

  test('costs no more than that when others go on', () => {
    const ledger = ledgerIn(usageStore());
    reserve(ledger, 40);
    for (let minute = 10; minute < 60; minute += 10) call(ledger, 10, NOW + minute * MINUTE);
    const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;
    expect(left(ledger, back - 1)).toBe(10);
    expect(left(ledger, back)).toBe(50);
  });

  test('while others hold the ledger for too long grants nothing, and settles nothing', () => {
    const store = usageStore();
    const ledger = ledgerIn(store);
    const { loan } = reserve(ledger, 10);
    store.isHeldByOthers = true;
    expect(reserve(ledger, 1)).toEqual({ granted: 0, sendTimes: [], loan: null, nextAt: null, left: null });
    expect(ledger.settle(loan!, [], NOW)).toBe(false);
    store.isHeldByOthers = false;
    expect(left(ledger, NOW)).toBe(90);
  });

  test('late, long after its lease was written off, counts twice rather than not at all', () => {
    const ledger = ledgerIn(usageStore());
    const { loan } = reserve(ledger, 10);
    call(ledger, 1, NOW + 20 * MINUTE);
    ledger.settle(loan!, [{ at: NOW + 20 * MINUTE, count: 10 }], NOW + 20 * MINUTE);
    expect(left(ledger, NOW + 20 * MINUTE)).toBe(CAP - 21);
  });

  test('however many do so', () => {
    const store = usageStore();
    const ledger = ledgerIn(store);
    for (let count = 0; count < CAP; count++) expect(reserve(ledger, 1).granted).toBe(1);
    expect(reserve(ledger, 1).granted).toBe(0);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK - 1)).toBe(0);
  });
});

describe('what cannot be read', () => {
  const back = NOW + 6 * MINUTE + IN_FLIGHT + BACK;

  test('counts as everything spent just now, and says so', () => {
    const store = usageStore();
    const ledger = ledgerIn(store);
    call(ledger, 1);
    const [key] = store.texts.keys();
    store.texts.set(key!, '{"version":2}');
    expect(ledger.availability(OPERATION, NOW)).toMatchObject({
      restarted: true,
      free: [{ at: back, count: CAP }],
    });
    expect(reserve(ledger, 1)).toMatchObject({ granted: 0, nextAt: back, left: { restarted: true } });
    // From then on it is known.
    expect(reserve(ledger, 1, NOW + MINUTE)).toMatchObject({ nextAt: back, left: { restarted: false } });
    expect(left(ledger, back)).toBe(CAP);
  });

  test.each([
    ['first', 0],
    ['second', 1],
  ])('in the %s of two stores counts as spent there, and the other stays as it is', (_, spoilt) => {
    const stores = [usageStore(), usageStore()];
    const ledger = ledgerIn(...stores);
    call(ledger, 1);
    stores[spoilt]!.texts.set('ledger.A1B2.price-history', '?');
    const other = stores[1 - spoilt]!;
    const { writes } = other;
    expect(ledger.availability(OPERATION, NOW)).toMatchObject({ restarted: true });
    expect(reserve(ledger, 1)).toMatchObject({ granted: 0, loan: null, left: { restarted: true } });
    expect(other.writes).toBe(writes);
    expect(left(ledgerIn(other), NOW)).toBe(CAP - 1);
    expect(ledger.availability(OPERATION, NOW)).toMatchObject({ restarted: false });
    expect(left(ledger, NOW)).toBe(0);
  });

  test('when a loan is settled, its calls are not forgotten', () => {
    const store = usageStore();
    const ledger = ledgerIn(store);
    const { loan } = reserve(ledger, 10);
    store.texts.set('ledger.A1B2.price-history', '?');
    ledger.settle(loan!, [{ at: NOW + MINUTE, count: 10 }], NOW + MINUTE);
    expect(left(ledger, back)).toBe(0);
    expect(left(ledger, back + MINUTE)).toBe(CAP);
  });

  test('does not give its leases to those of the next ones', () => {
    const store = usageStore();
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
    const ledger = ledgerIn(usageStore());
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
    const ledger = ledgerIn(usageStore());
    const { loan } = reserve(ledger, CAP);
    ledger.settle(loan!, [{ at: NOW - HOUR, count: CAP }], NOW - HOUR);
    expect(left(ledger, NOW + BACK - 1)).toBe(0);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK)).toBe(CAP);
  });

  test('for an execution that does not settle makes nothing free early', () => {
    const ledger = ledgerIn(usageStore());
    call(ledger, 50);
    reserve(ledger, 50, NOW - 10 * MINUTE);
    expect(left(ledger, NOW + BACK)).toBe(50);
    expect(left(ledger, NOW + 6 * MINUTE + IN_FLIGHT + BACK - 1)).toBe(50);
  });

  test('by more than a day makes all that was kept doubtful', () => {
    const ledger = ledgerIn(usageStore());
    call(ledger, 1);
    const now = NOW - 25 * HOUR;
    expect(reserve(ledger, 1, now)).toMatchObject({ granted: 0, left: { restarted: true } });
    expect(left(ledger, now + 6 * MINUTE + IN_FLIGHT + BACK)).toBe(CAP);
  });
});
