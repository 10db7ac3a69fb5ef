/** Detection delay of price changes under a tight cap, simulated with the add-on's strategy. */
import { type Market, ownPicker, roundRobin, type Seen, watch } from './freshness/simulate.ts';
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';

const { goals } = model;
const { callsPerHour, changesPerDay, days, quickDays, daysBefore, seed, workloads } = model.freshness;
const PEER = 'round robin';

export const freshness: Measure = {
  name: 'freshness',
  about: 'detection delay of price changes, and item age, at 500 calls per hour',
  async run({ quick }): Promise<readonly Result[]> {
    return workloads.flatMap(({ items, minutes, says }) => {
      // Even the quick version reads every item many times.
      const simulated = quick ? quickDays * Math.ceil(items / 2000) : days;
      const market = { items, minutes, days: simulated, daysBefore, callsPerHour, changesPerDay, seed };
      return quick && items > 5000 ? [] : watched(market, says);
    });
  },
};

function watched(market: Market, says: Readonly<Record<string, string>>): readonly Result[] {
  const ours = watch(market, ownPicker(market, says));
  const peer = watch(market, roundRobin());
  const filter = Object.entries(says).map((condition) => condition.join(' = '));
  const name = `${market.items} items, ${filter.join('; ')}, every ${market.minutes} minutes, ${market.days} days`;
  const row = (what: string, unit: string, limit: number | null, value: (seen: Seen) => number) =>
    result({
      bench: 'freshness',
      workload: `${name}: ${what}`,
      ours: value(ours),
      peer: value(peer),
      peerName: PEER,
      unit,
      limit,
      kind: 'counted',
    });
  // The bound assumes that reads can happen at any time, which hourly runs can't match.
  const isOften = market.minutes < 60;
  return [
    row('detection delay', '× the bound', isOften ? goals.delayTimesBound : null, (seen) => seen.delay / seen.bound),
    row('detection delay', 'h', isOften ? goals.delayTimesBound * ours.bound : null, ({ delay }) => delay),
    row('maximum age', 'h', goals.worstTimesTurn * ours.turn, ({ worst }) => worst),
    row('items never read', 'items', 0, ({ starved }) => starved),
    row('unused calls', 'calls', 0, ({ idle }) => idle),
  ];
}
