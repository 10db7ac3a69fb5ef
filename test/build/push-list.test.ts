/** What goes to Google: the built files and nothing else, for clasp as for the command that calls it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const FILES = ['Code.js', 'Demo.html', 'Sidebar.html', 'appsscript.json'];

async function run(command: string, ...args: string[]): Promise<string> {
  // An address that nobody answers at: whoever calls somebody fails.
  const env = { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:1', HTTP_PROXY: 'http://127.0.0.1:1' };
  const options = { cwd: ROOT, env };
  return (await promisify(execFile)(`${ROOT}node_modules/.bin/${command}`, args, options)).stdout;
}

test('clasp pushes exactly the bundle, the page, the demo shop and the manifest', async () => {
  const status = await run('clasp', '-P', '.clasp.example.json', 'show-file-status', '--json');
  expect(JSON.parse(status).filesToPush.sort()).toEqual(FILES.map((file) => `dist/${file}`));
});

test('a dry run of a deployment lists what goes where, and sends nothing', async () => {
  const listed = await run('tsx', 'src/build/deploy.ts', '--dry-run', '--script', 'abc');
  const [head, ...lines] = listed.trimEnd().split('\n');
  expect(head).toContain('the script abc');
  expect(lines.pop()).toBe('Nothing was sent.');
  expect(lines.map((line) => line.replace(/ +\(\d+ KB\)$/, '').split(/ +-> +/)).sort()).toEqual(
    FILES.map((file) => [`dist/${file}`, file === 'Code.js' ? 'Code.gs' : file]),
  );
});
