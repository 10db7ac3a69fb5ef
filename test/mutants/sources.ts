/** The pure folders of `src`, the files that are mutated and the tests that have to notice. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Whatever a run leaves behind. */
export const SCRATCH = `${ROOT}.cache/mutants`;

/** These talk to Google or write files, and unit tests do not run them. */
const IMPURE = ['google', 'build'];

function pureFolders(): readonly string[] {
  return readdirSync(`${ROOT}src`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !IMPURE.includes(entry.name))
    .map(({ name }) => name);
}

/** Files of the pure folders below `top`, as paths from the root, in the same order everywhere. */
function filesBelow(top: string, ending: string, only = pureFolders()): readonly string[] {
  const folders = new Set(only);
  return readdirSync(`${ROOT}${top}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => folders.has(path.split('/')[0]!) && path.endsWith(ending))
    .map((path) => `${top}/${path}`)
    .sort();
}

/** Of all pure folders, or of some of them. */
export function sourceFiles(only?: readonly string[]): readonly string[] {
  const other = only?.find((folder) => !pureFolders().includes(folder));
  if (other !== undefined) throw new Error(`"${other}" is none of the pure folders: ${pureFolders().join(', ')}.`);
  return filesBelow('src', '.ts', only);
}

/** In the folder of the name of the warehouse stands what it is tried with. */
const TESTED_IN: Readonly<Record<string, string>> = { warehouse: 'export' };

/** It starts a service of its own, which would be one for each mutant. */
const SLOW = 'test/export/million.test.ts';

/** The other tests of a folder lie in the one of its name. */
export function testFiles(): readonly string[] {
  const folders = pureFolders().map((folder) => TESTED_IN[folder] ?? folder);
  return filesBelow('test', '.test.ts', folders).filter((file) => file !== SLOW);
}
