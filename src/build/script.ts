/** What the bundler makes of modules: scripts of one global each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build as esbuild } from 'esbuild';
import { type Later, readLater } from './parts.ts';

/** Apps Script parses no private fields, optional chaining or static members that newer targets would leave in. */
const TARGET = 'es2019';

/** A file of one line is too much for some editors. */
const LONGEST_LINE = 1000;

/** Which of the builds, and for whom. */
export interface Kind {
  readonly root: string;
  /** Where its files go, from there; source maps lead from it to the sources. */
  readonly folder: string;
  readonly hasWarehouse: boolean;
  readonly isMinified: boolean;
}

export interface Script {
  readonly text: string;
  readonly map: string;
}

/** The script's global has what the text of the module exports; of what is imported there, `later` is read when it is called. */
export async function scriptOf(
  kind: Kind,
  global: string,
  contents: string,
  later: readonly Later[] = [],
): Promise<Script> {
  const { outputFiles } = await esbuild({
    ...common(kind),
    stdin: { contents, resolveDir: kind.root },
    format: 'iife',
    globalName: global,
    minify: kind.isMinified,
    // Of what the build does not have nothing is left, in a readable program either.
    minifySyntax: true,
    lineLimit: LONGEST_LINE,
    // The directive counts at the very top of the file alone.
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
    plugins: later.map(readLater),
    sourcemap: 'external',
    outdir: kind.folder,
  });
  const [map, text] = ['.map', '.js'].map((end) => outputFiles!.find(({ path }) => path.endsWith(end))!.text);
  return { text: text!, map: map! };
}

/** Only a module's metafile names its exports. */
export async function exportsOf(kind: Kind, module: string): Promise<readonly string[]> {
  const entryPoints = [join(kind.root, module)];
  const options = { ...common(kind), entryPoints, outdir: 'module', format: 'esm', metafile: true } as const;
  const { metafile } = await esbuild(options);
  return [...Object.values(metafile.outputs)[0]!.exports].sort();
}

function common({ root, hasWarehouse }: Kind): BuildOptions & { readonly write: false } {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    define: { VERSION: JSON.stringify(version), WAREHOUSE: String(hasWarehouse) },
    bundle: true,
    write: false,
    target: TARGET,
    logLevel: 'silent',
  };
}
