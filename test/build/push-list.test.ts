/** clasp and `npm run deploy` send only built files to Google. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { manifestWith, permissionsIn } from '../../src/build/manifest.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const PLAIN = readFileSync(`${ROOT}appsscript.json`, 'utf8');

const FILES = ['Code.js', 'Demo.html', 'Sidebar.html', 'appsscript.json'];

async function run(command: string, ...args: string[]): Promise<string> {
  // An unreachable proxy makes any network call fail.
  const env = { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:1', HTTP_PROXY: 'http://127.0.0.1:1' };
  const options = { cwd: ROOT, env };
  return (await promisify(execFile)(`${ROOT}node_modules/.bin/${command}`, args, options)).stdout;
}

test('clasp pushes only the bundle, the sidebar, the demo shop, and the manifest', async () => {
  const status = await run('clasp', '-P', '.clasp.example.json', 'show-file-status', '--json');
  expect(JSON.parse(status).filesToPush.sort()).toEqual(FILES.map((file) => `dist/${file}`));
});

test('a dry run of deploy lists files and targets with the chosen permissions without sending them', async () => {
  const listed = await run('tsx', 'src/build/deploy.ts', '--dry-run', '--script', 'abc', '--with', 'email,bigquery');
  const [head, ...lines] = listed.trimEnd().split('\n');
  expect(head).toContain('the script abc');
  expect(lines.pop()).toBe('Nothing was sent.');
  expect(lines.map((line) => line.replace(/ +\(\d+ KB\)$/, '').split(/ +-> +/)).sort()).toEqual(
    FILES.map((file) => [`dist/deploy/${file}`, file === 'Code.js' ? 'Code.gs' : file]),
  );
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const chosen = { permissions: ['email', 'bigquery'], timeZone } as const;
  expect(readFileSync(`${ROOT}dist/deploy/appsscript.json`, 'utf8')).toBe(manifestWith(PLAIN, chosen));
});

test('adds the chosen permissions to the manifest, or leaves it unchanged', () => {
  expect(JSON.parse(manifestWith(PLAIN, {}))).toEqual(JSON.parse(PLAIN));
  const manifest = JSON.parse(manifestWith(PLAIN, { permissions: ['email', 'bigquery'], timeZone: 'Europe/Paris' }));
  const scopes = ['script.send_mail', 'userinfo.email', 'bigquery'].map(
    (name) => `https://www.googleapis.com/auth/${name}`,
  );
  expect(manifest).toEqual({
    ...JSON.parse(PLAIN),
    timeZone: 'Europe/Paris',
    oauthScopes: [...JSON.parse(PLAIN).oauthScopes, ...scopes],
    dependencies: { enabledAdvancedServices: [{ userSymbol: 'BigQuery', version: 'v2', serviceId: 'bigquery' }] },
  });
  const addon = JSON.parse(manifestWith(PLAIN, { permissions: ['bigquery'], hosts: ['https://api.example.com'] }));
  expect(addon.urlFetchWhitelist).toEqual(['https://api.example.com/', 'https://bigquery.googleapis.com/']);
});

test('accepts a list of permissions and rejects unknown ones', () => {
  expect(permissionsIn(undefined)).toEqual([]);
  expect(permissionsIn('email, bigquery')).toEqual(['email', 'bigquery']);
  expect(() => permissionsIn('mail')).toThrow('--with takes email, bigquery, not "mail"');
});
