// The built add-on as it would be pushed: its code, its pages, its manifest and the custom functions it declares.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Manifest {
  timeZone?: string;
  oauthScopes?: string[];
  urlFetchWhitelist?: string[];
}

export interface Bundle {
  code: string;
  manifest: Manifest;
  customFunctions: string[];
  /** The text of a page by its name without the extension; undefined when there is none. */
  page(name: string): string | undefined;
}

export function readBundle(directory: string): Bundle {
  const codePath = join(directory, 'Code.js');
  if (!existsSync(codePath)) throw new Error(`There is no bundle in ${directory}: Code.js is missing`);
  const code = readFileSync(codePath, 'utf8');
  const manifest = JSON.parse(readFileSync(join(directory, 'appsscript.json'), 'utf8')) as Manifest;
  return {
    code,
    manifest,
    customFunctions: declaredFormulas(code),
    page(name) {
      const path = join(directory, `${name.replace(/\.html$/, '')}.html`);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    },
  };
}

/** The top-level functions that carry the tag in the comment directly above them. */
export function declaredFormulas(code: string): string[] {
  const declaration = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*function\s+([A-Za-z][\w$]*)\s*\(/g;
  return [...code.matchAll(declaration)]
    .filter(([, comment]) => /@customfunction\b/.test(comment!))
    .map(([, , name]) => name!)
    .filter((name) => !name.endsWith('_'));
}
