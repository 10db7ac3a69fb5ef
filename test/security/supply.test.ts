/** Third-party code: licenses of everything shipped, no install scripts, and pinned CI actions. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { release } from '../../src/build/release.ts';
import { freshBundle } from '../host/fresh-bundle.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = freshBundle();

interface Locked {
  readonly version: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};

function packagesIn(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
}

/** Reads the program's source map and the page's bundler inputs. */
async function shipped(): Promise<readonly string[]> {
  const { sources } = JSON.parse(readFileSync(join(DIST, 'Code.js.map'), 'utf8')) as { sources: string[] };
  const { metafile } = await build({
    entryPoints: [join(ROOT, 'sidebar/main.tsx')],
    bundle: true,
    write: false,
    outdir: 'page',
    metafile: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    absWorkingDir: ROOT,
    logLevel: 'silent',
  });
  return [...new Set(packagesIn([...sources, ...Object.keys(metafile.inputs)]))].sort();
}

test('THIRD-PARTY.txt lists version and license of exactly the packages in the program and the page', async () => {
  const text = readFileSync(join(DIST, 'THIRD-PARTY.txt'), 'utf8');
  const titles = [...text.matchAll(/^(\S+) (\S+), license (\S+)\n=+\n\n(?=\S)/gm)].map(([, name, version]) => [
    name,
    version,
  ]);
  const expected = (await shipped()).map((name) => [name, packages[`node_modules/${name}`]!.version]);
  expect(titles).toEqual(expected);
  expect(text.match(/Permission is hereby granted/g)).toHaveLength(expected.length);
});

test('the release folder includes THIRD-PARTY.txt', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  release(ROOT, join(folder, 'release'));
  expect(existsSync(join(folder, 'release/THIRD-PARTY.txt'))).toBe(true);
  rmSync(folder, { recursive: true });
});

/** esbuild installs its platform binary; only the build uses it. */
const INSTALLING = ['node_modules/esbuild'];

test('no package runs an install script except the one that the build needs', () => {
  const found = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(found.map(([path, { dev }]) => [path, dev])).toEqual(INSTALLING.map((path) => [path, true]));
});

test('CI pins actions by commit, because tags can be moved', () => {
  const folder = join(ROOT, '.github/workflows');
  const used = readdirSync(folder).flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/uses: (.*)/g),
  ]);
  expect(used.length).toBeGreaterThan(0);
  for (const [, action] of used) expect(action).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d/);
});
