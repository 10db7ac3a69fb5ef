/** What clasp would push to Google: the built files and nothing else. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('clasp lists exactly the bundle, the page, the demo shop and the manifest', async () => {
  const clasp = `${ROOT}node_modules/.bin/clasp`;
  const { stdout } = await promisify(execFile)(
    clasp,
    ['-P', '.clasp.example.json', 'show-file-status', '--json'],
    {
      cwd: ROOT,
    },
  );
  const { filesToPush, untrackedFiles } = JSON.parse(stdout);
  expect(filesToPush.sort()).toEqual([
    'dist/Code.js',
    'dist/Demo.html',
    'dist/Sidebar.html',
    'dist/appsscript.json',
  ]);
  expect(untrackedFiles).toEqual([]);
  // clasp does not report a manifest that is not there.
  for (const file of filesToPush) expect(existsSync(ROOT + file)).toBe(true);
});
