/** The same actions give the same workbook in any language, at any latency, and after one-time errors from Google. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { members } from '../host/members.ts';
import { differencesOf } from './document-snapshot.ts';
import { FirstHours, type Hours, type Platform } from './first-hours.ts';

const FORMULA = 30_000;
const EXECUTION = 6 * 60_000;

/** Covers every kind of execution except triggers. */
const SOME_ACTS = ['connect', 'pull orders', 'formulas', 'undo'];

let hours: FirstHours;
let usual: Hours;
beforeAll(async () => {
  hours = new FirstHours(isLong ? undefined : SOME_ACTS);
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
  if (isLong) console.log(JSON.stringify({ ...platform, longest, wrong }));
  return wrong;
}

test('the default platform completes all acts', async () => {
  expect(usual.failed).toEqual([]);
  expect(usual.sheets.get('formulas')!.size).toBeGreaterThan(isLong ? 12 : 5);
});

const ALL = (['en', 'ja', 'de'] as const).flatMap((language) => [0, 1, 3].map((latency) => ({ language, latency })));
const SOME = [
  { language: 'ja', latency: 3 },
  { language: 'de', latency: 1 },
] as const;

test.each(isLong ? ALL : SOME)(
  'gives the same workbook in $language at latency $latency',
  async (platform) => {
    expect(await wrongOn(platform)).toEqual([]);
  },
  300_000,
);

if (isLong)
  describe('with each Google API member refused once per act', () => {
    test('gives the same workbook', async () => {
      const reached = usual.members.filter((member) => members.has(member));
      expect(reached.length).toBeGreaterThan(50);
      const wrong: string[] = [];
      for (const [index, refused] of reached.entries()) {
        const { language, latency } = ALL[(index * 4 + 1) % ALL.length]!;
        const platform = { language, latency, refused };
        wrong.push(...(await wrongOn(platform)).map((text) => `${Object.values(platform).join(' ')}: ${text}`));
      }
      expect(wrong).toEqual([]);
    }, 3_600_000);
  });
