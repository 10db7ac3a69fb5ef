/** Runs a script in its own scope on a host workbook and records its service calls. */
import { createContext, Script } from 'node:vm';
import type { Execution } from '../../host/execution/execution.ts';
import { services } from '../../host/services/registry.ts';
import type { Rect } from '../../host/workbook/surface.ts';
import type { Workbook } from '../../host/workbook/workbook.ts';
import type { Batch } from './table-orders.ts';
import type { Way } from './table-script.ts';

export interface Asked {
  /** Calls by class and method. */
  readonly calls: Map<string, number>;
  readonly read: Rect[];
  readonly written: { readonly method: string; readonly rect: Rect }[];
  /** Added, changed, and unchanged rows, as reported by the pull. */
  counts: readonly number[];
  /** CPU microseconds outside the services. */
  own: number;
  /** CPU microseconds inside the services. */
  services: number;
  /** Bytes after reading rows or before the first write, whichever is larger. 0 without `--expose-gc`. */
  heap: number;
}

interface Sampled {
  prepare(slices: readonly Batch[]): void;
  pull(way: Way, asOf: number): number[];
}

/** Methods treated as writes. */
const WRITING = /\.(set|add|update|insert|delete|clear|hide|append|remove|sort)/;

const collect = globalThis.gc;

export function isWriting(method: string): boolean {
  return WRITING.test(method);
}

/** Evaluates the code in a new scope, like an execution. */
export function realm(code: string, workbook: Workbook): Realm {
  return new Realm(code, workbook);
}

class Realm {
  #asked = nothing();
  #since = cpu();
  #baseline = 0;
  #phase: 'begun' | 'read' | 'weighed' | 'written' = 'begun';
  readonly #sampled: Sampled;

  constructor(
    code: string,
    readonly workbook: Workbook,
  ) {
    const hook = {
      enter: (method: string, args: readonly unknown[]) => this.#enter(method, args),
      answer: (method: string, args: readonly unknown[]) => this.#answer(method, args),
      leave: () => this.#leave(),
    };
    const context = createContext({ __hook: hook });
    // Unique text prevents V8 from reusing code compiled for another scope.
    new Script(`${code}\n//${Math.random()}`).runInContext(context);
    this.#sampled = context.sample as Sampled;
  }

  pull(slices: readonly Batch[], asOf: number, way: Way = 'ours'): Asked {
    this.#sampled.prepare(slices);
    this.#asked = nothing();
    this.#phase = 'begun';
    // A second collection frees garbage from earlier scopes.
    collect?.();
    collect?.();
    this.#baseline = process.memoryUsage().heapUsed;
    this.#since = cpu();
    this.#asked.counts = [...this.#sampled.pull(way, asOf)];
    this.#asked.own += cpu() - this.#since;
    return this.#asked;
  }

  #enter(method: string, args: readonly unknown[]): void {
    const now = cpu();
    const asked = this.#asked;
    asked.own += now - this.#since;
    this.#since = now;
    asked.calls.set(method, (asked.calls.get(method) ?? 0) + 1);
    const rect = rectOf(method, args);
    const isBlock = rect !== undefined && rect.row + rect.rows > 2;
    if (this.#phase === 'read' || (this.#phase !== 'written' && isBlock && isWriting(method))) this.#weigh();
    if (isBlock) this.#phase = isWriting(method) ? 'written' : 'read';
    else if (this.#phase === 'read') this.#phase = 'weighed';
    if (!rect) return;
    if (isWriting(method)) asked.written.push({ method, rect });
    else asked.read.push(rect);
  }

  #weigh(): void {
    if (!collect) return;
    collect();
    this.#asked.heap = Math.max(this.#asked.heap, process.memoryUsage().heapUsed - this.#baseline);
  }

  #answer(name: string, args: readonly unknown[]) {
    const [className, member] = name.split('.') as [string, string];
    const method = services[className]?.methods[member] as ((...given: unknown[]) => unknown) | undefined;
    const execution = { host: { workbook: this.workbook }, kind: 'menu', hasDocument: true };
    try {
      if (!method) throw new Error(`not emulated: ${name}`);
      return { value: method(execution as unknown as Execution, ...args) };
    } catch (error) {
      const { name: kind, message } = error as Error;
      return { name: kind, message };
    }
  }

  #leave(): void {
    const now = cpu();
    this.#asked.services += now - this.#since;
    this.#since = now;
  }
}

export type { Realm };

function rectOf(method: string, args: readonly unknown[]): Rect | undefined {
  if (/^Range\.(get|set|clear)/.test(method)) return args[0] as Rect;
  if (method === 'Sheet.appendRow')
    return { row: 2, column: 1, rows: 1, columns: (args[1] as readonly unknown[]).length };
  return undefined;
}

function nothing(): Asked {
  return { calls: new Map(), read: [], written: [], counts: [], own: 0, services: 0, heap: 0 };
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
