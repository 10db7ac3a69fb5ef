// Finds all code that can run after Google calls a function of the program.
import type { AnyNode, Identifier } from 'acorn';
import { type Binding, type Bindings, childrenOf, isFunction, type Scope } from './scopes.ts';
import { nameOf } from './uses.ts';

/** The parts of a node that can run. */
export type Enter = (node: AnyNode) => readonly AnyNode[];

/**
 * Assumes that all code in a called function runs, including nested functions. Looks inside the function that wraps the
 * bundle's modules, so unreferenced modules aren't reached.
 */
export class Reach {
  readonly #bindings: Bindings;
  readonly #modules: AnyNode;
  readonly #later = new Map<Binding, AnyNode[]>();
  readonly #published = new Map<string, AnyNode>();
  readonly #stubs = new Map<string, AnyNode>();
  readonly #known = new Map<string, Set<AnyNode>>();

  constructor(program: AnyNode, bindings: Bindings) {
    this.#bindings = bindings;
    const statements = program.type === 'Program' ? program.body : [];
    const made = statements.flatMap((each) =>
      each.type === 'VariableDeclaration' ? each.declarations.flatMap(({ init }) => init ?? []) : [],
    );
    const bundle = made.find((each) => each.type === 'CallExpression' && isFunction(each.callee as AnyNode));
    if (bundle?.type !== 'CallExpression') throw new Error('There is no bundle.');
    this.#modules = bundle.callee as AnyNode;
    for (const each of statements)
      if (each.type === 'FunctionDeclaration' && each.id) this.#stubs.set(each.id.name, each);
    const body = 'body' in this.#modules ? (this.#modules.body as AnyNode) : undefined;
    for (const each of body?.type === 'BlockStatement' ? body.body : []) this.#load(each);
  }

  /** Functions that Google can call. */
  get functions(): string[] {
    return [...this.#stubs.keys()];
  }

  /** All nodes that can run after the function is called. */
  from(name: string, enter: Enter = childrenOf): ReadonlySet<AnyNode> {
    const reached = new Set<AnyNode>();
    const visit = (node: AnyNode): void => {
      if (reached.has(node)) return;
      reached.add(node);
      if (node.type === 'Identifier') for (const each of this.#namedBy(node)) visit(each);
      for (const child of enter(node)) visit(child);
    };
    const stub = this.#stubs.get(name);
    if (!stub) throw new Error(`There is no function ${name}.`);
    const entries = [...this.#published].filter(([published]) => mentions(stub, published));
    if (entries.length === 0) throw new Error(`${name} calls no function of the bundle.`);
    // Many formulas share an entry, so cache what can be reached from it.
    const key = enter === childrenOf && entries.map(([published]) => published).join();
    const known = key && this.#known.get(key);
    if (known) return known;
    for (const [, entry] of entries) visit(entry);
    if (key) this.#known.set(key, reached);
    return reached;
  }

  /** Records a module's top-level exports and assignments. */
  #load(node: AnyNode): void {
    if (node.type !== 'ExpressionStatement') return;
    const each = node.expression.type === 'SequenceExpression' ? node.expression.expressions : [node.expression];
    for (const expression of each) {
      if (expression.type === 'CallExpression') {
        const names = expression.arguments.find(({ type }) => type === 'ObjectExpression');
        for (const property of names?.type === 'ObjectExpression' ? names.properties : [])
          if (property.type === 'Property' && property.key.type === 'Identifier')
            this.#published.set(property.key.name, property.value);
      } else if (expression.type === 'AssignmentExpression') {
        const binding = this.#bindings.get(rootOf(expression.left as AnyNode) as Identifier);
        if (binding) this.#later.set(binding, [...(this.#later.get(binding) ?? []), expression]);
      }
    }
  }

  #namedBy(node: Identifier): readonly AnyNode[] {
    const binding = this.#bindings.get(node);
    if (!binding || !this.#isOfModule(binding.scope)) return [];
    return [...binding.declarations, ...(this.#later.get(binding) ?? [])];
  }

  #isOfModule(scope: Scope): boolean {
    // A top-level block, such as a loop, belongs to its module.
    return scope.node === this.#modules || (!isFunction(scope.node) && !!scope.outer && this.#isOfModule(scope.outer));
  }
}

function rootOf(node: AnyNode): AnyNode {
  return node.type === 'MemberExpression' ? rootOf(node.object) : node;
}

function mentions(node: AnyNode, name: string): boolean {
  return (
    (node.type === 'MemberExpression' && nameOf(node) === name) ||
    childrenOf(node).some((child) => mentions(child, name))
  );
}
