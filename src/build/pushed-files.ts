/** The files of the script project: those of `dist/` that `.claspignore` lets through, which clasp reads too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By their names in `dist/`; the program is first and the manifest last. */
export function pushedFiles(root: string): readonly string[] {
  const lines = readFileSync(join(root, '.claspignore'), 'utf8').split('\n');
  return lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1).trim()] : []));
}
