/** Rejected calls reveal a cap below the documented one, and probes after quiet hours detect increases. */
import { describe, expect, test } from 'vitest';
import { callsLeft, type Grant, type Ledger, ledgerOf } from '../../src/limits/ledger.ts';
import { total } from '../../src/limits/pacing.ts';
import { type Made, SKEW } from '../../src/limits/usage.ts';
import { type InMemoryQuotaStore, quotaStore } from '../support/in-memory-quota-store.ts';

const OPERATION = 'price-history';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2025, 5, 16, 12);
const CAP = 500;

const ledgerIn = (...stores: InMemoryQuotaStore[]): Ledger => ledgerOf(stores, 'A1B2', CAP);

function reserve(ledger: Ledger, wanted: number, now: number, probes = true): Grant {
  return ledger.reserve(OPERATION, wanted, { now, endsBy: now + 6 * MINUTE, probes });
}

const allMade = (count: number, at: number): Made[] => [{ at, count }];

/** Makes `made` calls; the service rejects `refused` of them. */
function run(ledger: Ledger, made: number, refused: number, now: number, retryAt?: number): void {
  const { loan } = reserve(ledger, made, now);
  const refusal = retryAt === undefined ? { at: now, count: refused } : { at: now, count: refused, retryAt };
  ledger.settle(loan!, allMade(made, now), now, refused > 0 ? refusal : undefined);
}

const capOf = (ledger: Ledger, now: number) => ledger.availability(OPERATION, now).cap;

/** A ledger after the service rejected calls above 300, although the documented cap is 500. */
function refusedOnce(): Ledger {
  const ledger = ledgerIn(quotaStore());
  run(ledger, 280, 0, NOW);
  run(ledger, 24, 4, NOW + MINUTE);
  return ledger;
}

test('after a refusal, the calls accepted within the hour are the cap', () => {
  const ledger = refusedOnce();
  expect(capOf(ledger, NOW + MINUTE)).toBe(300);
  expect(callsLeft(ledger.availability(OPERATION, NOW + MINUTE), NOW + MINUTE)).toBe(0);
  expect(callsLeft(ledger.availability(OPERATION, NOW + 3 * HOUR), NOW + 3 * HOUR)).toBe(300);
});

test('a refusal at the documented cap lowers it by one', () => {
  const ledger = ledgerIn(quotaStore());
  run(ledger, 500, 0, NOW);
  run(ledger, 500, 0, NOW + 2 * HOUR);
  const { loan } = reserve(ledger, 500, NOW + 4 * HOUR);
  ledger.settle(loan!, allMade(502, NOW + 4 * HOUR), NOW + 4 * HOUR, { at: NOW + 4 * HOUR, count: 1 });
  expect(capOf(ledger, NOW + 4 * HOUR)).toBe(499);
});

test('calls reserved by another execution do not lower the measured cap', () => {
  const ledger = ledgerIn(quotaStore());
  reserve(ledger, 400, NOW);
  const { loan } = reserve(ledger, 2, NOW);
  ledger.settle(loan!, allMade(2, NOW), NOW, { at: NOW, count: 2 });
  expect(capOf(ledger, NOW)).toBe(400);
});

describe('after a refusal', () => {
  const closed = (ledger: Ledger, now: number) => {
    const { free } = ledger.availability(OPERATION, now);
    return free[0]!.at - now;
  };

  test("no call is free until the service's retry time", () => {
    const ledger = ledgerIn(quotaStore());
    run(ledger, 24, 4, NOW, NOW + 20 * MINUTE);
    expect(closed(ledger, NOW + MINUTE)).toBeGreaterThanOrEqual(19 * MINUTE);
  });

  test('calls are free after an hour, even if the retry time is later', () => {
    const ledger = ledgerIn(quotaStore());
    run(ledger, 24, 4, NOW, NOW + 20 * HOUR);
    expect(callsLeft(ledger.availability(OPERATION, NOW + 2 * HOUR), NOW + 2 * HOUR)).toBe(20);
  });

  test('without a retry time, calls are free after an hour', () => {
    const ledger = ledgerIn(quotaStore());
    run(ledger, 1, 1, NOW);
    expect(closed(ledger, NOW + MINUTE)).toBe(59 * MINUTE + SKEW);
    expect(capOf(ledger, NOW)).toBe(1);
  });
});

describe('a refusal of one of the first calls', () => {
  test('means that other programs used the cap, so calls are tried again at the retry time', () => {
    const ledger = ledgerIn(quotaStore());
    const again = NOW + 20 * MINUTE;
    run(ledger, 3, 1, NOW, again);
    expect(reserve(ledger, 400, again - MINUTE).granted).toBe(0);
    const grant = reserve(ledger, 400, again);
    expect(grant.granted).toBeGreaterThan(200);
    ledger.settle(grant.loan!, allMade(grant.granted, again), again);
    expect(capOf(ledger, again)).toBeGreaterThan(200);
    expect(reserve(ledger, 400, again + 1).granted).toBeGreaterThan(100);
  });

  test("isn't ignored a second time", () => {
    const ledger = ledgerIn(quotaStore());
    run(ledger, 3, 1, NOW, NOW + 20 * MINUTE);
    run(ledger, 1, 1, NOW + 20 * MINUTE, NOW + 21 * MINUTE);
    expect(reserve(ledger, 400, NOW + 25 * MINUTE).granted).toBe(0);
  });
});

describe('a probe for a higher cap', () => {
  test('is made after four hours without refusals, takes half of the missing calls, and runs last', () => {
    const ledger = refusedOnce();
    expect(reserve(ledger, 1, NOW + 50 * MINUTE)).toMatchObject({ granted: 0 });
    expect(reserve(ledger, 400, NOW + 3 * HOUR).granted).toBe(300);
    const later = NOW + 7 * HOUR;
    const grant = reserve(refusedOnce(), 1000, later);
    expect(grant.granted).toBe(400);
    expect(grant.sendTimes[grant.sendTimes.length - 1]).toEqual({ at: later, count: 100, isProbe: true });
  });

  test('is included in the availability', () => {
    const probesAt = (now: number) => refusedOnce().availability(OPERATION, now).probes;
    expect([probesAt(NOW + 3 * HOUR), probesAt(NOW + 5 * HOUR)]).toEqual([0, 100]);
  });

  test('is made only by work that tolerates refusals', () => {
    expect(reserve(refusedOnce(), 400, NOW + 5 * HOUR, false).granted).toBe(300);
  });

  test("isn't made if the known cap suffices", () => {
    expect(reserve(refusedOnce(), 300, NOW + 5 * HOUR).granted).toBe(300);
  });

  test('is repeated after four hours when refused', () => {
    const ledger = refusedOnce();
    const probes: number[] = [];
    for (let hour = 2; hour < 16; hour++) {
      const now = NOW + hour * HOUR + 2 * MINUTE * hour;
      const { granted, loan } = reserve(ledger, 400, now);
      const isProbe = granted > 300;
      ledger.settle(loan!, allMade(isProbe ? 301 : granted, now), now, isProbe ? { at: now, count: 1 } : undefined);
      if (isProbe) probes.push(hour);
    }
    expect(probes).toEqual([4, 8, 12]);
    expect(capOf(ledger, NOW + 40 * HOUR)).toBe(300);
  });

  test('is followed by more when it succeeds, up to the documented cap', () => {
    const ledger = refusedOnce();
    const caps: number[] = [];
    for (let hour = 4; hour < 30; hour++) {
      const now = NOW + hour * HOUR + 2 * MINUTE * hour;
      const { granted, loan } = reserve(ledger, 1000, now);
      ledger.settle(loan!, allMade(granted, now), now);
      caps.push(capOf(ledger, now));
    }
    expect(caps.slice(0, 4)).toEqual([400, 450, 475, 488]);
    expect(caps[caps.length - 1]).toBe(500);
  });
});

test('a cap that drops again is shared: one percent is left to other programs', () => {
  const ledger = refusedOnce();
  run(ledger, 292, 2, NOW + 3 * HOUR);
  expect(capOf(ledger, NOW + 3 * HOUR)).toBe(287);
});

test('refusals of concurrent calls are one measurement', () => {
  const ledger = ledgerIn(quotaStore());
  const loans = [reserve(ledger, 290, NOW), reserve(ledger, 20, NOW), reserve(ledger, 20, NOW)];
  ledger.settle(loans[0]!.loan!, allMade(290, NOW), NOW);
  ledger.settle(loans[1]!.loan!, allMade(20, NOW), NOW, { at: NOW, count: 10 });
  ledger.settle(loans[2]!.loan!, allMade(20, NOW), NOW + 1, { at: NOW + 1, count: 20 });
  expect(capOf(ledger, NOW + 1)).toBe(310);
});

test('of two stores with different caps, the lower cap applies', () => {
  const [workbook, person] = [quotaStore(), quotaStore()];
  run(ledgerIn(workbook), 304, 4, NOW);
  const both = ledgerIn(workbook, person);
  const now = NOW + 4 * HOUR;
  expect(capOf(both, now)).toBe(300);
  expect(total(reserve(both, 1000, now).sendTimes)).toBe(400);
});
