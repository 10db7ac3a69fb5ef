/** The ledger tracks free calls per operation and seller, and when more become free. */
import { describe, expect, test } from 'vitest';
import { ledgerOf } from '../../src/limits/ledger.ts';
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

describe('free calls', () => {
  test('are the whole cap at first, minus reservations', () => {
    const ledger = ledgerIn(quotaStore());
    expect(reserve(ledger, 70)).toMatchObject({ granted: 70, nextAt: NOW });
    expect(reserve(ledger, 70).granted).toBe(30);
    expect(reserve(ledger, 1)).toMatchObject({ granted: 0, sendTimes: [], loan: null });
  });

  test('are the whole cap without a record', () => {
    const ledger = ledgerIn(quotaStore());
    expect(ledger.availability(OPERATION, NOW).free).toEqual([{ at: NOW, count: CAP }]);
  });

  test('return an hour after the calls were finished, and not earlier', () => {
    const ledger = ledgerIn(quotaStore());
    const { loan } = reserve(ledger, CAP);
    ledger.settle(
      loan!,
      [
        { at: NOW + 2 * SECOND, count: 60 },
        { at: NOW + 5 * SECOND, count: 40 },
      ],
      NOW + 5 * SECOND,
    );
    expect(left(ledger, NOW + 2 * SECOND + BACK - 1)).toBe(0);
    expect(left(ledger, NOW + 2 * SECOND + BACK)).toBe(60);
    expect(left(ledger, NOW + 5 * SECOND + BACK - 1)).toBe(60);
    expect(left(ledger, NOW + 5 * SECOND + BACK)).toBe(CAP);
  });

  test('never return early because of rounding', () => {
    const ledger = ledgerIn(quotaStore());
    call(ledger, 1, NOW + 1);
    expect(left(ledger, NOW + BACK)).toBe(CAP - 1);
    expect(left(ledger, NOW + BACK + SECOND / 5)).toBe(CAP);
  });

  test("don't return early because of another write shortly before", () => {
    const ledger = ledgerIn(quotaStore());
    call(ledger, 50);
    reserve(ledger, 10, NOW + BACK - 1);
    expect(left(ledger, NOW + BACK - 1)).toBe(40);
    expect(left(ledger, NOW + BACK)).toBe(90);
  });

  test('include calls that were reserved and not used', () => {
    const ledger = ledgerIn(quotaStore());
    const { loan } = reserve(ledger, CAP);
    ledger.settle(loan!, [{ at: NOW, count: 10 }], NOW);
    expect(left(ledger, NOW)).toBe(90);
  });

  test('exclude repeated calls beyond the reservation', () => {
    const ledger = ledgerIn(quotaStore());
    const { loan } = reserve(ledger, 10);
    ledger.settle(loan!, [{ at: NOW, count: 13 }], NOW);
    expect(left(ledger, NOW)).toBe(87);
  });

  test('are counted per seller and operation', () => {
    const store = quotaStore();
    call(ledgerIn(store), CAP);
    const other = ledgerOf([store], 'C3D4', CAP);
    expect(left(other, NOW)).toBe(CAP);
    expect(ledgerIn(store).availability('orders', NOW).free).toEqual([{ at: NOW, count: CAP }]);
    expect([...store.texts.keys()]).toEqual(['ledger.A1B2.price-history']);
  });

  test('are known in advance: how many return when', () => {
    const ledger = ledgerIn(quotaStore());
    call(ledger, 60);
    call(ledger, 40, NOW + MINUTE);
    const { free } = ledger.availability(OPERATION, NOW + 2 * MINUTE);
    expect(free).toEqual([
      { at: NOW + BACK, count: 60 },
      { at: NOW + MINUTE + BACK, count: 40 },
    ]);
    expect(reserve(ledger, 1, NOW + 2 * MINUTE).nextAt).toBe(NOW + BACK);
  });
});

test('a call without a response may be counted later than a call with one', () => {
  const ledger = ledgerIn(quotaStore());
  const { loan } = reserve(ledger, 20);
  ledger.settle(loan!, [{ at: NOW, count: 20, unanswered: 1 }], NOW);
  expect(left(ledger, NOW + BACK)).toBe(CAP - 1);
  expect(left(ledger, NOW + IN_FLIGHT + BACK)).toBe(CAP);
});

describe('calls that become free during a run', () => {
  const waitPolicy = { until: NOW + 2 * HOUR, asleep: 10 * SECOND, atOnce: 20, batch: SECOND };

  test('are reserved for that run, with their send times', () => {
    const ledger = ledgerIn(quotaStore());
    call(ledger, 80);
    call(ledger, 20, NOW + 5 * SECOND);
    const now = NOW + BACK - SECOND;
    const grant = ledger.reserve(OPERATION, CAP, { now, endsBy: now + 6 * MINUTE, waitPolicy });
    expect(grant).toMatchObject({
      granted: CAP,
      sendTimes: [
        { at: NOW + BACK, count: 80 },
        { at: NOW + 5 * SECOND + BACK, count: 20 },
      ],
    });
    expect(left(ledger, NOW + BACK + MINUTE)).toBe(0);
    ledger.settle(grant.loan!, [{ at: NOW + BACK + 10 * SECOND, count: CAP }], NOW + BACK + 10 * SECOND);
    expect(left(ledger, NOW + BACK + MINUTE)).toBe(0);
    expect(left(ledger, NOW + 10 * SECOND + 2 * BACK)).toBe(CAP);
  });

  test('are left to other runs if the wait would be too long', () => {
    const ledger = ledgerIn(quotaStore());
    call(ledger, CAP);
    const now = NOW + BACK - 11 * SECOND;
    expect(ledger.reserve(OPERATION, CAP, { now, endsBy: now + MINUTE, waitPolicy })).toMatchObject({
      granted: 0,
      nextAt: NOW + BACK,
    });
  });
});

describe('with two stores', () => {
  test('a call must be free in both', () => {
    const [workbook, another, person] = [quotaStore(), quotaStore(), quotaStore()];
    call(ledgerIn(workbook, person), 30);
    call(ledgerIn(another, person), 50);
    expect(left(ledgerIn(workbook, person), NOW)).toBe(20);
    expect(left(ledgerIn(workbook), NOW)).toBe(70);
    call(ledgerIn(workbook), 65);
    expect(left(ledgerIn(workbook, person), NOW)).toBe(5);
    expect(left(ledgerIn(another, person), NOW)).toBe(20);
  });

  test('the later of two return times applies', () => {
    const [workbook, person] = [quotaStore(), quotaStore()];
    call(ledgerIn(workbook), 40);
    call(ledgerIn(person), 30, NOW + MINUTE);
    const { free } = ledgerIn(workbook, person).availability(OPERATION, NOW + 2 * MINUTE);
    expect(free).toEqual([
      { at: NOW + 2 * MINUTE, count: 60 },
      { at: NOW + BACK, count: 10 },
      { at: NOW + MINUTE + BACK, count: 30 },
    ]);
  });

  test('a loan is close to the cap if it is in either store', () => {
    const [workbook, person] = [quotaStore(), quotaStore()];
    expect(reserve(ledgerIn(workbook, person), 5).loan!.isClose).toBe(false);
    call(ledgerIn(person), 50);
    expect(reserve(ledgerIn(workbook, person), 5).loan!.isClose).toBe(true);
  });

  test('no call is granted while one of the stores is locked', () => {
    const [workbook, person] = [quotaStore(), quotaStore()];
    person.isHeldByOthers = true;
    expect(reserve(ledgerIn(workbook, person), 1).granted).toBe(0);
    expect(workbook.writes).toBe(0);
  });
});

test('reserving and settling take one read and one write each; checking takes one read', () => {
  const stores = [quotaStore(), quotaStore()];
  const ledger = ledgerIn(...stores);
  const counts = () => stores.map(({ reads, writes }) => [reads, writes]);
  const { loan } = reserve(ledger, 10);
  expect(counts()).toEqual([
    [1, 1],
    [1, 1],
  ]);
  ledger.settle(loan!, [{ at: NOW, count: 10 }], NOW);
  ledger.availability(OPERATION, NOW);
  expect(counts()).toEqual([
    [3, 2],
    [3, 2],
  ]);
});

test('a new documented cap applies immediately', () => {
  const store = quotaStore();
  call(ledgerIn(store), 80);
  expect(left(ledgerOf([store], 'A1B2', 50), NOW)).toBe(0);
  expect(left(ledgerOf([store], 'A1B2', 200), NOW)).toBe(120);
});
