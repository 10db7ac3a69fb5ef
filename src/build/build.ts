/** Builds `dist/`: the script project, the source map, and the licenses. */
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { reference } from '../help/reference.ts';
import { type Bundle, checkBundle, productBundle, wrapped } from './bundle.ts';
import { formsOf, settingFields } from './form-data.ts';
import { type ManifestChoice, manifestWith } from './manifest.ts';

const MANIFEST = 'appsscript.json';
/** The licenses file, which is in every distributed folder but not in the script project. */
export const LICENSES = 'THIRD-PARTY.txt';

export async function build(root: string): Promise<void> {
  const [code, page] = await Promise.all([productBundle({ root, folder: 'dist' }), pageOf(root)]);
  const dist = join(root, 'dist');
  mkdirSync(dist, { recursive: true });
  writeCode(code, dist, 'Code.js');
  replace(join(dist, 'Sidebar.html'), page);
  replace(join(dist, 'Demo.html'), demoOf(root));
  replace(join(dist, LICENSES), licensesOf(root));
  replace(join(dist, MANIFEST), readFileSync(join(root, MANIFEST), 'utf8'));
}

/** Builds the installation check, a separate script project, in `dist/check`. */
export async function buildCheck(root: string): Promise<void> {
  const out = join(root, 'dist/check');
  const code = await checkBundle({ root, folder: 'dist/check' });
  mkdirSync(out, { recursive: true });
  writeCode(code, out, 'Check.gs');
  replace(join(out, MANIFEST), readFileSync(join(root, 'src/check', MANIFEST), 'utf8'));
}

/** Returns the script project's files in `dist/`, as listed in `.claspignore`. The manifest is last. */
export function projectFiles(root: string): readonly string[] {
  const lines = readFileSync(join(root, '.claspignore'), 'utf8').split('\n');
  return lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1).trim()] : []));
}

/** Copies the built project to a folder in `dist`, with a customized manifest. */
export function copyProject(root: string, folder: string, choice: ManifestChoice): void {
  const [dist, out] = [join(root, 'dist'), join(root, 'dist', folder)];
  const manifest = manifestWith(readFileSync(join(dist, MANIFEST), 'utf8'), choice);
  mkdirSync(out, { recursive: true });
  for (const file of projectFiles(root)) copyFileSync(join(dist, file), join(out, file));
  writeFileSync(join(out, MANIFEST), manifest);
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
    // HtmlService treats `//` in a template literal as a comment.
    supported: { 'template-literal': false },
  });
  const script = wrapped(result.outputFiles.find(({ path }) => path.endsWith('.js'))!.text);
  const style = (result.outputFiles.find(({ path }) => path.endsWith('.css'))?.text ?? '').replace(/}/g, '}\n');
  return readFileSync(join(root, 'sidebar/page.html'), 'utf8')
    .replace('/* style */', () => style)
    .replace('/* script */', () => script.replace(/<\/(script)/gi, '<\\/$1'));
}

/** Packs the recording as text in short lines. Script projects can't contain binary files. */
function demoOf(root: string) {
  const recording = JSON.parse(readFileSync(join(root, 'src/demo/recording.json'), 'utf8')) as object;
  const packed = gzipSync(JSON.stringify(recording), { level: 9 }).toString('base64');
  return packed.replace(/.{100}/g, '$&\n');
}

/** Returns the licenses of all shipped packages: those in the lock file, except development dependencies. */
function licensesOf(root: string) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly version: string; readonly license: string; readonly dev?: true }>>;
  };
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const texts = shipped.map(([path, { version, license }]) => {
    const title = `${path.replace('node_modules/', '')} ${version}, license ${license}`;
    return `${title}\n${'='.repeat(title.length)}\n\n${readFileSync(join(root, path, 'LICENSE'), 'utf8').trim()}\n`;
  });
  return ['Market for Sheets contains these packages:\n', ...texts].join('\n');
}

function writeCode({ text, map }: Bundle, out: string, name: string) {
  replace(join(out, name), text);
  replace(join(out, `${name}.map`), map);
}

/** Replaces a file atomically. */
function replace(path: string, text: string) {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
