// What a simulated marketplace has planted. It is asked behind the service's back: the add-on has no way to it.
import type { World } from './world.ts';

/** `true` for the marketplace at `https://market.test`, or for the only one that runs. */
export async function truth(world: World, asked: true | { origin?: string }): Promise<unknown> {
  const { workbook } = await world.host();
  const { origin: at = undefined } = asked === true ? {} : asked;
  const [only, ...others] = world.markets.values();
  const usual = world.markets.get('https://market.test') ?? (others.length === 0 ? only : undefined);
  const market = at === undefined ? usual : world.markets.get(new URL(at).origin);
  if (!market) throw new Error(`No marketplace runs at ${at ?? 'https://market.test'}`);
  return market.truth(workbook.timeZone);
}
