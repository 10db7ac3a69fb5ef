/** The sidebar's server calls fail to compile unless they match the allow-list's functions and types. */
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

/** Compiles the copied sidebar and its imports; returns the compiler's output. */
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

/** Compiles with all mistakes applied, then restores the files. */
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

/** The compiler's errors, each with its file. */
function complaintsOf(said: string): readonly (readonly [file: string, complaint: string])[] {
  return said.split(/\n(?=\S)/).flatMap((complaint) => {
    const [, file] = /^(\S+?)\(\d+,\d+\): error/.exec(complaint) ?? [];
    return file === undefined ? [] : [[file.replace('.cache/contract/', ''), complaint] as const];
  });
}

const MISTAKES: readonly Mistake[] = [
  [
    'a function missing from the allow-list',
    'src/app/registry.ts',
    '\n  describeMe,',
    '',
    /'describeMe' does not exist/,
  ],
  [
    'a misspelled name',
    'sidebar/schedule/trigger-card.tsx',
    'server.turnOff()',
    'server.turnOf()',
    /'turnOf' does not exist/,
  ],
  [
    'an argument of the wrong type',
    'sidebar/activity/open-pulls.tsx',
    'server.refreshNow(job)',
    'server.refreshNow({ job })',
    /not assignable to parameter of type 'string'/,
  ],
  [
    'one argument too many',
    'sidebar/activity/open-pulls.tsx',
    'server.cancelPull(id)',
    'server.cancelPull(id, 5)',
    /Expected 1 arguments/,
  ],
  [
    'an unknown field in an argument',
    'sidebar/schedule/job-form.tsx',
    '{ dataset, filter, every: cadence }',
    '{ dataset, filter, cadence }',
    /'cadence' does not exist in type 'NewJob'/,
  ],
  [
    'an unknown field of the result',
    'sidebar/pull/undo-button.tsx',
    'announce(undone.message)',
    'announce(undone.sentence)',
    /'sentence' does not exist on type 'UndoResult'/,
  ],
];

// Compiles all mistakes in one pass, because compiling takes most of the time.
describe('a mistake in the allow-list or the page', () => {
  let complaints: ReturnType<typeof complaintsOf>;
  beforeAll(async () => {
    complaints = complaintsOf(await compileWith(MISTAKES));
  });

  test.each(MISTAKES)('fails to compile: %s', (_, file, __, ___, complaint) => {
    const about = complaints.filter(([place]) => file.startsWith('src/') || place === file);
    expect(about.filter(([, text]) => complaint.test(text))).not.toEqual([]);
  });

  test('causes errors only in the sidebar', () => {
    for (const [file] of complaints) expect(file).toMatch(/^sidebar\//);
  });
});
