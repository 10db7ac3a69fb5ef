/** The same actions give the same workbook in any language, at any latency, and after one-time errors from Google. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { members } from '../host/members.ts';
import { differencesOf } from './document-snapshot.ts';
import { FirstHours, type Hours, type Platform } from './first-hours.ts';
import { MODES } from './prepared-book.ts';

const FORMULA = 30_000;
const EXECUTION = 6 * 60_000;

/** Covers every kind of execution except triggers. */
const SOME_ACTS = ['connect', 'pull orders', 'formulas', 'undo'];

const ALL = (['en', 'ja', 'de'] as const).flatMap((language) => [0, 1, 3].map((latency) => ({ language, latency })));
const SOME = [{ language: 'ja', latency: 3 }] as const;

describe.each(MODES)('as %s script', (mode) => {
  let hours: FirstHours;
  let usual: Hours;
  beforeAll(async () => {
    hours = new FirstHours(mode, isLong ? undefined : SOME_ACTS);
    await hours.open();
    usual = await hours.on({ language: 'en', latency: 0 });
  });
  afterAll(() => hours.close());

  async function wrongOn(platform: Platform): Promise<readonly string[]> {
    const { sheets, failed, longest } = await hours.on(platform);
    const wrong = [...failed];
    for (const [act, expected] of usual.sheets)
      wrong.push(...differencesOf(sheets.get(act)!, expected).map((text) => `after ${act}: ${text}`));
    for (const [name, ms] of Object.entries(longest))
      if (ms > (name.startsWith('MARKET_') ? FORMULA : EXECUTION)) wrong.push(`${name} takes ${ms} ms`);
    if (isLong) console.log(JSON.stringify({ mode, ...platform, longest, wrong }));
    return wrong;
  }

  test('the default platform completes all acts', async () => {
    expect(usual.failed).toEqual([]);
    expect(usual.sheets.get('formulas')!.size).toBeGreaterThan(isLong ? 12 : 5);
  });

  test.each(isLong ? ALL : SOME)(
    'gives the same workbook in $language at latency $latency',
    async (platform) => {
      expect(await wrongOn(platform)).toEqual([]);
    },
    300_000,
  );

  if (isLong)
    test('gives the same workbook with each Google API member refused once per act', async () => {
      const reached = usual.members.filter((member) => members.has(member));
      expect(reached.length).toBeGreaterThan(50);
      const wrong: string[] = [];
      for (const [index, refused] of reached.entries()) {
        // Each form refuses every other member.
        if (index % 2 !== MODES.indexOf(mode)) continue;
        const { language, latency } = ALL[(index * 4 + 1) % ALL.length]!;
        const platform = { language, latency, refused };
        wrong.push(...(await wrongOn(platform)).map((text) => `${Object.values(platform).join(' ')}: ${text}`));
      }
      expect(wrong).toEqual([]);
    }, 3_600_000);
});
