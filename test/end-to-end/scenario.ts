/** Runs scenarios in this process, because most are shorter than starting a new one. */
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { parseScenario, runScenario as run } from '../host/steps/scenario.ts';
import { World } from '../host/steps/world.ts';

export interface Reply {
  readonly step: number;
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: replies differ by step; the tests state what they expect
  readonly value: any;
  readonly error?: { readonly name: string; readonly message: string };
}

/** Seed and clock determine the shop's data. */
export const CLOCK = '2025-06-16T18:00:00Z';

/** Creates a world with the built bundle or with other code. */
export function newWorld(code?: string): World {
  const built = readBundle(freshBundle());
  return new World(code === undefined ? built : { ...built, code });
}

/** Runs the steps in a new world and returns the replies. */
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
