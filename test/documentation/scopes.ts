import type { AnyNode, Function as FunctionNode, Identifier, Pattern } from 'acorn';

/** A variable, function, class, or parameter. */
export interface Binding {
  readonly name: string;
  readonly scope: Scope;
  /** Its declaring statements and declarators. */
  readonly declarations: AnyNode[];
}

export interface Scope {
  readonly node: AnyNode;
  readonly outer: Scope | undefined;
  readonly names: Map<string, Binding>;
}

/** The binding of each referenced name. Unbound names are Google or JavaScript globals. */
export type Bindings = ReadonlyMap<Identifier, Binding>;

export function bindingsOf(program: AnyNode): Bindings {
  const used: [Identifier, Scope][] = [];

  function declare(scope: Scope, { name }: Identifier, declaration: AnyNode): void {
    const known = scope.names.get(name);
    if (known) known.declarations.push(declaration);
    else scope.names.set(name, { name, scope, declarations: [declaration] });
  }

  const within = (node: AnyNode, outer: Scope | undefined): Scope => ({ node, outer, names: new Map() });

  function visit(node: AnyNode, scope: Scope): void {
    switch (node.type) {
      case 'Identifier':
        used.push([node, scope]);
        return;
      case 'VariableDeclaration': {
        const target = node.kind === 'var' ? functionScope(scope) : scope;
        for (const each of node.declarations) for (const name of namesIn(each.id)) declare(target, name, each);
        break;
      }
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression': {
        const own = within(node, scope);
        if (node.type === 'FunctionDeclaration' && node.id) declare(scope, node.id, node);
        else if (node.id) declare(own, node.id, node);
        for (const param of node.params) for (const name of namesIn(param)) declare(own, name, param);
        for (const child of childrenOf(node)) visit(child, own);
        return;
      }
      case 'ClassDeclaration':
      case 'ClassExpression': {
        const own = within(node, scope);
        if (node.id) declare(node.type === 'ClassDeclaration' ? scope : own, node.id, node);
        for (const child of childrenOf(node)) visit(child, own);
        return;
      }
      case 'CatchClause':
        if (node.param) for (const name of namesIn(node.param)) declare(scope, name, node);
        break;
      default:
    }
    const own = OPENS_SCOPE.has(node.type) ? within(node, scope) : scope;
    for (const child of childrenOf(node)) visit(child, own);
  }

  visit(program, within(program, undefined));
  return new Map(
    used.flatMap(([node, scope]) => {
      const binding = find(node.name, scope);
      return binding ? [[node, binding] as const] : [];
    }),
  );
}

const OPENS_SCOPE = new Set(['BlockStatement', 'ForStatement', 'ForOfStatement', 'ForInStatement', 'SwitchStatement']);

export function isFunction(node: AnyNode): node is FunctionNode & AnyNode {
  return /^(Function|ArrowFunction)/.test(node.type);
}

function functionScope(scope: Scope): Scope {
  return isFunction(scope.node) || !scope.outer ? scope : functionScope(scope.outer);
}

function find(name: string, scope: Scope | undefined): Binding | undefined {
  return scope && (scope.names.get(name) ?? find(name, scope.outer));
}

export function namesIn(pattern: Pattern): Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => namesIn(each.type === 'RestElement' ? each.argument : each.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each ? namesIn(each) : []));
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    default:
      return [];
  }
}

const children = new WeakMap<AnyNode, readonly AnyNode[]>();

/** Child nodes, except property names and labels, which don't reference variables. */
export function childrenOf(node: AnyNode): readonly AnyNode[] {
  const known = children.get(node);
  if (known) return known;
  const found: AnyNode[] = [];
  const isPlain = 'computed' in node && !node.computed;
  for (const [key, part] of Object.entries(node)) {
    if (key === 'label' || (isPlain && (key === 'property' || key === 'key'))) continue;
    if (Array.isArray(part)) found.push(...part.filter(isNode));
    else if (isNode(part)) found.push(part);
  }
  children.set(node, found);
  return found;
}

function isNode(part: unknown): part is AnyNode {
  return typeof part === 'object' && part !== null && 'type' in part;
}
