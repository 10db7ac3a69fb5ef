/** Each row of the threat model names an existing test, and each test file in this folder has a row. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const HERE = new URL('./', import.meta.url);
const lines = readFileSync(new URL('README.md', HERE), 'utf8').split('\n');
const rows = lines.filter((line) => /^\| (?!Attacker)\w/.test(line)).map((line) => line.slice(2, -2).split(' | '));

test('has at least 40 rows with attacker, goal, attack, defense, and test', () => {
  expect(rows.length).toBeGreaterThanOrEqual(40);
  expect(rows.filter((cells) => cells.length !== 5 || cells.some((cell) => cell === ''))).toEqual([]);
});

test.each(rows.map((cells) => cells.at(-1)!))('%s', (cell) => {
  const [, path, title] = /^\[.+?\]\((.+?)\): (.+)$/.exec(cell)!;
  const file = new URL(path!, HERE);
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8').includes(title!)).toBe(true);
});

test('names every test file in this folder', () => {
  const own = readdirSync(HERE).filter((name) => name.endsWith('.test.ts') && name !== basename(import.meta.url));
  expect(own.filter((name) => !rows.some((cells) => cells.at(-1)!.includes(`](${name})`)))).toEqual([]);
});
