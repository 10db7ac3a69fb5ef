/** Times a process's first plan and later ones. */

import { planWork } from '../../../src/limits/planner.ts';
import { freshUsage } from '../../../src/limits/usage.ts';
import { median } from '../median.ts';
import { model } from '../model.ts';

const { calls, cap } = model.planner;
const now = Date.UTC(2025, 5, 16, 12);

function plan(): number {
  const start = performance.now();
  const { finishAt } = planWork([{ operation: 'price-history', calls }], {
    now,
    usages: () => [freshUsage(cap, now)],
  });
  const time = performance.now() - start;
  if (Date.parse(finishAt) < now + (calls / cap - 1) * 3_600_000) throw new Error(`Done at ${finishAt}`);
  return time;
}

const first = plan();
const next = median(Array.from({ length: model.warmExecutions }, plan));
console.log(JSON.stringify({ first, next }));
