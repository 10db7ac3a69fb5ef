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

describe('trigger limits', () => {
  test('an add-on can have one trigger per type, at most hourly', async () => {
    await addon.evaluate(make('everyHours(1)'));
    await expect(addon.evaluate(make('everyHours(2)'))).rejects.toThrow(
      'The Add-on has created too many time-based triggers in this document for this Google user account.',
    );
    // A trigger of another type is allowed.
    const build = "ScriptApp.newTrigger('tick').forSpreadsheet(ss).onEdit().create();";
    await addon.evaluate(build);
    await expect(addon.evaluate(build)).rejects.toThrow('too many edit triggers');
    await addon.evaluate('ScriptApp.deleteTrigger(ScriptApp.getProjectTriggers()[1])');
    expect(await addon.evaluate('return ScriptApp.getProjectTriggers().length')).toBe(1);
  });

  test('a bound script can have twenty triggers', async () => {
    const body = `for (let i = 0; i < 20; i++) ${make('everyMinutes(5)')}; ${make('everyMinutes(5)')}`;
    await expect(bound.evaluate(body)).rejects.toThrow('This script has too many triggers.');
    expect(await bound.evaluate(`const n = ScriptApp.getProjectTriggers().length; ${clear} return n`)).toBe(20);
  });

  test("only Google's intervals of minutes are allowed", async () => {
    await expect(bound.evaluate(make('everyMinutes(7)'))).rejects.toThrow('one of 1, 5, 10, 15 or 30');
  });

  test('a trigger of an add-on cannot create triggers', async () => {
    const build = `function tick() { ${make('everyHours(1)')} }`;
    for (const mode of ['addon', 'bound'] as const) {
      const { host, close } = sampleHost(build, { mode });
      try {
        host.triggers.add('a@x', 'tick', 'CLOCK', { after: 1000 });
        const world = { host: async () => host } as unknown as World;
        const [ran] = (await advance(world, 'PT1M')) as { ok: boolean; error?: { message: string } }[];
        expect(ran?.error?.message).toBe(
          mode === 'addon' ? 'You do not have permission to call ScriptApp.newTrigger' : undefined,
        );
      } finally {
        await close();
      }
    }
  });

  test("a user does not see another user's triggers", async () => {
    bound.host.triggers.add('editor@x', 'tick', 'CLOCK', { everyHours: 1 });
    expect(await bound.evaluate('return ScriptApp.getProjectTriggers().length')).toBe(0);
    bound.host.triggers.remove('editor@x', bound.host.triggers.of('editor@x')[0]!.id);
  });
});

describe('the running time of triggers', () => {
  test.each([
    ['consumer', 90],
    ['workspace', 360],
  ] as const)(
    "is limited for a %s account to %i minutes per day, then none of the user's triggers run",
    async (account, minutes) => {
      const { host, evaluate, close } = sampleHost('function tick() { Utilities.sleep(300000) }', { account });
      try {
        await evaluate(make('everyMinutes(10)'));
        const world = { host: async () => host } as unknown as World;
        const ran = (await advance(world, 'P1D')) as { ok: boolean; error?: { message: string } }[];
        const first = ran.findIndex(({ ok }) => !ok);
        // Each run takes five minutes.
        expect(ran.length).toBe(144);
        expect([first, ran[minutes / 5]?.error?.message]).toEqual(
          minutes === 90 ? [18, 'Service using too much computer time for one day'] : [72, ran[72]!.error!.message],
        );
        expect(ran.slice(first, first + 60).some(({ ok }) => ok)).toBe(false);
        // The quota's day begins with the first run.
        const next = (await advance(world, 'PT30M')) as { ok: boolean }[];
        expect(next.map(({ ok }) => ok)).toEqual([true, true, true]);
      } finally {
        await close();
      }
    },
  );
});

describe('a time-driven trigger', () => {
  test.each([
    ['everyMinutes(30)', 'PT1H', ['18:30', '19:00']],
    ['after(90000)', 'PT1H', ['18:01']],
    ['everyHours(12)', 'P1D', ['06:00', '18:00']],
  ])('with %s fires on time', async (how, duration, times) => {
    const fresh = sampleHost(code);
    try {
      await fresh.evaluate(make(how));
      expect((await pass(fresh, duration)).map((at) => at.slice(11, 16))).toEqual(times);
    } finally {
      await fresh.close();
    }
  });

  test.each([
    // 9 AM in New York is 13:00 UTC in June.
    ["atHour(9).everyDays(1).inTimezone('America/New_York')", 'P3D', 13, 1, 59],
    ["atHour(9).nearMinute(20).everyDays(1).inTimezone('America/New_York')", 'P3D', 13, 5, 35],
    ["onWeekDay(ScriptApp.WeekDay.MONDAY).atHour(1).inTimezone('Etc/GMT')", 'P22D', 1, 1, 59],
  ])('with %s fires at a random minute of the hour and keeps it', async (how, duration, hour, from, to) => {
    const fresh = sampleHost(code);
    try {
      await fresh.evaluate(make(how));
      const times = (await pass(fresh, duration)).map((at) => at.slice(11, 16));
      expect(times).toHaveLength(3);
      expect(new Set(times).size).toBe(1);
      const [at, minute] = times[0]!.split(':').map(Number);
      expect(at).toBe(hour);
      expect(minute).toBeGreaterThanOrEqual(from);
      expect(minute).toBeLessThanOrEqual(to);
    } finally {
      await fresh.close();
    }
  });

  test('has the same due time in an identical host', () => {
    const [first, second] = [0, 1].map(() => {
      const { host } = sampleHost(code);
      return host.triggers.add('a@x', 'tick', 'CLOCK', { atHour: 9, everyDays: 1 });
    });
    expect(first!.schedule).toEqual({ atHour: 9, everyDays: 1 });
    expect(first!.due).toBe(second!.due);
  });

  test('fires up to a minute late with jitter', async () => {
    const late = sampleHost(code, { jitter: true });
    try {
      await late.evaluate(make('everyMinutes(10)'));
      const times = (await pass(late, 'PT31M')).map((at) => at.slice(11));
      expect(times.map((at) => at.slice(0, 5))).toEqual(['18:10', '18:20', '18:30']);
      expect(times[0]!.slice(6)).not.toBe('00.000Z');
      expect(new Set(times.map((at) => at.slice(6))).size).toBe(1);
    } finally {
      await late.close();
    }
  });

  test('gets an event with AuthMode.FULL and no source, even after another trigger failed', async () => {
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
