/** An add-on build's store listing is complete and matches its manifest. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { makeListing } from '../../src/build/listing/listing.ts';
import { manifestWith, PERMISSIONS } from '../../src/build/manifest.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLAIN = readFileSync(join(ROOT, 'appsscript.json'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'listing-'));
afterAll(() => rmSync(folder, { recursive: true }));

function listing(permissions: readonly (keyof typeof PERMISSIONS)[]): (file: string) => string {
  const manifest = manifestWith(PLAIN, { hosts: ['https://api.example.com'], permissions });
  writeFileSync(join(folder, 'appsscript.json'), manifest);
  makeListing(ROOT, folder, permissions.join(','));
  return (file) => readFileSync(join(folder, 'listing', file), 'utf8');
}

function field(text: string, heading: string): string {
  return text.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!.trim();
}

test('fills every placeholder and fits the fields of the store', () => {
  const read = listing(['email', 'bigquery']);
  const texts = readdirSync(join(folder, 'listing')).filter((file) => /\.(md|html)$/.test(file));
  expect(texts.sort()).toEqual(['CHECKLIST.md', 'LISTING.md', 'privacy.html', 'support.html']);
  for (const file of texts) expect(read(file), file).not.toMatch(/\{\{|undefined|<!-- style/);
  const form = read('LISTING.md');
  expect(field(form, 'Application name').length).toBeLessThanOrEqual(50);
  expect(field(form, 'Short description').length).toBeLessThanOrEqual(200);
  expect(field(form, 'Detailed description').length).toBeLessThanOrEqual(16_000);
});

test('gives a reason for each permission, in the form and in the privacy policy', () => {
  const optional = Object.values(PERMISSIONS).flatMap(({ oauthScopes }) => [...oauthScopes]);
  const plain = (JSON.parse(PLAIN) as { oauthScopes: string[] }).oauthScopes;
  const names = (scopes: readonly string[]) => scopes.map((scope) => scope.split('/auth/')[1]!);
  for (const [chosen, scopes] of [
    [[], plain] as const,
    [
      ['email', 'bigquery'],
      [...plain, ...optional],
    ] as const,
  ]) {
    const read = listing(chosen);
    expect([...read('LISTING.md').matchAll(/^\| `.*\/auth\/(.*)` \| ./gm)].map(([, name]) => name)).toEqual(
      names(scopes),
    );
    const policy = [...read('privacy.html').matchAll(/<td><code>(.*)<\/code><\/td><td>./g)].map(([, name]) => name);
    expect(policy).toEqual(names(scopes));
    expect(read('privacy.html').includes('BigQuery dataset')).toBe(chosen.length > 0);
    const push = chosen.length > 0 ? '--with email,bigquery --script ID' : 'example.com/ --script ID';
    expect(read('CHECKLIST.md')).toContain(push);
  }
});

test("names the sidebar's button on the support page", () => {
  const [, button] = /Click <i>(.*?)<\/i> and read the report/.exec(listing([])('support.html'))!;
  expect(readFileSync(join(ROOT, 'sidebar/help/support.tsx'), 'utf8')).toContain(`${button}\n`);
});

test('fails the build for a scope without a reason', () => {
  writeFileSync(
    join(folder, 'appsscript.json'),
    JSON.stringify({ oauthScopes: ['https://www.googleapis.com/auth/drive'], urlFetchWhitelist: [] }),
  );
  expect(() => makeListing(ROOT, folder)).toThrow('no reason for https://www.googleapis.com/auth/drive');
});

test('makes icons and a card in the sizes of the store', () => {
  listing([]);
  for (const [file, width, height] of [
    ['icon-32.png', 32, 32],
    ['icon-48.png', 48, 48],
    ['icon-96.png', 96, 96],
    ['icon-128.png', 128, 128],
    ['card.png', 220, 140],
  ] as const) {
    const picture = readFileSync(join(folder, 'listing', file));
    expect([file, picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([file, width, height]);
  }
});
