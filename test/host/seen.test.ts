import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { readBundle } from './bundle.ts';
import { freshCheck } from './fresh-bundle.ts';
import { memberRows, rowsBelow } from './members.ts';
import { LANGUAGES, type Language } from './messages.ts';
import { countTable, differences, type Place, parseReport, reportOf, reportsFromGoogle } from './seen.ts';
import { defaults, World } from './steps/world.ts';

const world = new World(readBundle(freshCheck()));
afterAll(() => world.close());

/** Messages aren't compared, so a language without translations can use the default. */
async function openedAs({ build, locale, zone, language }: Place) {
  return await world.open({
    ...defaults,
    mode: build === 'addon' ? 'addon' : 'bound',
    locale,
    timeZone: zone,
    ...(LANGUAGES.includes(language as Language) ? { language: language as Language } : {}),
  });
}

const fromGoogle = reportsFromGoogle();
const reports = [...fromGoogle.values()];
const here = await reportOf(await world.host());

test('every check has the same result here as in the reports from Google', async () => {
  const found: Record<string, string[]> = {};
  for (const [name, report] of fromGoogle) {
    found[name] = differences(report, await reportOf(await openedAs(report.place)));
    expect(report.place.version, name).toMatch(/^\d+\.\d+\.\d+$/);
  }
  expect(found).toEqual(Object.fromEntries([...fromGoogle.keys()].map((name) => [name, []])));
});

test.each([['counts seen and assumed checks', async () => countTable(here, reports)]])(
  'the README %s',
  async (_, table) => {
    const expected = await table();
    const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
    if (!readme.includes(`\n\n${expected}\n\n`))
      throw new Error(`Put this into test/host/README.md, in place of the old table:\n\n${expected}\n`);
  },
);

test('every check that the README names exists', async () => {
  const asked = new Set(here.lines.map(({ check }) => check));
  const named = [...rowsBelow('What it emulates'), ...memberRows].flatMap(
    (cells) => /^`([a-z]+(?:-[a-z]+)+)`$/.exec(cells.at(-1)!)?.[1] ?? [],
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((check) => !asked.has(check))).toEqual([]);
});

describe('a report', () => {
  const textOf = async (change: (line: Record<string, unknown>) => object) => {
    const { place, lines } = here;
    return [place, ...lines.map((line) => change({ ...line }))].map((line) => JSON.stringify(line)).join('\n');
  };

  test("that equals the host's has no differences, regardless of its times", async () => {
    const same = parseReport(await textOf((line) => ({ ...line, milliseconds: 70 })));
    expect(differences(same, here)).toEqual([]);
  });

  test('with other results has one difference per check and is counted', async () => {
    const change = (line: Record<string, unknown>) =>
      line.check === 'property-value' ? { ...line, seen: false } : { ...line, seen: undefined };
    const other = parseReport(await textOf(change));
    expect(differences(other, here)).toEqual([
      'property-value: seen on Google false, here [9216,"refused: Exception"]',
    ]);
    const table = countTable(here, [other]);
    expect(table).toContain('| `property` | 1 | 1 | 2025-06-16, bound, en_US |');
    expect(table).toMatch(/\| `cell` \| \d+ \| 0 \| - \|/);
  });

  test.each([
    ['{"report":1}\nnothing', 'Line 2 is not valid JSON: nothing'],
    ['{"check":"x"}', "Line 1 must be the report's environment."],
    ['{"report":1}\n{"seen":1}', 'Line 2 has no check.'],
  ])('with an invalid line is rejected: %j', (text, message) => {
    expect(() => parseReport(text)).toThrow(message);
  });
});
