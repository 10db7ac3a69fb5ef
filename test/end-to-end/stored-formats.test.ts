/** Everything that the add-on stores has an example that an earlier build left, and a workbook with all of it opens. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENTS = join(ROOT, 'test/fixtures/documents');

interface Format {
  /** What its keys look like. */
  readonly key: RegExp;
  /** Of what is written now; without, it is a plain text, or what had no number so far, whose next version is 2. */
  readonly version?: number;
  /** Where no document has one. */
  readonly example?: string;
}

/** By the file of `src` that writes them. */
const FORMATS: Readonly<Record<string, readonly Format[]>> = {
  'account/connections.ts': [{ key: /^connection\./ }, { key: /^defaultConnection$/ }],
  'account/consent.ts': [{ key: /^consent$/ }],
  'account/users.ts': [{ key: /^person$/ }, { key: /^name$/ }, { key: /^account$/ }],
  'app/after-run.ts': [{ key: /^insights\.made$/, version: 1, example: '{"version":1,"tables":["Findings"]}' }],
  'app/demo.ts': [{ key: /^demo\.tables$/ }],
  // Only a workbook whose rows go to a warehouse has these three.
  'app/export-actions.ts': [
    {
      key: /^export\.run$/,
      version: 1,
      example: '{"version":1,"run":"1a2b3c4d","started":1750096800000,"rows":{"Orders":14},"calls":3}',
    },
  ],
  'app/installation.ts': [{ key: /^installed$/, version: 1 }],
  'app/undo-run.ts': [{ key: /^undo\.beforeLast$/ }],
  'google/quota-stores.ts': [{ key: /^ledger\./ }],
  'google/plain-text.ts': [{ key: /^plainText$/, version: 1 }],
  'google/trigger.ts': [{ key: /^trigger\./ }, { key: /^build$/ }],
  'help/guide.ts': [{ key: /^guide$/, version: 1 }],
  'insights/today/update-today.ts': [
    { key: /^today$/, version: 1, example: '{"version":1}' },
    { key: /^today\.shown$/, version: 1, example: '{"version":1,"at":1750000000000}' },
  ],
  'limits/ledger.ts': [{ key: /^ledger\./ }],
  'protocol/stored.ts': [{ key: /^quotas$/ }],
  'pull/complete-since.ts': [{ key: /^whole$/, version: 2 }],
  'pull/failed-calls.ts': [{ key: /^failures$/, version: 1 }],
  'pull/last-pulls.ts': [{ key: /^pulled$/, version: 2 }],
  'pull/migrate.ts': [{ key: /^tables$/ }],
  'pull/remembered-identifiers.ts': [{ key: /^refused\./, version: 2 }],
  'pull/sizes.ts': [{ key: /^sizes\./ }],
  'pull/stored-run.ts': [{ key: /^run\.[^.]+$/ }, { key: /^run\.[^.]+\.\d\.\d+$/, version: 4 }],
  'schedule/ages.ts': [{ key: /^ages\.done$/, version: 1 }],
  'schedule/table-freshness.ts': [{ key: /^standing$/, version: 2 }],
  'schedule/heartbeats.ts': [{ key: /^beat\./ }],
  'schedule/job-state.ts': [{ key: /^job\./, version: 2 }],
  'schedule/jobs-sheet.ts': [{ key: /^jobs\.definitions/ }],
  'schedule/result-writer.ts': [{ key: /^schedule\.told$/, example: '1750096800000' }],
  // Only while another execution writes to the sheets.
  'schedule/run-log.ts': [
    {
      key: /^cancelled\./,
      version: 1,
      example:
        '{"version":1,"run":"1a2b3c4d","started":1750096800000,"what":"Orders","why":"sidebar","who":"you","ended":1750096860000,"state":"cancelled","calls":3,"rows":{"added":100,"changed":0,"unchanged":0,"gone":0}}',
    },
  ],
  // Only an add-on without its spreadsheet has it.
  'schedule/without-document.ts': [
    { key: /^withoutDocument$/, version: 1, example: '{"version":1,"at":1750096800000}' },
  ],
  // Only a workbook of half a million cells has it.
  'tables/apply-fold.ts': [{ key: /^stock\.folded$/, version: 1, example: '{"version":1,"to":1750046400000}' }],
  'tables/rules/rules-sheet.ts': [{ key: /^rules\.offered$/, version: 1 }],
  'warehouse/state.ts': [
    {
      key: /^warehouse\.place$/,
      version: 1,
      example: '{"version":1,"project":"my-shop-123456","location":"US"}',
    },
    {
      key: /^warehouse\.state$/,
      version: 1,
      example:
        '{"version":1,"listed":["Orders"],"inFlight":[],"outbox":"5e6f7a8b","jobs":{"day":"2025-06-16","byTable":{"orders":1}},"sent":{"orders":14},"doneAt":1750096800000}',
    },
  ],
};

/** They write what others hand them. */
const STORES: readonly string[] = [
  'google/formula-owner.ts',
  'google/stores.ts',
  'protocol/known-store.ts',
  'protocol/store.ts',
];

type Pairs = readonly (readonly [key: string, text: string])[];

interface Document {
  readonly properties: { readonly document: Pairs; readonly user: readonly (readonly [string, Pairs])[] };
}

const names = readdirSync(DOCUMENTS).filter((name) => name.endsWith('.json'));
const texts = names.map((name) => readFileSync(join(DOCUMENTS, name), 'utf8'));
const kept = texts.flatMap((text) => {
  const { properties } = JSON.parse(text) as Document;
  const all = [...properties.document, ...properties.user.flatMap(([, pairs]) => pairs)];
  return all.map(([key, value]) => [key.replace(/^market\./, ''), value] as const);
});

function sources(folder: string): readonly string[] {
  return readdirSync(join(ROOT, 'src', folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? sources(path) : path.endsWith('.ts') ? [path] : [];
  });
}

const textOf = (path: string) => readFileSync(join(ROOT, 'src', path), 'utf8');

test('each file that writes into a store is listed here, with the version that it writes', () => {
  const writes = /\b(sharedOfDocument|(document|user)(Store\(\))?|store)\.set(All|Soon)?\(/;
  const writers = sources('').filter((path) => !STORES.includes(path) && writes.test(textOf(path)));
  expect(writers.sort()).toEqual(Object.keys(FORMATS).sort());
  for (const [path, formats] of Object.entries(FORMATS)) {
    const written = [...textOf(path).matchAll(/\b(?:version|format): (\d+)\b/g)].map(([, number]) => Number(number));
    const latest = Math.max(0, ...written);
    expect([path, latest]).toEqual([path, Math.max(0, ...formats.map(({ version = 0 }) => version))]);
  }
});

test('each has an example in a kept document, of the version that is written now too', () => {
  const formats = Object.values(FORMATS).flat();
  for (const { key, version, example } of formats) {
    const examples = example ? [example] : kept.filter(([name]) => key.test(name)).map(([, text]) => text);
    expect(examples.length, `${key} in test/fixtures/documents`).toBeGreaterThan(0);
    if (version === undefined) continue;
    const found = examples.map((text) => Number(/"(?:version|format)":(\d+)/.exec(text)?.[1] ?? 1));
    expect(found, `version ${version} of ${key}`).toContain(version);
  }
  const unknown = kept.filter(([name]) => !formats.some(({ key }) => key.test(name)));
  expect(unknown.map(([name]) => name)).toEqual([]);
  for (const [, mark] of textOf('google/marks.ts').matchAll(/'(market\.\w+)'/g))
    expect(texts.join(), 'a mark of sheets or columns').toContain(mark);
});

test('the latest of them opens, goes on by its schedule, and is reported', async () => {
  const replies = await runScenario([
    { open: { document: join(DOCUMENTS, 'seller-0.3.json') } },
    { market: { items: 6, orders: 8 } },
    { sidebar: ['state'] },
    { sidebar: ['activity'] },
    { sidebar: ['schedule'] },
    { advance: 'PT10M' },
    { sidebar: ['supportReport'] },
  ]);
  for (const { step, ok, error, value } of replies) {
    expect([step, ok, error]).toEqual([step, true, undefined]);
    expect([step, value?.ok]).not.toEqual([step, false]);
  }
  const executions = replies[5]!.value as readonly { readonly ok: boolean }[];
  expect(executions.map(({ ok }) => ok)).toEqual(executions.map(() => true));
  expect(replies[6]!.value.value).toContain('lookup-report on main, page 1: 400');
});
