/** Price calls that the standard jobs make on a quiet day, and whether every price stays within its promised age. */
import { type CalmShop, calmDay } from './economy/calm-day.ts';
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';

const { goals } = model;
const { books, callsLeft, quickHours, within, ...shop } = model.economy;

export const economy: Measure = {
  name: 'economy',
  about: 'price calls of the standard jobs on a quiet day, and how old prices get',
  async run({ quick }): Promise<readonly Result[]> {
    const results: Result[] = [];
    for (const { minutes, ...book } of books)
      if (!quick || minutes === 60)
        results.push(...(await measured({ ...shop, book, ...(quick ? { hours: quickHours } : {}) }, minutes)));
    return results;
  },
};

async function measured(each: CalmShop, minutes: number): Promise<readonly Result[]> {
  const { items, hours } = each;
  const day = await calmDay(each, within);
  if (day.changes === 0) throw new Error('No price changed');
  const name = `${items} items, every ${minutes} minutes, ${hours} h`;
  const row = (what: string, unit: string, limit: number, ours: number) =>
    result({ bench: 'economy', workload: `${name}: ${what}`, ours, unit, limit, kind: 'counted' });
  return [
    result({
      bench: 'economy',
      workload: `${name}: calls for prices, of which the promise needs ${(items * hours) / within}`,
      ours: day.calls,
      peer: callsLeft * hours,
      peerName: 'every call that others leave',
      unit: 'calls',
      limit: Math.floor((goals.calmCallsADay * hours) / 24),
      kind: 'counted',
    }),
    row('greatest age', 'h', within, day.worst),
    row('never read', 'items', 0, day.unread),
    row(`changes not seen after ${within} h`, 'changes', 0, day.missed),
  ];
}
