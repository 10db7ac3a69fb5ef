/** What the page asks of the server is a compile error where the allow-list has no such function or it takes something else. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

type Mistake = readonly [what: string, file: string, text: string, other: string, complaint: RegExp];

/** The same with one text of each file replaced by another; all are put back. */
async function compileWith(mistakes: readonly Mistake[]): Promise<string> {
  const before = new Map(mistakes.map(([, file]) => [file, readFileSync(join(COPY, file), 'utf8')]));
  for (const [, file, text, other] of mistakes) {
    const now = readFileSync(join(COPY, file), 'utf8');
    expect(now.split(text), `${text} once in ${file}`).toHaveLength(2);
    writeFileSync(join(COPY, file), now.replace(text, other));
  }
  try {
    return await compile();
  } finally {
    for (const [file, text] of before) writeFileSync(join(COPY, file), text);
  }
}

/** The compiler's complaints, each with the page's file that it is about. */
function complaintsOf(said: string): readonly (readonly [file: string, complaint: string])[] {
  return said.split(/\n(?=\S)/).flatMap((complaint) => {
    const [, file] = /^(\S+?)\(\d+,\d+\): error/.exec(complaint) ?? [];
    return file === undefined ? [] : [[file.replace('.cache/contract/', ''), complaint] as const];
  });
}

const IN_THE_LIST: readonly Mistake[] = [
  ['a function that the allow-list lacks', 'src/app/registry.ts', '\n  cancelPull,', '', /'cancelPull' does not exist/],
];

const IN_THE_PAGE: readonly Mistake[] = [
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
];

// Each compilation costs more than what it finds: all mistakes of the page are in one.
describe.each([
  ['the allow-list', IN_THE_LIST],
  ['the page', IN_THE_PAGE],
])('of %s', (_, mistakes) => {
  let complaints: ReturnType<typeof complaintsOf>;
  beforeAll(async () => {
    complaints = complaintsOf(await compileWith(mistakes));
  });

  test.each(mistakes)('%s is refused in the sidebar', (_, file, __, ___, complaint) => {
    const about = complaints.filter(([place]) => file.startsWith('src/') || place === file);
    expect(about.filter(([, text]) => complaint.test(text))).not.toEqual([]);
  });

  test('where the page is wrong, and nowhere else', () => {
    for (const [file] of complaints) expect(file).toMatch(/^sidebar\//);
  });
});
