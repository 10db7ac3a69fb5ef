/** Each forbidden import between folders fails to compile. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRATCH = join(ROOT, '.cache/borders');
const PURE = [
  'protocol',
  'demo',
  'limits',
  'tables',
  'operations',
  'account',
  'pull',
  'warehouse',
  'schedule',
  'insights',
  'formulas',
  'help',
  'app',
];

/** Quick runs compile some folders, and check that the others have the same options. */
const COMPILED = isLong ? PURE : ['protocol', 'tables', 'insights', 'app'];

afterAll(() => rmSync(SCRATCH, { recursive: true, force: true }));

/** Files by name, each with a single line of code. */
type Intruders = Readonly<Record<string, string>>;

/** Creates a copy of a `src` folder's project with the given files added; returns the path of its tsconfig.json. */
function projectWith(folder: string, name: string, intruders: Intruders): string {
  const scratch = join(SCRATCH, folder, name);
  mkdirSync(scratch, { recursive: true });
  const own = join(ROOT, 'src', folder);
  const config = JSON.parse(readFileSync(join(own, 'tsconfig.json'), 'utf8'));
  const from = (path: string) => relative(scratch, path);
  for (const [each, line] of Object.entries(intruders))
    writeFileSync(join(scratch, `${each}.ts`), `${line}\nexport {};\n`);
  const path = join(scratch, 'tsconfig.json');
  writeFileSync(
    path,
    JSON.stringify({
      extends: from(join(own, 'tsconfig.json')),
      compilerOptions: { outDir: './out', rootDir: from(ROOT) },
      include: [from(own), './*.ts'],
      references: (config.references ?? []).map(({ path }: { path: string }) => ({
        path: from(join(own, path)),
      })),
    }),
  );
  return path;
}

/** Compiles all projects in one run, because starting the compiler takes most of the time; returns its output. */
async function complaintsAbout(projects: readonly string[]): Promise<string> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  try {
    await promisify(execFile)(tsc, ['-b', ...projects], { cwd: ROOT, maxBuffer: 64e6 });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const up = '../'.repeat(4);

type Offence = readonly [name: string, line: string, complaint: RegExp];

const NAMES: readonly Offence[] = [
  ['google', 'SpreadsheetApp.getActiveSpreadsheet();', /google\.ts.*Cannot find name 'SpreadsheetApp'/],
  ['node', "import 'node:fs';", /node\.ts.*(Cannot find module 'node:fs'|TS2882)/],
  ['web', 'setTimeout(() => 0, 1);', /web\.ts.*Cannot find name 'setTimeout'/],
];
/** Forbidden imports. */
const IMPORTS: readonly Offence[] = [
  ['test', `import '${up}test/effort.ts';`, /test\.ts.*TS(6307|6059).*effort/],
  ['wrong-way', `import '${up}src/build/manifest.ts';`, /wrong-way\.ts.*TS(6307|6059).*build\/manifest/],
];

describe('every pure folder', () => {
  const kinds = { names: NAMES, imports: IMPORTS } as const;
  const cases = COMPILED.flatMap((folder) => (['names', 'imports'] as const).map((kind) => ({ folder, kind })));
  let complaints: readonly string[];

  beforeAll(async () => {
    const projects = cases.map(({ folder, kind }) =>
      projectWith(folder, kind, Object.fromEntries(kinds[kind].map(([name, line]) => [name, line]))),
    );
    complaints = (await complaintsAbout(projects)).split('\n');
  });

  test.each(cases)('src/$folder rejects foreign $kind', ({ folder, kind }) => {
    const own = complaints.filter((line) => line.startsWith(`.cache/borders/${folder}/${kind}/`));
    for (const [, , complaint] of kinds[kind]) expect(own.join('\n')).toMatch(complaint);
    expect(own.length).toBeGreaterThanOrEqual(kinds[kind].length);
  });

  test.each(PURE)('src/%s has only the common options', (folder) => {
    const config = JSON.parse(readFileSync(join(ROOT, 'src', folder, 'tsconfig.json'), 'utf8'));
    expect(config).toEqual({
      ...config,
      extends: '../../tsconfig.json',
      include: [expect.stringMatching(/^(\.|\*\.ts)$/)],
    });
    expect(Object.keys(config).filter((name) => !['extends', 'include', 'references'].includes(name))).toEqual([]);
    const borders = (config.references ?? []).map(({ path }: { path: string }) => path);
    expect(borders.filter((path: string) => !PURE.includes(path.replace('../', '')))).toEqual([]);
  });

  test('compiles apart from the forbidden lines', () => {
    const about = complaints.flatMap((line) => /^(\S+)\(\d+,\d+\): error/.exec(line)?.slice(1) ?? []);
    expect(about.filter((file) => !file.startsWith('.cache/borders/'))).toEqual([]);
  });
});

test('no file bypasses the borders with a reference comment', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true }).map(String);
  for (const file of files.filter((each) => each.endsWith('.ts')))
    expect(readFileSync(join(ROOT, 'src', file), 'utf8')).not.toMatch(/^\s*\/\/\/\s*<reference/m);
});

test.each([
  ['test/marketplace', /from '[^']*\/src\//],
  ['test/warehouse', /from '[^']*\/src\//],
  ['test/host', /from '[^']*\/src\//],
  ['src', /from '[^']*\/test\//],
  ['sidebar', /^import (?!type )[^;]*from '[^']*\/(src|test)\//m],
])('%s has no forbidden imports', (folder, forbidden) => {
  const files = readdirSync(join(ROOT, folder), { recursive: true }).map(String);
  for (const file of files.filter((each) => /\.tsx?$/.test(each)))
    expect(readFileSync(join(ROOT, folder, file), 'utf8')).not.toMatch(forbidden);
});
