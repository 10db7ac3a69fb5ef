/** The borders between folders are compile errors: each forbidden import is tried once. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRATCH = join(ROOT, '.cache/borders');
const PURE = ['protocol', 'limits', 'tables', 'operations', 'account', 'pull', 'schedule', 'formulas', 'app'];

afterAll(() => rmSync(SCRATCH, { recursive: true, force: true }));

/** Compiles a folder of `src` with one more file in it, and gives what the compiler says of that file. */
async function compileWith(folder: string, name: string, line: string): Promise<string> {
  const scratch = join(SCRATCH, folder, name);
  mkdirSync(scratch, { recursive: true });
  const own = join(ROOT, 'src', folder);
  const config = JSON.parse(readFileSync(join(own, 'tsconfig.json'), 'utf8'));
  const from = (path: string) => relative(scratch, path);
  writeFileSync(join(scratch, 'intruder.ts'), `${line}\nexport {};\n`);
  writeFileSync(
    join(scratch, 'tsconfig.json'),
    JSON.stringify({
      extends: from(join(own, 'tsconfig.json')),
      compilerOptions: { outDir: './out', rootDir: from(ROOT) },
      include: [from(own), './intruder.ts'],
      references: (config.references ?? []).map(({ path }: { path: string }) => ({
        path: from(join(own, path)),
      })),
    }),
  );
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  try {
    await promisify(execFile)(tsc, ['-p', scratch], { cwd: ROOT });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const OFFENCES: readonly [name: string, line: string, complaint: RegExp][] = [
  ['google', 'SpreadsheetApp.getActiveSpreadsheet();', /intruder\.ts.*Cannot find name 'SpreadsheetApp'/],
  ['node', "import 'node:fs';", /intruder\.ts.*Cannot find module 'node:fs'|intruder\.ts.*TS2882/],
  ['web', 'setTimeout(() => 0, 1);', /intruder\.ts.*Cannot find name 'setTimeout'/],
  [
    'test',
    `import '${'../'.repeat(4)}test/closing-line.ts';`,
    /TS6307.*closing-line|closing-line.*TS6307|TS6059/s,
  ],
  ['wrong-way', `import '${'../'.repeat(4)}src/google/menu.ts';`, /TS6307|TS6059/],
];

describe.each(PURE)('src/%s', (folder) => {
  test('compiles as it is', async () => {
    expect(await compileWith(folder, 'none', '')).toBe('');
  });

  test.each(OFFENCES)('refuses %s', async (name, line, complaint) => {
    expect(await compileWith(folder, name, line)).toMatch(complaint);
  });
});

test('no file gets around it with a reference comment', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true }).map(String);
  for (const file of files.filter((each) => each.endsWith('.ts')))
    expect(readFileSync(join(ROOT, 'src', file), 'utf8')).not.toMatch(/^\s*\/\/\/\s*<reference/m);
});

test.each([
  ['test/marketplace', /from '[^']*\/src\//],
  ['test/host', /from '[^']*\/src\//],
  ['src', /from '[^']*\/test\//],
  ['sidebar', /^import (?!type )[^;]*from '[^']*\/(src|test)\//m],
])('%s imports nothing it may not', (folder, forbidden) => {
  const files = readdirSync(join(ROOT, folder), { recursive: true }).map(String);
  for (const file of files.filter((each) => /\.tsx?$/.test(each)))
    expect(readFileSync(join(ROOT, folder, file), 'utf8')).not.toMatch(forbidden);
});
