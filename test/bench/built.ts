import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { freshBundle } from '../host/fresh-bundle.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export function builtCode(): string {
  return join(freshBundle(), 'Code.js');
}

/** The XML parser alone, bundled like the add-on. */
export async function parserBundle(): Promise<string> {
  const contents = `import { XMLParser } from 'fast-xml-parser';
    export const parse = (text) => new XMLParser().parse(text, true);`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    target: 'es2019',
    format: 'iife',
    globalName: 'Parser_',
    logLevel: 'silent',
  });
  return written('parser.js', `${outputFiles[0]!.text}\nfunction parse(text) { return Parser_.parse(text); }`);
}

export function written(name: string, text: string): string {
  const directory = join(root, '.cache/bench');
  mkdirSync(directory, { recursive: true });
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}
