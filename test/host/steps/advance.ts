// Lets the virtual time pass and runs what becomes due in it.
import type { Host, Result } from '../host.ts';
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

async function fire(host: Host, { id, handler, user }: Trigger): Promise<unknown> {
  const at = host.clock.now();
  const result: Result = await host.call('trigger', handler, [timeEvent(at, id)], { user });
  const { ok } = result;
  const error = ok ? {} : { error: { name: result.error.name, message: result.error.message } };
  return {
    kind: 'trigger',
    function: handler,
    user,
    at: new Date(at),
    ms: host.clock.now() - at,
    ok,
    ...error,
  };
}

function timeEvent(at: number, triggerUid: string) {
  const date = new Date(at);
  const firstOfYear = Date.UTC(date.getUTCFullYear(), 0, 1);
  return {
    $event: true,
    source: false,
    authMode: 'FULL',
    triggerUid,
    timezone: 'UTC',
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    'day-of-month': date.getUTCDate(),
    'day-of-week': date.getUTCDay() || 7,
    'week-of-year': Math.ceil((at - firstOfYear + 1) / 604_800_000),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

function milliseconds(duration: string): number {
  const match = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(duration);
  if (!match || duration.endsWith('P') || duration.endsWith('T'))
    throw new Error(`This is no duration: ${duration}`);
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return ((((weeks! * 7 + days!) * 24 + hours!) * 60 + minutes!) * 60 + seconds!) * 1000;
}
