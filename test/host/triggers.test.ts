// Time-driven triggers: Google's limits on them, and when they fire.
import { afterAll, describe, expect, test } from 'vitest';
import { sampleHost } from './sample-host.ts';
import { advance } from './steps/advance.ts';
import type { World } from './steps/world.ts';

const code = `function tick(e) { console.log(String(e.authMode) + ' ' + typeof e.source); } function fail() { throw new Error('no') }`;
const bound = sampleHost(code);
const addon = sampleHost(code, { mode: 'addon' });
afterAll(() => Promise.all([bound.close(), addon.close()]));

const make = (how: string) => `ScriptApp.newTrigger('tick').timeBased().${how}.create()`;
const clear = 'ScriptApp.getProjectTriggers().forEach((t) => ScriptApp.deleteTrigger(t));';
const pass = async ({ host }: typeof bound, duration: string) => {
  const world = { host: async () => host } as unknown as World;
  const ran = (await advance(world, duration)) as { at: Date; ok: boolean }[];
  return ran.map(({ at }) => at.toISOString());
};

describe('limits', () => {
  test('an add-on has one of a type, at least hourly', async () => {
    await addon.evaluate(make('everyHours(1)'));
    await expect(addon.evaluate(make('everyHours(2)'))).rejects.toThrow('too many time-based triggers');
    expect(await addon.evaluate('return ScriptApp.getProjectTriggers().length')).toBe(1);
  });

  test('a bound script has twenty', async () => {
    const body = `for (let i = 0; i < 20; i++) ${make('everyMinutes(5)')}; ${make('everyMinutes(5)')}`;
    await expect(bound.evaluate(body)).rejects.toThrow('This script has too many triggers.');
    expect(await bound.evaluate(`const n = ScriptApp.getProjectTriggers().length; ${clear} return n`)).toBe(
      20,
    );
  });

  test('minutes are of a few', async () => {
    await expect(bound.evaluate(make('everyMinutes(7)'))).rejects.toThrow('one of 1, 5, 10, 15 or 30');
  });

  test('a user does not see another’s', async () => {
    bound.host.triggers.add('editor@x', 'tick', 'CLOCK', { everyHours: 1 });
    expect(await bound.evaluate('return ScriptApp.getProjectTriggers().length')).toBe(0);
    bound.host.triggers.remove('editor@x', bound.host.triggers.of('editor@x')[0]!.id);
  });
});

describe('time', () => {
  test.each([
    ['everyMinutes(30)', 'PT1H', ['18:30', '19:00']],
    ['after(90000)', 'PT1H', ['18:01']],
    ['everyHours(12)', 'P1D', ['06:00', '18:00']],
    // 9 o'clock in New York is 13:00 UTC in June.
    ["atHour(9).everyDays(1).inTimezone('America/New_York')", 'P2D', ['13:00', '13:00']],
    ["onWeekDay(ScriptApp.WeekDay.MONDAY).atHour(1).inTimezone('Etc/GMT')", 'P8D', ['01:00']],
  ])('%s', async (how, duration, times) => {
    const fresh = sampleHost(code);
    try {
      await fresh.evaluate(make(how));
      expect((await pass(fresh, duration)).map((at) => at.slice(11, 16))).toEqual(times);
    } finally {
      await fresh.close();
    }
  });

  test('an event is of AuthMode.FULL and has no source; a failure does not stop the next', async () => {
    const fresh = sampleHost(code);
    try {
      await fresh.evaluate(
        `ScriptApp.newTrigger('fail').timeBased().everyMinutes(30).create(); ${make('everyMinutes(30)')}`,
      );
      expect(await pass(fresh, 'PT30M')).toHaveLength(2);
      expect(fresh.host.stores.logs.map(({ message }) => message)).toEqual(['FULL undefined']);
    } finally {
      await fresh.close();
    }
  });
});
