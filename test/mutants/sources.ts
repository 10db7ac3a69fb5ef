import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const SCRATCH = `${ROOT}.cache/mutants`;

/** Folders that call Google or write files. Unit tests don't run them. */
const IMPURE = ['google', 'check', 'build'];

function pureFolders(): readonly string[] {
  return readdirSync(`${ROOT}src`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !IMPURE.includes(entry.name))
    .map(({ name }) => name);
}

/** Files of the pure folders below `top`, as sorted paths relative to the root. */
function filesBelow(top: string, ending: string, only = pureFolders()): readonly string[] {
  const folders = new Set(only);
  return readdirSync(`${ROOT}${top}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => folders.has(path.split('/')[0]!) && path.endsWith(ending))
    .map((path) => `${top}/${path}`)
    .sort();
}

export function sourceFiles(only?: readonly string[]): readonly string[] {
  const other = only?.find((folder) => !pureFolders().includes(folder));
  if (other !== undefined)
    throw new Error(`"${other}" is not a pure folder. Pure folders: ${pureFolders().join(', ')}.`);
  return filesBelow('src', '.ts', only);
}

/**
 * Folders whose tests are in a folder with a different name. `test/warehouse` contains the simulated service itself.
 */
const TESTED_IN: Readonly<Record<string, string>> = { warehouse: 'export' };

/** By default, a folder's tests are in the test folder with the same name. Excludes tests of long runs. */
export function testFiles(): readonly string[] {
  const folders = pureFolders().map((folder) => TESTED_IN[folder] ?? folder);
  return filesBelow('test', '.test.ts', folders).filter((file) => !file.endsWith('.long.test.ts'));
}
