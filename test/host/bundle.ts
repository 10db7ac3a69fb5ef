// The built add-on as it would be pushed: its code, its pages, its manifest and the functions that cells may call.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';

export interface Manifest {
  timeZone?: string;
  oauthScopes?: string[];
  urlFetchWhitelist?: string[];
  dependencies?: { enabledAdvancedServices?: { userSymbol: string }[] };
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

/** What cells may call: every function that is declared at the top, but the private ones. The tag only gives help. */
export function declaredFormulas(code: string): string[] {
  return parse(code, { ecmaVersion: 'latest' })
    .body.flatMap((statement) => (statement.type === 'FunctionDeclaration' ? [statement.id.name] : []))
    .filter((name) => !name.endsWith('_'));
}
