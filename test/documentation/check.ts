// Finds uses of Google's API in a built program that contradict Google's documentation.
import { Script } from 'node:vm';
import { type AnyNode, type CallExpression, parse } from 'acorn';
import type { Declarations } from './declarations.ts';
import { Reach } from './reach.ts';
import {
  type Context,
  CUSTOM_FUNCTION,
  DELIBERATE,
  INSTALLABLE_TRIGGER,
  isAllowed,
  NOT_ENABLED,
  PERSON,
  SIMPLE_TRIGGER,
  scopesOf,
} from './rules.ts';
import { type Bindings, bindingsOf, childrenOf } from './scopes.ts';
import { nameOf, type Use, usesIn } from './uses.ts';

export interface Program {
  readonly code: string;
  /** The sidebar's HTML. */
  readonly page: string;
}

export interface Manifest {
  readonly oauthScopes?: readonly string[];
  readonly urlFetchWhitelist?: readonly string[];
}

export interface Checked {
  readonly faults: readonly string[];
  /** Published functions and their contexts. */
  readonly functions: ReadonlyMap<string, Context>;
  /** Used members, as `Class.member`. */
  readonly members: ReadonlySet<string>;
  /** Used entries of `DELIBERATE`, each with its function. */
  readonly deliberate: ReadonlySet<string>;
}

export function check({ code, page }: Program, declarations: Declarations): Checked {
  const root: AnyNode = parse(code, { ecmaVersion: 2020 });
  const bindings = bindingsOf(root);
  const uses = usesIn(root, bindings, declarations).map((use) => ({ ...use, of: fitting(use, declarations) }));
  const reach = new Reach(root, bindings);
  const faults = new Set<string>();
  const deliberate = new Set<string>();

  for (const use of uses)
    if (use.of.length === 0 && !isDeliberate('*', use, deliberate))
      faults.add(`${textOf(use, code)} is not a member of any Google class with ${use.given ?? 'these'} arguments`);

  const surveyed = survey(root, bindings);
  for (const name of surveyed.globals)
    if (ofLanguage.has(name) || declarations.globals.has(name)) continue;
    else if (DELIBERATE.some(({ uses }) => uses.includes(name))) deliberate.add(`* ${name}`);
    else faults.add(`${name} is a global of neither Google nor the language`);

  const functions = new Map<string, Context>();
  for (const name of reach.functions) {
    const context = contextOf(name, { code, page }, surveyed);
    if (context) functions.set(name, context);
    else faults.add(`${name} is never called`);
  }
  const confine = (name: string, context: Context, reached: ReadonlySet<AnyNode>) => {
    for (const use of uses) {
      if (!reached.has(use.node) || use.of.length === 0) continue;
      if (use.of.some((of) => isAllowed(context, of, use.member)) || isDeliberate(name, use, deliberate)) continue;
      faults.add(
        `${name} may not use ${use.of.map((of) => `${of}.${use.member}`).join(' or ')} (${context.name}, ${context.page})`,
      );
    }
  };
  for (const [name, context] of functions) {
    if (context === PERSON) continue;
    confine(name, context, reach.from(name));
    if (context === SIMPLE_TRIGGER) confine(name, NOT_ENABLED, reach.from(name, whereNotEnabled));
  }
  const members = uses.flatMap(({ of, member }) => (of.length === 1 ? [`${of[0]}.${member}`] : []));
  return { faults: [...faults], functions, members: new Set(members), deliberate };
}

interface Survey {
  /** Globals that the program never tests with `typeof`. */
  readonly globals: readonly string[];
  /** String arguments by method name. */
  readonly texts: ReadonlyMap<string, ReadonlySet<unknown>>;
}

function survey(root: AnyNode, bindings: Bindings): Survey {
  const [named, lookedFor] = [new Set<string>(), new Set<string>()];
  const texts = new Map<string, Set<unknown>>();
  const walk = (node: AnyNode): void => {
    if (node.type === 'Identifier' && !bindings.has(node)) named.add(node.name);
    if (node.type === 'UnaryExpression' && node.operator === 'typeof' && node.argument.type === 'Identifier')
      lookedFor.add(node.argument.name);
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const method = nameOf(node.callee) ?? '';
      if (!texts.has(method)) texts.set(method, new Set());
      for (const text of textsGiven(node, bindings)) texts.get(method)!.add(text);
    }
    for (const child of childrenOf(node)) walk(child);
  };
  walk(root);
  return { globals: [...named].filter((name) => !lookedFor.has(name)), texts };
}

/** A fresh context has only the language's globals. */
const ofLanguage = new Set([
  ...(new Script('Object.getOwnPropertyNames(globalThis)').runInNewContext() as string[]),
  'arguments',
  'console',
]);

/** A manifest's missing and unneeded permissions. */
export function manifestFaults({ members }: Checked, manifest: Manifest, isAddon: boolean): string[] {
  const asked = manifest.oauthScopes ?? [];
  const needed = [...members].map((each) => {
    const [, of, member] = /^(.*)\.(.*)$/.exec(each)!;
    return { each, scopes: scopesOf(of!, member!) };
  });
  const isNeeded = (scope: string) => needed.some(({ scopes }) => scopes.includes(scope));
  const missing = needed.filter(({ scopes }) => scopes.length > 0 && !scopes.some((scope) => asked.includes(scope)));
  const callsOut = needed.some(({ each }) => each.startsWith('URL_Fetch.'));
  return [
    ...missing.map(({ each, scopes }) => `${each} needs ${scopes.join(' or ')}`),
    ...asked.filter((scope) => !isNeeded(scope)).map((scope) => `nothing needs ${scope}`),
    // https://developers.google.com/apps-script/manifest/allowlist-url
    ...(isAddon && callsOut && !manifest.urlFetchWhitelist?.length
      ? ['a published add-on must list its addresses']
      : []),
  ];
}

/** Classes whose member of this name isn't deprecated and accepts this number of arguments. */
function fitting({ of, member, given }: Use, { classes }: Declarations): string[] {
  return of.filter((name) => {
    const { forms, isDeprecated } = classes.get(name)!.get(member)!;
    return !isDeprecated && (given === undefined || forms.some(([least, most]) => given >= least && given <= most));
  });
}

function isDeliberate(name: string, { of, member }: Use, seen: Set<string>): boolean {
  const found = DELIBERATE.filter((each) => each.in === name || each.in === '*').flatMap(({ in: where, uses }) =>
    uses
      .filter((each) => (of.length > 0 ? of.some((one) => each === `${one}.${member}`) : each.endsWith(`.${member}`)))
      .map((each) => `${where} ${each}`),
  );
  for (const each of found) seen.add(each);
  return found.length > 0;
}

function contextOf(name: string, { code, page }: Program, { texts }: Survey): Context | undefined {
  if (new RegExp(`@customfunction\\s*\\*/\\s*function ${name}\\(`).test(code)) return CUSTOM_FUNCTION;
  if (/^on(Open|Install|Edit|SelectionChange)$/.test(name)) return SIMPLE_TRIGGER;
  if (texts.get('newTrigger')?.has(name)) return INSTALLABLE_TRIGGER;
  const isCalled = texts.get('addItem')?.has(name) || new RegExp(`\\.${name}\\(`).test(page);
  return isCalled ? PERSON : undefined;
}

function textsGiven({ arguments: args }: CallExpression, bindings: Bindings): unknown[] {
  return args.map((arg) => {
    const declared = arg.type === 'Identifier' ? bindings.get(arg)?.declarations[0] : undefined;
    const value = declared?.type === 'VariableDeclarator' ? declared.init : arg;
    return value?.type === 'Literal' ? value.value : undefined;
  });
}

/** Skips code that runs only if the add-on is enabled in the document. */
function whereNotEnabled(node: AnyNode): readonly AnyNode[] {
  if (node.type === 'IfStatement' && isEnabledBy(node.test)) return node.alternate ? [node.alternate] : [];
  if (node.type === 'LogicalExpression' && node.operator === '&&' && isEnabledBy(node.left)) return [];
  return childrenOf(node);
}

/** For example `event.authMode !== ScriptApp.AuthMode.NONE`. */
function isEnabledBy(test: AnyNode): boolean {
  if (test.type === 'LogicalExpression') return test.operator === '&&' && [test.left, test.right].some(isEnabledBy);
  if (test.type !== 'BinaryExpression' || !test.operator.startsWith('!=')) return false;
  const names = [test.left, test.right].map((side) => (side.type === 'MemberExpression' ? nameOf(side) : undefined));
  return names.includes('authMode') && names.includes('NONE');
}

function textOf({ node }: Use, code: string): string {
  const line = code.slice(0, node.start).split('\n').length;
  return `line ${line}: ${code.slice(node.start, node.end).replace(/\s+/g, ' ').slice(-60)}`;
}
