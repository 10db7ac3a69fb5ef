// Global scopes for executions. V8 optimizes functions per scope, so a scope that is reused runs the bundle much faster
// than a fresh one.
import vm from 'node:vm';
import type { Hook } from './task.ts';

export interface Scope extends vm.Context {
  __hook?: Hook;
  __enter?: () => void;
}

// An ordinary global object if Node supports it. A contextified one intercepts every access to globals such as `Array`
// and `Date`.
const ordinary = (vm.constants as unknown as { DONT_CONTEXTIFY?: vm.Context } | undefined)?.DONT_CONTEXTIFY;

export function freshScope(): Scope {
  return vm.createContext(ordinary ?? {}, { microtaskMode: 'afterEvaluate' }) as Scope;
}

/**
 * Evaluates, in a scope, to a function that restores the scope: it removes added globals, and gives built-in classes
 * their original members.
 */
const restorer = new vm.Script(
  `(() => {
    const { getOwnPropertyDescriptor, defineProperty } = Object;
    const { ownKeys, deleteProperty } = Reflect;
    const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
    const namespaces = [globalThis, ...(typeof Intl === 'object' ? [Intl] : [])];
    const members = namespaces.flatMap((each) => ownKeys(each).map((key) => each[key]).filter(isObject));
    const classes = members.flatMap((each) => [each, each.prototype].filter(isObject));
    const builtIns = [...new Set([...namespaces, ...classes])].map((object) => [
      object,
      new Map(ownKeys(object).map((key) => [key, getOwnPropertyDescriptor(object, key)])),
    ]);
    return () => {
      for (const [object, original] of builtIns) {
        for (const key of ownKeys(object)) if (!original.has(key)) deleteProperty(object, key);
        for (const [key, descriptor] of original) {
          const { value, get, set } = getOwnPropertyDescriptor(object, key) || {};
          if (value !== descriptor.value || get !== descriptor.get || set !== descriptor.set)
            defineProperty(object, key, descriptor);
        }
      }
    };
  })()`,
  { filename: 'restorer.js' },
);

/** A scope for one execution after another. */
export class ReusedScope {
  readonly scope = freshScope();
  readonly #restore = restorer.runInContext(this.scope) as () => void;
  readonly #services: () => unknown;
  readonly #bundle: () => Record<string, unknown>;

  /** Both scripts evaluate to functions; the bundle's returns its globals. */
  constructor(services: vm.Script, bundle: vm.Script) {
    this.#services = services.runInContext(this.scope) as () => unknown;
    this.#bundle = bundle.runInContext(this.scope) as () => Record<string, unknown>;
  }

  /** Prepares the scope for the next execution. Returns the services' entry point. */
  load(hook: Hook): unknown {
    this.#restore();
    this.scope.__hook = hook;
    const entry = this.#services();
    Object.assign(this.scope, this.#bundle());
    return entry;
  }
}
