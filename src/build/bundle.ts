/** Builds `Code.js`: a plain script that starts with the functions that Google calls by name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { tokenizer, tokTypes } from 'acorn';
import { type BuildOptions, build as esbuild, type Plugin } from 'esbuild';
import type { AnyFormula } from '../formulas/formula.ts';
import { everyFormula } from '../formulas/functions/registry.ts';

/** Apps Script can't parse private fields and static members, which newer targets would keep. */
const TARGET = 'es2019';

/** Pushing a file with one very long line once failed with error 500. */
const LONGEST_LINE = 2000;

/** The bundle's global variable. Cells and pages can't call names that end with `_`. */
const GLOBAL = 'App_';

/** Removes unused parts of the XML parser: the writer, numbers, and document types, which we reject earlier. */
const onlyParser: Plugin = {
  name: 'only-parser',
  setup: ({ onLoad }) =>
    onLoad({ filter: /(json2xml|DocTypeReader|strnum)\.js$/ }, () => ({
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
  /** Source map paths are relative to this folder. */
  readonly folder: string;
  readonly minify?: boolean;
}

export async function productBundle(options: BundleOptions): Promise<Bundle> {
  const { [FORMULA]: _, [CHECK]: __, ...entries } = await entriesOf('./src/main.ts', options);
  const stubs = [...Object.values(entries), ...everyFormula.map(formulaStub)];
  return await bundled('./src/main.ts', stubs, options);
}

export async function checkBundle(options: BundleOptions): Promise<Bundle> {
  const entry = './src/check/main.ts';
  return await bundled(entry, Object.values(await entriesOf(entry, options)), options);
}

async function bundled(entry: string, stubs: readonly string[], options: BundleOptions): Promise<Bundle> {
  // "use strict" works only at the top of a file.
  const head = `"use strict";\n${stubs.join('\n')}\n`;
  const { outputFiles } = await esbuild({
    ...common(options.root),
    entryPoints: [join(options.root, entry)],
    format: 'iife',
    globalName: GLOBAL,
    minify: options.minify ?? true,
    tsconfigRaw: { compilerOptions: { alwaysStrict: false, useDefineForClassFields: false } },
    sourcemap: 'external',
    outdir: join(options.root, options.folder),
  });
  const [map, text] = ['.map', '.js'].map((end) => outputFiles!.find(({ path }) => path.endsWith(end))!.text);
  const { mappings, ...rest } = JSON.parse(map!) as { mappings: string };
  const short = wrapped(text!);
  const moved = movedTo(short.split('\n'), text!.split('\n'), mappings);
  return {
    text: head + short,
    map: JSON.stringify({ ...rest, mappings: ';'.repeat(head.split('\n').length - 1) + moved }),
  };
}

/** Breaks lines after commas. With esbuild's own limit, some lines still have 90,000 characters. */
export function wrapped(script: string): string {
  const lines: string[] = [];
  let [from, comma] = [0, 0];
  for (const { type, start, end } of tokenizer(script, { ecmaVersion: 2020 })) {
    if (end - from > LONGEST_LINE && comma > from) {
      lines.push(script.slice(from, comma));
      from = comma;
    }
    if (type === tokTypes.comma) comma = end;
    const newline = from + script.slice(from, start).lastIndexOf('\n');
    if (newline >= from) {
      lines.push(script.slice(from, newline));
      from = newline + 1;
    }
  }
  return [...lines, script.slice(from)].join('\n');
}

/** Adjusts a source map to the line breaks that `wrapped` added. */
function movedTo(pieces: readonly string[], lines: readonly string[], mappings: string): string {
  let next = 0;
  const moved = decode(mappings).flatMap((segments, line) => {
    const parts: (typeof segments)[] = [];
    for (let from = 0; from < lines[line]!.length || parts.length === 0; ) {
      const to = from + pieces[next++]!.length;
      const end = segments.findIndex(([column]) => column >= to);
      const own = segments.splice(0, end < 0 ? segments.length : end);
      for (const segment of own) segment[0] -= from;
      parts.push(own);
      from = to;
    }
    return parts;
  });
  return encode(moved);
}

/** Returns a stub per export. Only the metafile of an ES module lists exports. */
async function entriesOf(entry: string, { root }: BundleOptions): Promise<Record<string, string>> {
  const { metafile } = await esbuild({
    ...common(root),
    entryPoints: [join(root, entry)],
    outdir: 'module',
    format: 'esm',
    metafile: true,
  });
  const names = [...Object.values(metafile!.outputs)[0]!.exports].sort();
  const stubOf = (name: string) => `function ${name}(...a){return ${GLOBAL}.${name}(...a)}`;
  return Object.fromEntries(names.map((name) => [name, stubOf(name)]));
}

function common(root: string): BuildOptions & { readonly write: false } {
  return {
    define: {
      VERSION: JSON.stringify(versionOf(root)),
      'Number.NaN': 'NaN',
      'Number.POSITIVE_INFINITY': 'Infinity',
    },
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

/** Sheets shows the stub's comment while the user types the formula. */
function formulaStub({ name, summary, gives, arguments: args }: AnyFormula) {
  const params = args.map((arg) => ` * @param {any} ${arg.optional ? `[${arg.name}]` : arg.name} ${arg.help}`);
  return [
    '/**',
    ` * ${summary}`,
    ...params,
    ' * @customfunction',
    ' */',
    `function ${name}(${args.map((arg) => arg.name)}){return ${GLOBAL}.${gives === 'check' ? CHECK : FORMULA}('${name}',arguments)}`,
  ].join('\n');
}
