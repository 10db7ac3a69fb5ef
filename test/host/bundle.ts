// The built add-on as it would be pushed: its code, its pages, its manifest and the functions that cells may call.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  const code = codeIn(directory);
  const manifest = JSON.parse(readFileSync(join(directory, 'appsscript.json'), 'utf8')) as Manifest;
  return {
    code,
    manifest,
    customFunctions: knownFormulas(code),
    page(name) {
      const path = join(directory, `${name.replace(/\.html$/, '')}.html`);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    },
  };
}

/** A built `Code.js`, or the files of a script project as Google's editor names them. */
function codeIn(directory: string): string {
  const built = join(directory, 'Code.js');
  if (existsSync(built)) return readFileSync(built, 'utf8');
  const files = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.gs')) : [];
  if (files.length === 0) throw new Error(`There is no bundle in ${directory}: Code.js is missing`);
  return files.map((name) => readFileSync(join(directory, name), 'utf8')).join('\n');
}

/** Parsing a bundle takes longer than most scenarios: what was found in one is kept by its fingerprint. */
function knownFormulas(code: string): string[] {
  const kept = join(CACHE, `${createHash('sha256').update(code).digest('hex')}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as string[];
  demandKnownSyntax(code);
  const found = declaredFormulas(code);
  mkdirSync(CACHE, { recursive: true });
  // Beside and renamed, so that nobody reads half of it.
  const beside = `${kept}.${process.pid}`;
  writeFileSync(beside, JSON.stringify(found));
  renameSync(beside, kept);
  return found;
}

const CACHE = fileURLToPath(new URL('../../.cache/bundles', import.meta.url));

/** Apps Script's V8 cannot read private members, static fields and static blocks: no function of the file would exist. */
function demandKnownSyntax(code: string): void {
  const open: unknown[] = [parse(code, { ecmaVersion: 'latest' })];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { type, static: isStatic } = node as { type?: string; static?: boolean };
    if (type === 'PropertyDefinition' && isStatic) refuse('a static field');
    if (type === 'StaticBlock') refuse('a static block');
    if (type === 'PrivateIdentifier') refuse('a private member');
    for (const each of Object.values(node)) open.push(each);
  }
}

function refuse(what: string): never {
  throw new Error(`SyntaxError: Apps Script cannot read ${what} of a class; build for es2019`);
}

/** What cells may call: every function that is declared at the top, but the private ones. The tag only gives help. */
export function declaredFormulas(code: string): string[] {
  return parse(code, { ecmaVersion: 'latest' })
    .body.flatMap((statement) => (statement.type === 'FunctionDeclaration' ? [statement.id.name] : []))
    .filter((name) => !name.endsWith('_'));
}
