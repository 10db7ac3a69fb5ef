/** Makes `Code.js`: one plain script of the modules, and above it the functions that Google may call by name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build as esbuild, type Plugin } from 'esbuild';
import type { AnyFormula } from '../formulas/formula.ts';
import { everyFormula } from '../formulas/functions/registry.ts';

/** Apps Script cannot parse the private fields and static members that newer targets would leave in. */
const TARGET = 'es2019';

/** Some editors cannot open a file of one line. */
const LONGEST_LINE = 1000;

/** The global variable of the bundle. Cells and pages cannot call a name that ends with `_`. */
const GLOBAL = 'App_';

/** Drops unused parts of the XML parser: its writer, and document types, which are refused earlier. */
const onlyParser: Plugin = {
  name: 'only-parser',
  setup: ({ onLoad }) =>
    onLoad({ filter: /(json2xml|DocTypeReader)\.js$/ }, () => ({
      contents: 'module.exports = class { readDocType(text, at) {} };',
    })),
};

/** The exports that formula stubs call. */
const [FORMULA, CHECK] = ['formula', 'checkFormula'] as const;

export interface Bundle {
  readonly text: string;
  readonly map: string;
}

interface BundleOptions {
  readonly root: string;
  /** Source maps lead from this folder to the sources. */
  readonly folder: string;
  readonly minify?: boolean;
}

export async function productBundle(options: BundleOptions): Promise<Bundle> {
  const { [FORMULA]: _, [CHECK]: __, ...entries } = await entriesOf('./src/main.ts', options);
  const stubs = [...Object.values(entries), ...everyFormula.map(formulaStub)];
  return await bundled('./src/main.ts', stubs, options);
}

/** Bundles the installation check, which is a separate script. */
export async function checkBundle(options: BundleOptions): Promise<Bundle> {
  const entry = './src/check/main.ts';
  return await bundled(entry, Object.values(await entriesOf(entry, options)), options);
}

async function bundled(entry: string, stubs: readonly string[], options: BundleOptions): Promise<Bundle> {
  // The directive counts only at the very top of a file.
  const head = `"use strict";\n${stubs.join('\n')}\n`;
  const { outputFiles } = await esbuild({
    ...common(options.root),
    entryPoints: [join(options.root, entry)],
    format: 'iife',
    globalName: GLOBAL,
    minify: options.minify ?? true,
    lineLimit: LONGEST_LINE,
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
    sourcemap: 'external',
    outdir: join(options.root, options.folder),
  });
  const [map, text] = ['.map', '.js'].map((end) => outputFiles!.find(({ path }) => path.endsWith(end))!.text);
  const { mappings, ...rest } = JSON.parse(map!) as { mappings: string };
  return {
    text: head + text!,
    map: JSON.stringify({ ...rest, mappings: ';'.repeat(head.split('\n').length - 1) + mappings }),
  };
}

/** A stub for each export of the module, by its name. Only the metafile of an ES module lists the exports. */
async function entriesOf(entry: string, { root }: BundleOptions): Promise<Record<string, string>> {
  const { metafile } = await esbuild({
    ...common(root),
    entryPoints: [join(root, entry)],
    outdir: 'module',
    format: 'esm',
    metafile: true,
  });
  const names = [...Object.values(metafile!.outputs)[0]!.exports].sort();
  return Object.fromEntries(names.map((name) => [name, entryStub(name)]));
}

function common(root: string): BuildOptions & { readonly write: false } {
  return {
    define: { VERSION: JSON.stringify(versionOf(root)) },
    bundle: true,
    write: false,
    target: TARGET,
    plugins: [onlyParser],
    logLevel: 'silent',
  };
}

export function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** A plain entry point, such as a menu item or a trigger. */
function entryStub(name: string): string {
  return `function ${name}() {\n  return ${GLOBAL}.${name}.apply(null, arguments);\n}\n`;
}

const RESULTS: Readonly<Record<AnyFormula['gives'], string>> = {
  table: 'A table with a header row.',
  values: 'One value for each identifier.',
  record: 'One value for each identifier, or a table with a header row.',
  state: 'The current state.',
  check: 'A table with a header row.',
};

/** A custom function; Sheets shows the comment above it while somebody types the formula. */
function formulaStub({ name, summary, gives, arguments: args }: AnyFormula): string {
  const params = args.map((arg) => ` * @param {any} ${arg.optional ? `[${arg.name}]` : arg.name} ${arg.help}`);
  return [
    '/**',
    ` * ${summary}`,
    ' *',
    ...params,
    ` * @return ${RESULTS[gives]}`,
    ' * @customfunction',
    ' */',
    `function ${name}(${args.map((arg) => arg.name).join(', ')}) {`,
    `  return ${GLOBAL}.${gives === 'check' ? CHECK : FORMULA}('${name}', arguments);`,
    '}',
    '',
  ].join('\n');
}
