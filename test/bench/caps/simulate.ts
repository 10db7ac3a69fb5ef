import { type InMemoryQuotaStore, quotaStore } from '../../support/in-memory-quota-store.ts';
import { model } from '../model.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { Limiter } from './limiter.ts';
import { HOUR, Service } from './service.ts';
import { type Kind, work } from './work.ts';
import { type Fate, World } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2025, 5, 16);
const { travel, skew, execution, softStop, formula, hourlyJitter, minuteJitter } = model.caps;

export interface Setting {
  readonly seed: number;
  readonly hours: number;
  /** Documented calls per hour. `trueCap` is the enforced cap, if different. */
  readonly cap: number;
  readonly trueCap?: number;
  /** Minutes between trigger runs. */
  readonly every: 1 | 5 | 10 | 60;
  /** Manual runs and formulas per hour. */
  readonly people: number;
  readonly formulas: number;
  /** Shares of killed executions, lost calls, and lock timeouts. */
  readonly crashes: number;
  readonly lost: number;
  readonly busy: number;
  /** Another program's calls per hour. */
  readonly second: number;
}

export interface Outcome {
  /** Maximum number of calls in any hour, counted by the service. */
  readonly most: number;
  /** Percentage of available calls that were not made. */
  readonly unused: number;
  /** Average and maximum sleep per day in trigger runs, in minutes. */
  readonly asleep: number;
  readonly mostAsleep: number;
  /** Refused calls on the first day, and on the worst later day. */
  readonly refused: number;
  readonly refusedLater: number;
  /** In characters. */
  readonly longest: number;
  /** Store operations per reservation or settlement. */
  readonly operations: number;
}

export interface StoreMaker {
  usage(): InMemoryQuotaStore;
}

export type LimiterOf = (setting: Setting, stores: StoreMaker) => Limiter;

export function simulate(setting: Setting, limiterOf: LimiterOf): Outcome {
  const { seed, hours, cap, trueCap, every, second } = setting;
  const chance = chanceOf(seed);
  const service = new Service(trueCap ?? (second > 0 ? cap : undefined));
  const world = new World(service, chance, { ...travel, lost: setting.lost }, skew);
  const disturbance = {
    write: (change: () => void) => world.write(change),
    isBusy: () => chance.happens(setting.busy),
  };
  const ledgers: InMemoryQuotaStore[] = [];
  const limiter = limiterOf(setting, {
    usage: () => {
      const store = quotaStore(disturbance);
      ledgers.push(store);
      return store;
    },
  });
  const asleep = new Map<number, number>();
  const refused = new Map<number, number>();
  const note = (days: Map<number, number>, amount: number) => {
    const day = Math.floor((world.now - START) / DAY);
    days.set(day, (days.get(day) ?? 0) + amount);
  };
  const launch = (at: number, kind: Kind) =>
    world.start(at, fateOf(chance, kind, setting.crashes), (clock) =>
      work(limiter, kind, clock, (slept, refusals) => {
        if (kind.use === 'scheduled') note(asleep, slept / MINUTE);
        note(refused, refusals);
      }),
    );

  const jitter = every === 60 ? hourlyJitter : minuteJitter;
  const nominal = START + Math.round(chance.between(jitter, every * MINUTE));
  // Skip the first hour, which starts with the full cap available.
  const from = nominal + HOUR - 2 * jitter;
  const end = from + hours * HOUR;
  const before = { ours: 0, others: 0 };
  world.at(from, () => Object.assign(before, countsOf(service)));
  const run: Kind = { use: 'scheduled', wanted: 1e6, soft: softStop, hard: execution };
  for (let at = nominal; at < end; at += every * MINUTE) launch(at + chance.whole(-jitter, jitter), run);
  for (const at of moments(chance, setting.people, end))
    launch(at, { ...run, use: 'person', wanted: chance.whole(1, 300) });
  for (const at of moments(chance, setting.formulas, end))
    launch(at, { use: 'formula', wanted: chance.whole(1, 5), soft: formula, hard: formula });
  for (const at of evenly(chance, second, end)) world.at(at, () => service.arrive(at, false));
  world.run(end);

  const after = countsOf(service);
  const available = (trueCap ?? cap) * hours - (after.others - before.others);
  const [ledger] = ledgers;
  return {
    most: service.most,
    unused: 100 * (1 - (after.ours - before.ours) / available),
    asleep: sum(asleep) / ((end - START) / DAY),
    mostAsleep: Math.max(0, ...asleep.values()),
    refused: refused.get(0) ?? 0,
    refusedLater: Math.max(0, ...[...refused].filter(([day]) => day > 0).map(([, calls]) => calls)),
    longest: ledger?.longest ?? 0,
    operations: ledger ? (ledger.reads + ledger.writes) / ledger.holds : 0,
  };
}

function countsOf({ ours, counted }: Service): { ours: number; others: number } {
  return { ours, others: counted.length - ours };
}

function sum(days: ReadonlyMap<number, number>): number {
  return [...days.values()].reduce((all, each) => all + each, 0);
}

function fateOf(chance: Chance, { hard }: Kind, crashes: number): Fate {
  if (!chance.happens(crashes)) return { after: hard };
  // Half die between steps or during calls, half during a write.
  return chance.happens(0.5) ? { after: chance.between(0, hard) } : { after: hard, atWrite: chance.whole(1, 6) };
}

function moments(chance: Chance, perHour: number, end: number): number[] {
  const count = Math.round((perHour * (end - START)) / HOUR);
  return Array.from({ length: count }, () => Math.round(chance.between(START, end)));
}

/** Spreads `perHour` calls per hour over equal slots, at a random time in each, starting an hour early. */
function evenly(chance: Chance, perHour: number, end: number): number[] {
  const times: number[] = [];
  const gap = HOUR / perHour;
  for (let at = START - HOUR; perHour > 0 && at < end; at += gap) times.push(Math.round(at + chance.between(0, gap)));
  return times;
}
