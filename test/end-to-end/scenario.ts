/** Runs scenarios as the command does, but here: most of them are shorter than the start of a process. */
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { parseScenario, runScenario as run } from '../host/steps/scenario.ts';
import { World } from '../host/steps/world.ts';

export interface Reply {
  readonly step: number;
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: replies are as different as the steps; the tests state what they expect
  readonly value: any;
  readonly error?: { readonly name: string; readonly message: string };
}

/** The same shop each time: seed and clock decide its data. */
export const CLOCK = '2025-06-16T18:00:00Z';

/** With the built bundle, or with other code in its place. */
export function newWorld(code?: string): World {
  const built = readBundle(freshBundle());
  return new World(code === undefined ? built : { ...built, code });
}

/** The reply of each step, in a world of its own. */
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

/** The values of these steps; one that fails is an error. */
export async function valuesOf(world: World, steps: readonly object[]): Promise<Reply['value'][]> {
  const replies = await repliesOf(world, steps);
  const failed = replies.find(({ ok }) => !ok);
  if (failed) throw new Error(`Step ${failed.step} failed: ${failed.error!.message}`);
  return replies.map(({ value }) => value);
}
