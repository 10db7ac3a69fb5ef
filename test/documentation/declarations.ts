// Reads Google's classes from their type declarations: members, argument counts, and return types.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Member {
  /** Minimum and maximum argument count of each overload; empty for a property. */
  readonly forms: (readonly [least: number, most: number])[];
  /** The returned Google class, with `[]` per list level; undefined for other types. */
  readonly gives: string | undefined;
  readonly isDeprecated: boolean;
}

export interface Declarations {
  /** By full name, such as `Spreadsheet.Range`. */
  readonly classes: ReadonlyMap<string, ReadonlyMap<string, Member>>;
  /** The class of each global, such as `SpreadsheetApp`. */
  readonly globals: ReadonlyMap<string, string>;
}

const FOLDER = new URL('../../node_modules/@types/google-apps-script/', import.meta.url);

export function readDeclarations(): Declarations {
  const read: Block[] = [];
  const globals = new Map<string, string>();
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(fileURLToPath(new URL(file, FOLDER)), 'utf8').replace(/\/\*[\s\S]*?\*\//g, (comment) =>
      comment.includes('@deprecated') ? DEPRECATED : '',
    );
    for (const [, name, type] of text.matchAll(/^declare var (\w+): GoogleAppsScript\.([\w.]+);/gm))
      globals.set(name!, type!);
    for (const [, namespace, body] of text.matchAll(/^ {4}namespace (\w+) \{\n([\s\S]*?)^ {4}\}/gm))
      read.push(...blocksIn(namespace!, body!));
  }
  const known = new Set(read.map(({ name }) => name));
  const classes = new Map<string, Map<string, Member>>();
  for (const { namespace, name, body, isEnumeration } of read) {
    const members = classes.get(name) ?? new Map<string, Member>();
    classes.set(name, members);
    for (const { id, args, type, isDeprecated } of isEnumeration ? valuesIn(body) : membersIn(body)) {
      const gives = type && classIn(type, namespace, known);
      const forms = [...(members.get(id)?.forms ?? []), ...(args === undefined ? [] : [countsOf(args)])];
      members.set(id, { forms, gives, isDeprecated });
    }
  }
  // The order doesn't matter, because only a few classes inherit.
  for (const { namespace, name, parents } of read)
    for (const parent of parents)
      for (const [id, member] of classes.get(classIn(parent, namespace, known) ?? '') ?? [])
        if (!classes.get(name)!.has(id)) classes.get(name)!.set(id, member);
  return { classes, globals };
}

const DEPRECATED = '§';

interface Block {
  readonly namespace: string;
  readonly name: string;
  readonly parents: readonly string[];
  readonly body: string;
  readonly isEnumeration: boolean;
}

function blocksIn(namespace: string, text: string): Block[] {
  const found = text.matchAll(/^ {8}(interface|enum) (\w+)(?: extends ([\w., ]+?))? \{(?:\}|\n([\s\S]*?)^ {8}\})/gm);
  return [...found].map(([, kind, name, parents, body]) => ({
    namespace,
    name: `${namespace}.${name}`,
    parents: parents?.split(',').map((each) => each.trim()) ?? [],
    body: body ?? '',
    isEnumeration: kind === 'enum',
  }));
}

interface Line {
  readonly id: string;
  readonly args: string | undefined;
  readonly type: string | undefined;
  readonly isDeprecated: boolean;
}

function membersIn(body: string): Line[] {
  return statementsIn(body).flatMap((statement) => {
    const [, mark, id, rest] = /^(§?)\s*(?:readonly )?(\w+)\??([\s\S]*)$/.exec(statement) ?? [];
    if (id === undefined) return [];
    const end = rest!.startsWith('(') ? endOf(rest!) : 0;
    const args = end > 0 ? rest!.slice(1, end - 1) : undefined;
    const type = rest!.slice(end).replace(/^:\s*/, '');
    return [{ id, args, type, isDeprecated: mark !== '' }];
  });
}

function valuesIn(body: string): Line[] {
  const names = [...body.matchAll(/\b[A-Z]\w*/g)].map(([name]) => name);
  return names.map((id) => ({ id, args: undefined, type: undefined, isDeprecated: false }));
}

/** Splits at semicolons outside of brackets. */
function statementsIn(body: string): string[] {
  return partsOf(body, ';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function countsOf(args: string): [number, number] {
  const each = partsOf(args, ',').filter((part) => part.trim() !== '');
  const most = each.some((part) => part.trim().startsWith('...')) ? Number.POSITIVE_INFINITY : each.length;
  return [each.filter((part) => !/^\s*(\.\.\.|\w+\?)/.test(part)).length, most];
}

function partsOf(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [index, sign] of [...text].entries()) {
    if ('([{<'.includes(sign)) depth += 1;
    if (')]}'.includes(sign) || (sign === '>' && text[index - 1] !== '=')) depth -= 1;
    if (sign === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** The index after the parenthesis that closes the first one. */
function endOf(text: string): number {
  let depth = 0;
  for (const [index, sign] of [...text].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

function classIn(type: string, namespace: string, known: ReadonlySet<string>): string | undefined {
  const [, name, lists] = /^(?:typeof )?([\w.]+)((?:\[\])*)(?: \| null| \| undefined)*$/.exec(type.trim()) ?? [];
  if (name === undefined) return undefined;
  const full = [`${namespace}.${name}`, name.replace(/^GoogleAppsScript\./, '')].find((each) => known.has(each));
  return full && full + lists!;
}
