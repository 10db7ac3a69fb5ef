/**
 * Makes `dist/`: the files that are pushed to Google, which are the bundle, the sidebar's page, the demo shop and the
 * manifest, and beside them the bundle's source map.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { everyFormula } from '../formulas/functions/registry.ts';
import { reference } from '../help/reference.ts';
import { formsOf, settingFields } from './form-data.ts';
import { entryStub, formulaStub, GLOBAL } from './stubs.ts';

/** Apps Script parses no private fields, optional chaining or static members that newer targets would leave in. */
const TARGET = 'es2019';

/** A file of one line is too much for some editors. */
const LONGEST_LINE = 1000;

/** Exports of the entry that cells reach through formula stubs instead. */
const FORMULA_ENTRIES = ['formula', 'checkFormula'];

/** `root` is the project's folder, `out` the folder to write to. */
export async function build(root: string, out: string): Promise<void> {
  const [code, page] = await Promise.all([bundleOf(root), pageOf(root)]);
  mkdirSync(out, { recursive: true });
  replace(join(out, 'Code.js'), code.text);
  replace(join(out, 'Code.js.map'), code.map);
  replace(join(out, 'Sidebar.html'), page);
  replace(join(out, 'Demo.html'), demoOf(root));
  replace(join(out, 'appsscript.json'), readFileSync(join(root, 'appsscript.json'), 'utf8'));
}

/**
 * The names that Google and cells call stand readable at the top, with the help of the formulas. Each execution compiles
 * all the rest, so that is small, unless a program is to read it; its lines are short enough for the editor of scripts.
 */
export async function bundleOf(
  root: string,
  minify = true,
  hasWarehouse = false,
): Promise<{ readonly text: string; readonly map: string }> {
  const entry = join(root, 'src/main.ts');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const options = {
    entryPoints: { Code: entry },
    define: { VERSION: JSON.stringify(version), WAREHOUSE: String(hasWarehouse) },
    bundle: true,
    write: false,
    target: TARGET,
    logLevel: 'silent',
  } as const;
  // Only a module's metafile names its exports.
  const module = await esbuild({ ...options, format: 'esm', metafile: true as const });
  const exports = Object.values(module.metafile.outputs)[0]!.exports.filter(
    (name) => !FORMULA_ENTRIES.includes(name),
  );
  const stubs = [...exports.sort().map(entryStub), ...everyFormula.map(formulaStub)];
  const { outputFiles } = await esbuild({
    ...options,
    format: 'iife',
    globalName: GLOBAL,
    minify,
    // Of what the build does not have nothing is left, in a readable program either.
    minifySyntax: true,
    lineLimit: LONGEST_LINE,
    // The directive counts at the very top alone.
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
    banner: { js: `"use strict";\n${stubs.join('\n')}` },
    sourcemap: 'external',
    outdir: 'bundle',
  });
  const [map, text] = ['.map', '.js'].map((end) => outputFiles.find(({ path }) => path.endsWith(end))!.text);
  return { text: text!, map: map! };
}

async function pageOf(root: string): Promise<string> {
  const result = await esbuild({
    entryPoints: [join(root, 'sidebar/main.tsx')],
    bundle: true,
    write: false,
    outdir: 'page',
    format: 'iife',
    target: 'es2020',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    logLevel: 'silent',
    define: {
      FORMS: JSON.stringify(formsOf()),
      SETTINGS: JSON.stringify(settingFields()),
      HELP: JSON.stringify(reference()),
    },
    // HtmlService takes two slashes inside a template literal for a comment.
    supported: { 'template-literal': false },
  });
  const script = result.outputFiles.find(({ path }) => path.endsWith('.js'))!.text;
  const style = result.outputFiles.find(({ path }) => path.endsWith('.css'))?.text ?? '';
  const page = readFileSync(join(root, 'sidebar/page.html'), 'utf8');
  return page
    .replace('/* style */', () => style)
    .replace('/* script */', () => script.replace(/<\/(script)/gi, '<\\/$1'));
}

/** A tenth as long as the recording, and text, as every file of a script project is; lines are for those who open it. */
function demoOf(root: string): string {
  const recording = JSON.parse(readFileSync(join(root, 'src/demo/recording.json'), 'utf8')) as object;
  const packed = gzipSync(JSON.stringify(recording), { level: 9 }).toString('base64');
  return packed.replace(/.{100}/g, '$&\n');
}

/** The build that can send rows to BigQuery, into the folder `out`: its files are those of `dist` but for these two. */
export async function buildWarehouse(root: string, dist: string, out: string): Promise<void> {
  const code = await bundleOf(root, true, true);
  mkdirSync(out, { recursive: true });
  replace(join(out, 'Code.js'), code.text);
  replace(join(out, 'Code.js.map'), code.map);
  for (const page of ['Sidebar.html', 'Demo.html'])
    replace(join(out, page), readFileSync(join(dist, page), 'utf8'));
  replace(
    join(out, 'appsscript.json'),
    warehouseManifest(readFileSync(join(dist, 'appsscript.json'), 'utf8')),
  );
}

/** The manifest with the permission for BigQuery, and with its service: that switches the interface on. */
export function warehouseManifest(plain: string): string {
  const { oauthScopes, ...manifest } = JSON.parse(plain) as { readonly oauthScopes: readonly string[] };
  return `${JSON.stringify(
    {
      ...manifest,
      oauthScopes: [...oauthScopes, 'https://www.googleapis.com/auth/bigquery'],
      dependencies: {
        enabledAdvancedServices: [{ userSymbol: 'BigQuery', version: 'v2', serviceId: 'bigquery' }],
      },
    },
    null,
    2,
  )}\n`;
}

/** Writes beside and renames, so that nobody ever reads half a file. */
function replace(path: string, text: string): void {
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, text);
  renameSync(beside, path);
}
