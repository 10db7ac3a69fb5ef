import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { draw } from './draw.ts';
import { mutantsOf } from './enumerate.ts';
import { explained, explanationOf } from './explained.ts';
import { cut, keyOf, type Mutant, rangeOf } from './mutant.ts';
import { reportOf, type Verdict } from './report.ts';
import { ROOT, sourceFiles, testFiles } from './sources.ts';

const mutant = (line: number, replacement = 'false'): Mutant => ({
  file: 'src/limits/ledger.ts',
  start: { line, column: 4 },
  end: { line, column: 9 },
  mutator: 'ConditionalExpression',
  original: 'a < b',
  replacement,
});

test('pure folders are mutated and tested by the test folders with the same names', () => {
  expect(sourceFiles()).toEqual(expect.arrayContaining(['src/limits/ledger.ts', 'src/tables/catalog/items.ts']));
  expect(testFiles()).toEqual(expect.arrayContaining(['test/limits/ledger.test.ts', 'test/export/export.test.ts']));
  const others =
    /^(src\/(main\.ts|google|build)|test\/(google|build|host|end-to-end|marketplace|warehouse|workbench|bench|mutants))/;
  expect([...sourceFiles(), ...testFiles()].filter((file) => others.test(file))).toEqual([]);
});

test('a run can be limited to some of the pure folders', () => {
  const folders = sourceFiles(['app', 'pull']).map((file) => file.split('/')[1]);
  expect([...new Set(folders)]).toEqual(['app', 'pull']);
  expect(() => sourceFiles(['google'])).toThrow('"google" is not a pure folder');
});

describe('a draw', () => {
  const all = Array.from({ length: 50 }, (_, index) => index);

  test('is the same for the same seed and differs for another seed', () => {
    expect(draw(all, 20, 7, String)).toEqual(draw(all, 20, 7, String));
    expect(draw(all, 20, 7, String)).not.toEqual(draw(all, 20, 8, String));
  });

  test.each([
    [0, 0],
    [20, 20],
    [50, 50],
    [60, 50],
  ])('of %i from fifty items returns %i distinct ones', (count, drawn) => {
    const found = draw(all, count, 1, String);
    expect([found.length, new Set(found).size]).toEqual([drawn, drawn]);
  });

  test('changes little when one item is added and one removed', () => {
    const before = draw(all, 20, 1, String);
    const lost = before[3];
    const after = draw([...all.filter((each) => each !== lost), 99], 20, 1, String);
    const kept = before.filter((each) => each !== lost && after.includes(each));
    expect(kept.length).toBeGreaterThanOrEqual(18);
  });

  test('distinguishes items with the same name', () => {
    const twins = Array.from({ length: 40 }, (_, index) => ({ index }));
    const found = draw(twins, 20, 1, () => 'twin');
    expect(new Set(found).size).toBe(20);
    expect(found).not.toEqual(twins.slice(0, 20));
  });
});

test('mutants are extracted exactly and only from functions', async () => {
  const file = 'src/limits/ledger.ts';
  const text = readFileSync(`${ROOT}${file}`, 'utf8');
  const mutants = await mutantsOf(file);
  expect(mutants.length).toBeGreaterThan(30);
  expect(new Set(mutants.map(keyOf)).size).toBe(mutants.length);
  for (const each of mutants) {
    expect(cut(text, each).inside).toBe(each.original);
    expect(cut(text, each).with(each.original)).toBe(text);
    expect(text.split('\n')[each.start.line]!.slice(each.start.column)).toContain(each.original.split('\n')[0]);
  }
  // Evaluated once, when the module loads.
  expect(text).toContain('const NOTHING: Grant = { granted: 0');
  expect(mutants.filter(({ original }) => original.includes('{ granted: 0'))).toEqual([]);
});

test('a range has 1-based lines and 0-based columns', () => {
  expect(rangeOf(mutant(11))).toBe('src/limits/ledger.ts:12:4-12:9');
});

describe('the report', () => {
  const judged = (...verdicts: Verdict[]) =>
    reportOf(new Map(verdicts.map((verdict, line) => [mutant(line), verdict])));
  const times = (count: number, is: 'caught' | 'caught end to end' | 'refused' | 'load' | 'survived' | 'no test') =>
    Array.from({ length: count }, () => ({ is }));

  test.each([
    ['92 of 100', [...times(92, 'caught'), ...times(8, 'survived')], true],
    [
      '92 of 100, some by end-to-end tests',
      [...times(80, 'caught'), ...times(12, 'caught end to end'), ...times(8, 'survived')],
      true,
    ],
    ['91 of 100', [...times(91, 'caught'), ...times(9, 'survived')], false],
    ['mutants in untested code', [...times(91, 'caught'), ...times(9, 'no test')], false],
    [
      'mutants rejected by the compiler',
      [...times(80, 'caught'), ...times(12, 'refused'), ...times(8, 'survived')],
      true,
    ],
    ['mutants of loading code', [...times(92, 'caught'), ...times(8, 'survived'), ...times(50, 'load')], true],
    ['no mutants', [], false],
  ])('passes or fails: %s', (_, verdicts, isEnough) => {
    expect(judged(...verdicts).isEnough).toBe(isEnough);
  });

  test('lists surviving and explained mutants and counts all verdicts', () => {
    const { text, isEnough } = judged(
      { is: 'caught' },
      { is: 'caught end to end' },
      { is: 'survived' },
      { is: 'explained', reason: 'Sorted anyway.' },
      { is: 'no test' },
    );
    expect(text).toBe(`src/limits/ledger.ts:3:5 survived
  - a < b
  + false

src/limits/ledger.ts:4:5 explained: Sorted anyway.
  - a < b
  + false

src/limits/ledger.ts:5:5 not covered
  - a < b
  + false

60.0% of 5 mutants caught: 1 by unit tests, 1 by end-to-end tests, 0 by the compiler, 1 explained. 1 survived, 1 not covered by a test.
`);
    expect(isEnough).toBe(false);
  });
});

describe('explanations', () => {
  const known = [{ file: 'src/limits/ledger.ts', original: 'a\n    < b', replacement: 'false', reason: 'Why.' }];

  test('match a mutant on any line', () => {
    expect(explanationOf(mutant(1), known)).toBe('Why.');
    expect(explanationOf(mutant(99), known)).toBe('Why.');
    expect(explanationOf(mutant(1, 'true'), known)).toBeUndefined();
    expect(explanationOf({ ...mutant(1), file: 'src/limits/gate.ts' }, known)).toBeUndefined();
  });

  test('refer to existing source', () => {
    const gone = explained.filter(
      ({ file, original }) =>
        !existsSync(`${ROOT}${file}`) || !readFileSync(`${ROOT}${file}`, 'utf8').includes(original),
    );
    expect(gone).toEqual([]);
  });
});
