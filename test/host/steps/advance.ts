import type { Fired } from '../host.ts';
import type { World } from './world.ts';

export async function advance(world: World, duration: string): Promise<unknown> {
  const host = await world.host();
  const until = host.clock.now() + milliseconds(duration);
  const ran: unknown[] = [];
  for await (const fired of host.advance(until)) ran.push(told(fired));
  return ran;
}

function told({ trigger, at, result }: Fired): unknown {
  const { ok, ms } = result;
  const error = ok ? {} : { error: { name: result.error.name, message: result.error.message } };
  const { handler, user } = trigger;
  return { kind: 'trigger', function: handler, user, at: new Date(at), ms, ok, ...error };
}

function milliseconds(duration: string): number {
  const match = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(duration);
  if (!match || duration.endsWith('P') || duration.endsWith('T'))
    throw new Error(`Not an ISO 8601 duration: ${duration}`);
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return ((((weeks! * 7 + days!) * 24 + hours!) * 60 + minutes!) * 60 + seconds!) * 1000;
}
