/** Checks that calls stay within the caps and measures cap usage, counted by a simulated service. */
import { ownLimiter } from './caps/own-limiter.ts';
import { peerLimiter } from './caps/peer-limiter.ts';
import { backlog, lowerCap, mixture, sharedCap } from './caps/settings.ts';
import { type LimiterOf, type Outcome, type Setting, simulate } from './caps/simulate.ts';
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { asIs, sample } from './sampling.ts';

const { goals } = model;
const { cap, softStop, seeds } = model.caps;
const peerNames = ['bottleneck', 'p-throttle', 'rate-limiter-flexible'] as const;
const DAY = 24;

type SettingOf = (seed: number) => Setting;

interface Peer {
  readonly name: string;
  readonly limiter: LimiterOf;
}

export const ledger: Measure = {
  name: 'ledger',
  about: 'calls per hour counted by a service, unused share of its caps, and refusals',
  async run({ quick }): Promise<readonly Result[]> {
    const peers = await startedPeers();
    const of = (count: number) => (quick ? Math.min(count, seeds.few) : count);
    const often = of(seeds.busyDays);
    return [
      ...held('a day, hourly', of(seeds.days), (seed) => mixture(seed, 60, DAY), peers),
      ...held('a day, every 10 minutes', often, (seed) => mixture(seed, 10, DAY), peers),
      ...held('a day, every minute', often, (seed) => mixture(seed, 1, DAY), peers),
      ...used('30 days, hourly', of(seeds.months), (seed) => backlog(seed, 60, 30 * DAY), goals.unusedHourly),
      ...used('a day, every 10 minutes', often, (seed) => backlog(seed, 10, DAY), goals.unusedMinutely),
      ...used('a day, every minute', often, (seed) => backlog(seed, 1, DAY), goals.unusedMinutely),
      ...refused('enforced cap of 60%', often, (seed) => lowerCap(seed, 1, 2 * DAY), peers),
      ...refused('cap shared with another program', often, (seed) => sharedCap(seed, 1, 2 * DAY), peers),
    ];
  },
};

/** Each npm limiter runs in a new process, as in a new execution. */
async function startedPeers(): Promise<readonly Peer[]> {
  const program = asIs('peer-limiter');
  const most = Math.ceil(softStop / model.caps.travel.median) * model.caps.callsAtOnce;
  const args = (name: string) => [name, String(cap), String(most), String(softStop)];
  return Promise.all(
    peerNames.map(async (name) => {
      const { calls, lastMs } = await sample(program, args(name), ['--no-warnings']);
      if (lastMs !== 0) throw new Error(`${name} delayed calls by ${lastMs} ms, which is not simulated`);
      return { name, limiter: peerLimiter(calls!) };
    }),
  );
}

function outcomes(count: number, settingOf: SettingOf, limiter: LimiterOf): readonly Outcome[] {
  return Array.from({ length: count }, (_, seed) => simulate(settingOf(seed + 1), limiter));
}

const highest = (all: readonly Outcome[], value: (each: Outcome) => number) => Math.max(...all.map(value));
const mean = (all: readonly Outcome[], value: (each: Outcome) => number) =>
  all.reduce((sum, each) => sum + value(each), 0) / all.length;

function counted(workload: string, unit: string, limit: number | null, ours: number, peer?: number, peerName?: string) {
  const compared = peer === undefined || peerName === undefined ? {} : { peer, peerName };
  return result({ bench: 'ledger', workload, ours, ...compared, unit, limit, kind: 'counted' });
}

/** Checks that the cap holds despite crashes. */
function held(name: string, count: number, settingOf: SettingOf, peers: readonly Peer[]): Result[] {
  const ours = outcomes(count, settingOf, ownLimiter(2));
  const workload = `${name}, with crashes, manual runs, and formulas, ${count} times`;
  const most = ({ most }: Outcome) => most;
  return [
    ...peers.map(({ name, limiter }) => {
      const theirs = highest(outcomes(seeds.few, settingOf, limiter), most);
      return counted(
        `${workload}: maximum calls in any hour`,
        'calls',
        cap,
        highest(ours, most),
        theirs,
        `${name}, new in every execution`,
      );
    }),
    counted(
      `${workload}: maximum size of stored state`,
      'characters',
      goals.stateCharacters,
      highest(ours, ({ longest }) => longest),
    ),
    counted(
      `${workload}: store operations per reservation or settlement`,
      'operations',
      goals.operationsATransaction,
      highest(ours, ({ operations }) => operations),
    ),
  ];
}

/** Measures the unused share of the cap with an endless backlog. */
function used(name: string, count: number, settingOf: SettingOf, limit: number): Result[] {
  const ours = outcomes(count, settingOf, ownLimiter(1));
  const workload = `${name}, with a backlog, ${count} times`;
  return [
    counted(
      `${workload}: unused share of the cap`,
      '%',
      limit,
      mean(ours, ({ unused }) => unused),
    ),
    counted(
      `${workload}: unused share, worst case`,
      '%',
      null,
      highest(ours, ({ unused }) => unused),
    ),
    counted(
      `${workload}: sleep`,
      'min per day',
      goals.asleepMinutesADay,
      mean(ours, ({ asleep }) => asleep),
    ),
    counted(
      `${workload}: sleep, worst day`,
      'min',
      null,
      highest(ours, ({ mostAsleep }) => mostAsleep),
    ),
  ];
}

/** Measures the unused share of a lower-than-documented cap, and the refusals until the ledger has learned it. */
function refused(name: string, count: number, settingOf: SettingOf, peers: readonly Peer[]): Result[] {
  const ours = outcomes(count, settingOf, ownLimiter(1));
  const workload = `${name}, every minute, two days, ${count} times`;
  const refusals = ({ refused }: Outcome) => refused;
  return [
    counted(
      `${workload}: unused share, worst case`,
      '%',
      goals.unusedLowCap,
      highest(ours, ({ unused }) => unused),
    ),
    ...peers.map(({ name, limiter }) => {
      const theirs = highest(outcomes(seeds.few, settingOf, limiter), refusals);
      return counted(
        `${workload}: refusals on the first day`,
        'calls',
        goals.refusals.firstDay,
        highest(ours, refusals),
        theirs,
        `${name}, new in every execution`,
      );
    }),
    counted(
      `${workload}: refusals on the second day`,
      'calls',
      goals.refusals.later,
      highest(ours, ({ refusedLater }) => refusedLater),
    ),
  ];
}
