/** Counts the standard jobs' price calls on a quiet day and checks the promised maximum age. */
import { type CalmShop, calmDay } from './economy/calm-day.ts';
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';

const { goals } = model;
const { books, callsLeft, quickHours, within, ...shop } = model.economy;

export const economy: Measure = {
  name: 'economy',
  about: 'price calls of the standard jobs on a quiet day, and the maximum age of prices',
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
  if (day.changes === 0) throw new Error('No price changed.');
  const name = `${items} items, every ${minutes} minutes, ${hours} h`;
  const row = (what: string, unit: string, limit: number, ours: number) =>
    result({ bench: 'economy', workload: `${name}: ${what}`, ours, unit, limit, kind: 'counted' });
  return [
    result({
      bench: 'economy',
      workload: `${name}: price calls (${(items * hours) / within} needed for the promised age)`,
      ours: day.calls,
      peer: callsLeft * hours,
      peerName: 'all available calls',
      unit: 'calls',
      limit: Math.floor((goals.calmCallsADay * hours) / 24),
      kind: 'counted',
    }),
    row('maximum age', 'h', within, day.worst),
    row('items never read', 'items', 0, day.unread),
    row(`changes missing after ${within} h`, 'changes', 0, day.missed),
  ];
}
