/** Runs scenarios in this process, because starting another takes longer than most scenarios. */
import { isLong } from '../effort.ts';
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { parseScenario, runScenario as run } from '../host/steps/scenario.ts';
import { World } from '../host/steps/world.ts';

export interface Reply {
  readonly step: number;
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the reply type depends on the step
  readonly value: any;
  readonly error?: { readonly name: string; readonly message: string };
}

/** Seed and clock determine the shop's data. */
export const CLOCK = '2025-06-16T18:00:00Z';

/** For `open`: quick runs use the add-on build, which runs the schedule hourly. */
export const QUICK_SCHEDULE = isLong ? {} : ({ mode: 'addon' } as const);

export function newWorld(code?: string): World {
  const built = readBundle(freshBundle());
  return new World(code === undefined ? built : { ...built, code });
}

export async function runScenario(steps: readonly object[]): Promise<Reply[]> {
  const world = newWorld();
  try {
    return await repliesOf(world, steps);
  } finally {
    await world.close();
  }
}

export async function repliesOf(world: World, steps: readonly object[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  const lines = steps.map((step) => JSON.stringify(step)).join('\n');
  await run(parseScenario(lines), world, (line) => {
    replies.push(JSON.parse(line) as Reply);
  });
  return replies;
}

/** Returns the values of the steps; throws if one fails. */
export async function valuesOf(world: World, steps: readonly object[]): Promise<Reply['value'][]> {
  const replies = await repliesOf(world, steps);
  const failed = replies.find(({ ok }) => !ok);
  if (failed) throw new Error(`Step ${failed.step} failed: ${failed.error!.message}`);
  return replies.map(({ value }) => value);
}
