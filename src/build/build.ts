/**
 * Makes `dist/`: the files that are pushed to Google, which are the bundle, the sidebar's page, the demo shop and the
 * manifest, and beside them the source maps.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { reference } from '../help/reference.ts';
import { type Code, codeOf, wholeCodeOf } from './code.ts';
import { formsOf, settingFields } from './form-data.ts';

/** What may be asked for beside the usual build. */
export interface Variant {
  /** It can send rows to BigQuery. */
  readonly warehouse?: boolean | undefined;
  /** All of `Code.js` is code. */
  readonly whole?: boolean | undefined;
}

/** Builds `dist`, and the variant of it in a folder there; gives the folder that was asked for, from `root`, the project's. */
export async function buildAs(root: string, { warehouse = false, whole = false }: Variant): Promise<string> {
  const dist = join(root, 'dist');
  const kind = { root, folder: 'dist', hasWarehouse: false, isMinified: true };
  const [code, page] = await Promise.all([codeOf(kind), pageOf(root)]);
  writeCode(code, dist);
  replace(join(dist, 'Sidebar.html'), page);
  replace(join(dist, 'Demo.html'), demoOf(root));
  const manifest = readFileSync(join(root, 'appsscript.json'), 'utf8');
  replace(join(dist, 'appsscript.json'), manifest);
  if (!warehouse && !whole) return 'dist';

  const folder = ['dist', ...(whole ? ['whole'] : []), ...(warehouse ? ['warehouse'] : [])].join('/');
  const out = join(root, folder);
  const codeFor = whole ? wholeCodeOf : codeOf;
  writeCode(await codeFor({ ...kind, folder, hasWarehouse: warehouse }), out);
  for (const same of ['Sidebar.html', 'Demo.html']) replace(join(out, same), readFileSync(join(dist, same), 'utf8'));
  replace(join(out, 'appsscript.json'), warehouse ? warehouseManifest(manifest) : manifest);
  return folder;
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

function writeCode({ text, maps }: Code, out: string): void {
  mkdirSync(out, { recursive: true });
  replace(join(out, 'Code.js'), text);
  for (const [script, map] of Object.entries(maps)) replace(join(out, `${script}.map`), map);
}

/** Writes beside and renames, so that nobody ever reads half a file. */
function replace(path: string, text: string): void {
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, text);
  renameSync(beside, path);
}
