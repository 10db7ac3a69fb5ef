/** `npm run demo`: records the demo shop into the file that the build bundles. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { record } from './record.ts';

/** Formats one record per line for readable diffs. */
function laidOut(value: unknown, depth = 0): string {
  const isFlat = depth === 2 || typeof value !== 'object' || value === null;
  if (isFlat) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(
    ([name, each]) => `${isList ? '' : `${JSON.stringify(name)}:`}${laidOut(each, depth + 1)}`,
  );
  const [open, close] = isList ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${close}`;
}

const file = fileURLToPath(new URL('../../src/demo/recording.json', import.meta.url));
writeFileSync(file, `${laidOut(await record())}\n`);
