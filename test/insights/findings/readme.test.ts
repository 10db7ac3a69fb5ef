import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { findingKinds } from '../../../src/insights/findings/find.ts';
import { expectLines } from '../../support/lines.ts';

test('the insights README has a row for every kind of finding', () => {
  const readme = readFileSync(new URL('../../../src/insights/README.md', import.meta.url), 'utf8');
  const tables = [...readme.matchAll(/^\| Kind \| When .*\n.*\n((?:\|.*\n)+)/gm)].map(([, rows]) => rows!);
  expectLines(
    findingKinds.map(({ kind }) => kind),
    [...tables.join('').matchAll(/^\| `([\w-]+)`/gm)].map(([, kind]) => kind!),
    { list: 'a table of kinds in src/insights/README.md', line: 'when it applies, and the amount at risk' },
  );
});
