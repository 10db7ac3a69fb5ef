// Members of Google's classes, from their type declarations. Internal; called only for missing members.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Service } from './service.ts';

const DECLARATIONS = fileURLToPath(new URL('../../../node_modules/@types/google-apps-script/', import.meta.url));

interface Declarations {
  /** Members by class or enumeration. Classes with the same name are merged. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
  readonly enumerations: ReadonlySet<string>;
}

let known: Declarations | undefined;

export function declarations(): Declarations {
  known ??= readDeclarations();
  return known;
}

function readDeclarations(): Declarations {
  const members = new Map<string, Set<string>>();
  const enumerations = new Set<string>();
  const parents: [name: string, parent: string][] = [];
  for (const file of readdirSync(DECLARATIONS).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(DECLARATIONS, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    for (const [, kind, name, parent, body] of text.matchAll(
      /^ {8}(interface|enum) (\w+)(?: extends (?:\w+\.)*(\w+))?[^{]*\{([\s\S]*?)\n? *\}$/gm,
    )) {
      const own = members.get(name!) ?? new Set();
      for (const [, member] of body!.matchAll(/(?:^|[,{])\s*(\w+)\??\s*(?=[(:<,]|$)/gm)) own.add(member!);
      members.set(name!, own);
      if (kind === 'enum') enumerations.add(name!);
      if (parent) parents.push([name!, parent]);
    }
  }
  for (const [name, parent] of parents) {
    for (const inherited of members.get(parent) ?? []) members.get(name)!.add(inherited);
  }
  return { members, enumerations };
}

/** A class without a declaration, such as an advanced service, has every member. An enumeration value has none. */
function has(name: string, member: string): boolean {
  return !name.includes('.') && (declarations().members.get(name)?.has(member) ?? true);
}

export const reference: Service = {
  methods: { has: (_, name: string, member: string) => has(name, member) },
};
