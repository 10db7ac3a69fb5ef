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
  /** The top-level names, if they are all functions and variables. Executions then reuse a scope. */
  globals?: readonly string[] | undefined;
  manifest: Manifest;
  customFunctions: string[];
  page(name: string): string | undefined;
}

export function readBundle(directory: string): Bundle {
  const code = codeIn(directory);
  const manifest = JSON.parse(readFileSync(join(directory, 'appsscript.json'), 'utf8')) as Manifest;
  return {
    code,
    manifest,
    ...known(code),
    page(name) {
      const path = join(directory, `${name.replace(/\.html$/, '')}.html`);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    },
  };
}

/** Reads `Code.js`, or the `.gs` files of a script project. */
function codeIn(directory: string): string {
  const built = join(directory, 'Code.js');
  if (existsSync(built)) return readFileSync(built, 'utf8');
  const files = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.gs')) : [];
  if (files.length === 0) throw new Error(`No bundle in ${directory}: Code.js is missing.`);
  return files.map((name) => readFileSync(join(directory, name), 'utf8')).join('\n');
}

type Names = Pick<Bundle, 'customFunctions' | 'globals'>;

/** Cached by hash, because parsing a bundle takes longer than most scenarios. */
function known(code: string): Names {
  const kept = join(CACHE, `${createHash('sha256').update(code).digest('hex')}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Names;
  demandKnownSyntax(code);
  const found = { customFunctions: declaredFormulas(code), globals: declaredGlobals(code) };
  mkdirSync(CACHE, { recursive: true });
  // Write a temporary file and rename it, so that other processes never read a partial file.
  const beside = `${kept}.${process.pid}`;
  writeFileSync(beside, JSON.stringify(found));
  renameSync(beside, kept);
  return found;
}

const CACHE = fileURLToPath(new URL('../../.cache/bundle-names', import.meta.url));

/**
 * Throws for private members, static fields, and static blocks. Apps Script's V8 rejects them, which leaves every
 * function in the file undefined.
 */
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
  throw new Error(`SyntaxError: Apps Script does not support ${what} in a class. Build for es2019.`);
}

/** Cells can call every top-level function except private ones. The `@customfunction` tag only adds help. */
export function declaredFormulas(code: string): string[] {
  return parse(code, { ecmaVersion: 'latest' })
    .body.flatMap((statement) => (statement.type === 'FunctionDeclaration' ? [statement.id.name] : []))
    .filter((name) => !name.endsWith('_'));
}

/** Returns undefined if the code declares anything else than functions and `var`s, such as a class. */
export function declaredGlobals(code: string): string[] | undefined {
  const names: string[] = [];
  for (const statement of parse(code, { ecmaVersion: 'latest' }).body) {
    if (statement.type === 'FunctionDeclaration') names.push(statement.id.name);
    else if (statement.type === 'VariableDeclaration' && statement.kind === 'var')
      for (const { id } of statement.declarations) {
        if (id.type !== 'Identifier') return undefined;
        names.push(id.name);
      }
    // Directives and expressions declare nothing.
    else if (statement.type !== 'ExpressionStatement') return undefined;
  }
  return names;
}
