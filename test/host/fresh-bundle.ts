import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['src', 'sidebar', 'appsscript.json', 'package.json'];
const product = ['Code.js', 'Code.js.map', 'Sidebar.html', 'Demo.html', 'THIRD-PARTY.txt', 'appsscript.json'];
const check = ['Check.gs', 'Check.gs.map', 'appsscript.json'];

/** Folders that this process has already checked. */
const checked = new Set<string>();

/**
 * Builds the add-on if it is older than its sources; returns its folder. Looks at the sources once per process. Throws
 * the build's output if the build fails.
 */
export function freshBundle(): string {
  return fresh('dist', product, []);
}

/** Builds the installation check if it is older than its sources; returns its folder. */
export function freshCheck(): string {
  return fresh('dist/check', check, ['--', '--check']);
}

function fresh(folder: string, files: string[], options: string[]): string {
  const path = join(root, folder);
  if (!checked.has(path) && isStale(path, files)) {
    // Use the npm script, which is the standard build. Its output must not mix with the scenario's.
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build', ...options], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);
  }
  checked.add(path);
  return path;
}

function isStale(folder: string, files: string[]): boolean {
  const outputs = files.map((name) => join(folder, name));
  if (!outputs.every((path) => existsSync(path))) return true;
  const oldest = Math.min(...outputs.map((path) => statSync(path).mtimeMs));
  return sources.some((name) => newest(join(root, name)) > oldest);
}

function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
