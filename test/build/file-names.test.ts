/** File names in `src` are unique, which makes files easy to find. */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** Intentional duplicates: a folder's registry, its ports, and one file per operation. */
const MEANT = new Set(['registry.ts', 'ports.ts', ...Object.keys(operations).map((id) => `${id}.ts`)]);

test('has at most 8 duplicate file names', () => {
  const files = readdirSync(SRC, { recursive: true }).map(String);
  const names = files.filter((file) => file.endsWith('.ts')).map((file) => basename(file));
  const twice = names.filter((name, index) => names.indexOf(name) !== index && !MEANT.has(name));
  expect(names).toContain('registry.ts');
  expect(twice.length > 8 ? twice : []).toEqual([]);
});
