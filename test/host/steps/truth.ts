// Ground truth of a simulated marketplace, hidden from the add-on.
import type { World } from './world.ts';

/** `true` means the marketplace at `https://market.test`, or the only running one. */
export async function truth(world: World, asked: true | { origin?: string }): Promise<unknown> {
  const { workbook } = await world.host();
  const { origin: at = undefined } = asked === true ? {} : asked;
  const [only, ...others] = world.markets.values();
  const usual = world.markets.get('https://market.test') ?? (others.length === 0 ? only : undefined);
  const market = at === undefined ? usual : world.markets.get(new URL(at).origin);
  if (!market) throw new Error(`No marketplace is running at ${at ?? 'https://market.test'}.`);
  return market.truth(workbook.timeZone);
}
