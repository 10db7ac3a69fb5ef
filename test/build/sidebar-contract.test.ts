/** What the page asks of the server is a compile error where the allow-list has no such function or it takes something else. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPY = join(ROOT, '.cache/contract');

beforeAll(() => {
  rmSync(COPY, { recursive: true, force: true });
  for (const part of ['src', 'sidebar', 'tsconfig.json'])
    cpSync(join(ROOT, part), join(COPY, part), { recursive: true });
});
afterAll(() => rmSync(COPY, { recursive: true, force: true }));

/** Compiles the copy of the page and all that it needs, and gives what the compiler says. */
async function compile(): Promise<string> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  try {
    await promisify(execFile)(tsc, ['-b', join(COPY, 'sidebar')], { cwd: ROOT });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** The same with one text of a file replaced by another, which is put back. */
async function compileWith(file: string, text: string, other: string): Promise<string> {
  const path = join(COPY, file);
  const before = readFileSync(path, 'utf8');
  expect(before.split(text), `${text} once in ${file}`).toHaveLength(2);
  writeFileSync(path, before.replace(text, other));
  try {
    return await compile();
  } finally {
    writeFileSync(path, before);
  }
}

test('the page compiles as it is', async () => {
  expect(await compile()).toBe('');
});

test.each([
  [
    'a function that the allow-list lacks',
    'src/app/registry.ts',
    '\n  cancelPull,',
    '',
    /'cancelPull' does not exist/,
  ],
  [
    'a misspelled name',
    'sidebar/schedule/trigger-card.tsx',
    'server.turnOff()',
    'server.turnOf()',
    /'turnOf' does not exist/,
  ],
  [
    'an argument of another type',
    'sidebar/activity/open-pulls.tsx',
    'server.refreshNow(job)',
    'server.refreshNow({ job })',
    /not assignable to parameter of type 'string'/,
  ],
  [
    'an argument too many',
    'sidebar/activity/open-pulls.tsx',
    'server.cancelPull(id)',
    'server.cancelPull(id, 5)',
    /Expected 1 arguments/,
  ],
  [
    'a field that the function does not know',
    'sidebar/schedule/job-form.tsx',
    '{ dataset, filter, every: cadence }',
    '{ dataset, filter, cadence }',
    /'cadence' does not exist in type 'NewJob'/,
  ],
  [
    'a field that the result does not have',
    'sidebar/pull/undo-button.tsx',
    'announce(undone.message)',
    'announce(undone.sentence)',
    /'sentence' does not exist on type 'UndoResult'/,
  ],
])('%s is refused in the sidebar', async (_, file, text, other, complaint) => {
  const complaints = await compileWith(file, text, other);
  expect(complaints).toMatch(complaint);
  // Where the page is wrong, and nowhere else.
  for (const [, place] of complaints.matchAll(/^(\S+?)\(\d+,\d+\): error/gm))
    expect(place).toMatch(/^\.cache\/contract\/sidebar\//);
});
