/** The ledger and the quotas of a workload as they are when it begins, and what a plan is made from. */
import { CONSUMER } from '../../../src/limits/day.ts';
import { type Ledger, ledgerOf } from '../../../src/limits/ledger.ts';
import { BY_PERSON, onSchedule, type Pace } from '../../../src/limits/pacing.ts';
import { type Cost, planWork } from '../../../src/limits/planner.ts';
import type { QuotaStore } from '../../../src/limits/quota-store.ts';
import { type Quotas, quotasOf } from '../../../src/limits/quotas.ts';
import type { Workload } from './workload.ts';

export interface Setting {
  readonly ledger: Ledger;
  readonly quotas: Quotas;
  readonly pace: Pace;
}

/** Limits that a workload is to be without. */
export type Lifted = (limit: string) => boolean;

const SHORT_LEASE = 60_000;
const HOUR = 3_600_000;
const PLENTY = 1e6;

export function settingOf({ now, use, every, places, errands, taken }: Workload, isLifted: Lifted): Setting {
  const capOf = (operation: string) => {
    const { cap } = errands.find((purpose) => purpose.operation === operation)!;
    return isLifted(`${operation} cap`) ? PLENTY : cap;
  };
  const ledger = ledgerOf(
    Array.from({ length: places }, () => memory()),
    'A1B2',
    capOf,
  );
  for (const { operation, spent } of errands)
    for (const { before, count } of [...spent].sort((a, b) => b.before - a.before)) {
      const at = now - before;
      const { loan, granted } = ledger.reserve(operation, count, { now: at, lease: at + SHORT_LEASE });
      if (loan) ledger.settle(loan, [{ at, count: granted }], at);
    }
  const limits = {
    fetches: isLifted('daily fetches') ? PLENTY : CONSUMER.fetches,
    running: isLifted('trigger minutes') ? 1000 * HOUR : CONSUMER.running,
    asleep: isLifted('trigger minutes') ? 1000 * HOUR : CONSUMER.asleep,
  };
  const quotas = quotasOf(memory(), limits);
  for (const { hoursBefore, ...amounts } of [...taken].sort((a, b) => b.hoursBefore - a.hoursBefore)) {
    const at = now - hoursBefore * HOUR;
    const allowance = quotas.take(use, amounts, at)!;
    quotas.settle(allowance, allowance, at);
  }
  const pace = every === undefined ? BY_PERSON : onSchedule(every);
  return {
    ledger,
    quotas,
    pace: isLifted('execution time') ? { ...pace, softStop: 1000 * HOUR } : pace,
  };
}

export function planOf({ now, use, errands }: Workload, { ledger, quotas, pace }: Setting): Cost {
  return planWork(errands, {
    now,
    pace,
    usages: (operation) => ledger.usages(operation, now),
    budget: quotas.budget(use, now),
  });
}

function memory(): QuotaStore {
  const texts = new Map<string, string>();
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, text) => texts.set(key, text),
    exclusively: (work) => work(),
  };
}
