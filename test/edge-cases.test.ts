/** Checks the table of edge cases: every case has a row, every row names a test, and every test of a case has a row. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('./', import.meta.url);
const CASES = 99;
/** Maximum characters between a title and its case number, in one literal or table row. */
const NEAR = 160;

const files = (readdirSync(ROOT, { recursive: true }) as string[])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('edge-cases'));

const textOf = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

/** Suites that cover all operations take some of their titles from the operations' example files. */
const examples = readdirSync(new URL('operations/', ROOT))
  .map((file) => textOf(`operations/${file}`))
  .join('\n');

interface Row {
  readonly number: number;
  readonly name: string;
  /** The tests' files and titles, or a sentence that explains why no test is needed. */
  readonly proofs: readonly string[];
}

const rows: readonly Row[] = textOf('edge-cases.md')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => {
    const [number, name, where] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { number: Number(number), name: name!, proofs: where!.split('; ') };
  });

/** Explains what is wrong with a reference; undefined if the file has a test with that title for the case. */
function wrongWith(number: number, proof: string): string | undefined {
  if (/^It cannot occur here: .{20,}\.$/.test(proof)) return undefined;
  const [file, title] = [proof.slice(0, proof.indexOf(': ')), proof.slice(proof.indexOf(': ') + 2)];
  if (!files.includes(`${file}.test.ts`)) return `${proof}: there is no such file`;
  const suite = textOf(`${file}.test.ts`);
  const text = suite.includes('operations/registry.ts') ? suite + examples : suite;
  const places: number[] = [];
  for (let at = text.indexOf(title); at >= 0; at = text.indexOf(title, at + 1)) places.push(at);
  if (places.length === 0) return `${proof}: there is no such test`;
  const isTitled = places.some((at) =>
    new RegExp(`case ${number}\\b`).test(text.slice(Math.max(0, at - NEAR), at + title.length + NEAR)),
  );
  return isTitled ? undefined : `${proof}: it is not titled for case ${number}`;
}

test('every case has one row, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: CASES }, (_, index) => index + 1));
});

test('no two rows have the same name', () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(CASES);
});

describe('every row names existing tests', () => {
  test.each(rows.map((row) => [row.number, row.name, row] as const))('%i: %s', (number, _, { proofs }) => {
    expect(proofs.length).toBeGreaterThan(0);
    expect(proofs.flatMap((proof) => wrongWith(number, proof) ?? [])).toEqual([]);
  });
});

test('every test of a case is in a row', () => {
  const known = new Set(rows.map(({ number }) => number));
  const unknown = files.flatMap((file) =>
    [...textOf(file).matchAll(/\bcase (\d+)/g)]
      .filter(([, number]) => !known.has(Number(number)))
      .map(([title]) => `${file}: ${title}`),
  );
  expect(unknown).toEqual([]);
});
