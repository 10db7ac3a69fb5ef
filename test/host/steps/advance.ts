// Lets the virtual time pass and runs what becomes due in it.
import type { Host } from '../host.ts';
import type { Trigger } from '../services/triggers.ts';
import type { World } from './world.ts';

export async function advance(world: World, duration: string): Promise<unknown> {
  const host = await world.host();
  const until = host.clock.now() + milliseconds(duration);
  const ran: unknown[] = [];
  for (;;) {
    const next = host.triggers.takeDue(until);
    if (!next) break;
    host.clock.moveTo(next.at);
    ran.push(await fire(host, next.trigger));
    await host.workbook.settled();
  }
  host.clock.moveTo(until);
  return ran;
}

async function fire(host: Host, trigger: Trigger): Promise<unknown> {
  const at = host.clock.now();
  const result = await host.fire(trigger);
  const { ok } = result;
  const error = ok ? {} : { error: { name: result.error.name, message: result.error.message } };
  return {
    kind: 'trigger',
    function: trigger.handler,
    user: trigger.user,
    at: new Date(at),
    ms: host.clock.now() - at,
    ok,
    ...error,
  };
}

function milliseconds(duration: string): number {
  const match = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(duration);
  if (!match || duration.endsWith('P') || duration.endsWith('T'))
    throw new Error(`This is no duration: ${duration}`);
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return ((((weeks! * 7 + days!) * 24 + hours!) * 60 + minutes!) * 60 + seconds!) * 1000;
}
