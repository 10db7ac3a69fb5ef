// Finds uses of Google's members by their unique names and by the return types of Google's services.
import type { AnyNode, CallExpression, Identifier, MemberExpression } from 'acorn';
import type { Declarations, Member } from './declarations.ts';
import { type Binding, type Bindings, childrenOf, isFunction } from './scopes.ts';

export interface Use {
  readonly node: MemberExpression;
  readonly member: string;
  /** Full names of the possible classes; empty if no class has this member. */
  readonly of: readonly string[];
  /** Number of arguments; undefined if the member is only read or has spread arguments. */
  readonly given: number | undefined;
}

/**
 * Services common in spreadsheet scripts. Members of other services are recognized only directly after the service's
 * name.
 */
const NEAR = /^(Spreadsheet|Base|Cache|HTML|Lock|Properties|Script|URL_Fetch|Utilities)\./;

export function usesIn(program: AnyNode, bindings: Bindings, declarations: Declarations): Use[] {
  const parents = new Map<AnyNode, AnyNode>();
  const members: MemberExpression[] = [];
  const own = new Set<string>();
  const walk = (node: AnyNode): void => {
    if (node.type === 'MemberExpression') members.push(node);
    const defined = nameDefinedBy(node);
    if (defined !== undefined) own.add(defined);
    for (const child of childrenOf(node)) {
      parents.set(child, node);
      walk(child);
    }
  };
  walk(program);
  const near = [...declarations.classes.keys()].filter((name) => NEAR.test(name));
  const memberOf = (of: string, name: string): Member | undefined => declarations.classes.get(of)?.get(name);

  /** The class of an expression's value, with `[]` per list level, if it can be inferred locally. */
  function classOf(node: AnyNode | null | undefined): string | undefined {
    switch (node?.type) {
      case 'Identifier': {
        const binding = bindings.get(node);
        return binding ? classOfVariable(binding, node) : declarations.globals.get(node.name);
      }
      case 'ConditionalExpression':
        return classOf(node.consequent) ?? classOf(node.alternate);
      case 'LogicalExpression':
        return classOf(node.right) ?? classOf(node.left as AnyNode);
      case 'MemberExpression': {
        const [of, name] = [classOf(node.object), nameOf(node)];
        return name === undefined ? elementOf(of) : of && memberOf(of, name)?.gives;
      }
      case 'CallExpression': {
        if (node.callee.type !== 'MemberExpression') return undefined;
        const [of, name] = [classOf(node.callee.object), nameOf(node.callee)!];
        if (!of?.endsWith('[]')) return of && memberOf(of, name)?.gives;
        return KEEPING.has(name) ? of : TAKING.has(name) ? elementOf(of) : undefined;
      }
      default:
        return undefined;
    }
  }

  const isGlobal = (node: AnyNode) => node.type === 'Identifier' && !bindings.has(node);

  const classes = new Map<Binding, string | undefined>();
  function classOfVariable(binding: Binding, node: Identifier): string | undefined {
    if (!classes.has(binding)) {
      classes.set(binding, undefined);
      classes.set(binding, classDeclared(binding, node));
    }
    return classes.get(binding);
  }

  function classDeclared({ declarations: [declaration, another] }: Binding, node: Identifier): string | undefined {
    if (!declaration || another) return undefined;
    if (declaration.type === 'VariableDeclarator') {
      if (declaration.id.type !== 'Identifier') return undefined;
      const loop = parents.get(parents.get(declaration)!);
      return loop?.type === 'ForOfStatement' && loop.left === parents.get(declaration)
        ? elementOf(classOf(loop.right))
        : classOf(declaration.init);
    }
    // The declaration may be the first parameter of a callback, which gets a list element.
    const callback = parents.get(declaration);
    if (!callback || !isFunction(callback) || declaration !== callback.params[0]) return undefined;
    const call = parents.get(callback);
    if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return undefined;
    return declaration.type === 'Identifier' && declaration.name === node.name
      ? elementOf(classOf(call.callee.object))
      : undefined;
  }

  return members.flatMap((node) => {
    const member = nameOf(node);
    if (member === undefined) return [];
    const parent = parents.get(node);
    const call = parent?.type === 'CallExpression' && parent.callee === node ? parent : undefined;
    const given = call && countOf(call);
    const of = classOf(node.object);
    if (of && !of.endsWith('[]')) return [{ node, member, of: memberOf(of, member) ? [of] : [], given }];
    if (own.has(member) || ofLanguage.has(member) || isGlobal(node.object)) return [];
    const may = near.filter((name) => memberOf(name, member));
    return may.length > 0 || call ? [{ node, member, of: may, given }] : [];
  });
}

/** Methods that return a list, and methods that return an element. */
const KEEPING = new Set(['filter', 'slice', 'sort', 'reverse', 'concat']);
const TAKING = new Set(['find', 'at', 'pop', 'shift']);

const LANGUAGE = [
  Array,
  String,
  Map,
  Set,
  WeakMap,
  Date,
  RegExp,
  Promise,
  Object,
  Function,
  Number,
  JSON,
  Math,
  Symbol,
];
const ofLanguage = new Set(
  [...LANGUAGE, BigInt, Error, Uint8Array, Intl, Intl.DateTimeFormat, Intl.NumberFormat, Intl.Collator].flatMap(
    (each) => [
      ...Object.getOwnPropertyNames(each),
      ...Object.getOwnPropertyNames((each as { prototype?: object }).prototype ?? {}),
      ...Object.getOwnPropertyNames(Object.getPrototypeOf((each as { prototype?: object }).prototype ?? {}) ?? {}),
    ],
  ),
);
function countOf({ arguments: args }: CallExpression): number | undefined {
  return args.some(({ type }) => type === 'SpreadElement') ? undefined : args.length;
}

function elementOf(list: string | undefined): string | undefined {
  return list?.endsWith('[]') ? list.slice(0, -2) : undefined;
}

function nameDefinedBy(node: AnyNode): string | undefined {
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') return nameOf(node.left);
  if (node.type !== 'Property' && node.type !== 'MethodDefinition') return undefined;
  const { key, computed } = node;
  if (key.type === 'Literal') return String(key.value);
  return !computed && key.type === 'Identifier' ? key.name : undefined;
}

export function nameOf({ property, computed }: MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}
