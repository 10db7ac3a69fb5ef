/** Serves the page's bundle, rebuilt if a source is newer, and third-party files. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Asset {
  type: string;
  text: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const cache = join(root, '.cache/workbench');
const BUNDLE = 'page.js';

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** Package and path of each third-party file, by URL name. */
const taken: Record<string, { type: string; from: [name: string, path: string] }> = {
  'bootstrap.css': { type: style, from: ['bootstrap', 'dist/css/bootstrap.min.css'] },
  'o-spreadsheet.css': { type: style, from: ['@odoo/o-spreadsheet', 'dist/o_spreadsheet.css'] },
  'chart.js': { type: script, from: ['chart.js', 'dist/chart.umd.min.js'] },
};

/** All files by URL path. */
export async function pageAssets(): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  for (const [name, { type, from }] of Object.entries(taken)) {
    assets.set(`/${name}`, { type, text: withoutMap(readFileSync(packageFile(...from), 'utf8')) });
  }
  const own = (name: string) => readFileSync(join(here, 'page', name), 'utf8');
  assets.set('/', { type: 'text/html; charset=utf-8', text: own('page.html') });
  for (const name of ['page.css', 'tools.css']) assets.set(`/${name}`, { type: style, text: own(name) });
  assets.set(`/${BUNDLE}`, { type: script, text: await bundle() });
  return assets;
}

async function bundle(): Promise<string> {
  const out = join(cache, BUNDLE);
  if (existsSync(out) && newestSource() < statSync(out).mtimeMs) return readFileSync(out, 'utf8');
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(here, 'page/main.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    target: 'es2022',
    loader: { '.xml': 'text' },
    // The grid's "browser" build is a script with globals.
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
  const text = outputFiles[0]!.text;
  mkdirSync(cache, { recursive: true });
  // Write to another file and rename it to avoid partial reads.
  writeFileSync(`${out}.${process.pid}`, text);
  renameSync(`${out}.${process.pid}`, out);
  return text;
}

function newestSource(): number {
  const names = readdirSync(join(here, 'page'), { recursive: true, encoding: 'utf8' });
  const sources = names.map((name) => join(here, 'page', name));
  const packages = ['@odoo/o-spreadsheet', '@odoo/owl'].map((name) => packageFile(name, 'package.json'));
  const all = [
    ...sources,
    ...packages,
    join(here, 'wire.ts'),
    join(here, 'wire-tools.ts'),
    join(here, 'page-assets.ts'),
  ];
  return Math.max(...all.map((path) => statSync(path).mtimeMs));
}

function packageFile(name: string, path: string): string {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    const found = join(folder, name, path);
    if (existsSync(found)) return found;
  }
  throw new Error(`${name} is not installed (${path}). Run "npm install" first`);
}

/** Source maps are not served. */
function withoutMap(text: string): string {
  return text.replace(/\n?(\/\/|\/\*)# sourceMappingURL=[^\n]*$/m, '');
}
