/** A file is found by its name: hardly any name stands twice in `src`. */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** They say what a file is in its folder: a list of what there is, what it counts on, and one file an operation. */
const MEANT = new Set(['registry.ts', 'ports.ts', ...Object.keys(operations).map((id) => `${id}.ts`)]);

test('at most 8 names of files stand twice', () => {
  const files = readdirSync(SRC, { recursive: true }).map(String);
  const names = files.filter((file) => file.endsWith('.ts')).map((file) => basename(file));
  const twice = names.filter((name, index) => names.indexOf(name) !== index && !MEANT.has(name));
  expect(names).toContain('registry.ts');
  expect(twice.length > 8 ? twice : []).toEqual([]);
});
