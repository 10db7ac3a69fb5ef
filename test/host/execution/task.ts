export type Invocation =
  | { type: 'function'; name: string; args: string }
  /** A call through google.script.run. Allows only public top-level functions and plain data. */
  | { type: 'client'; name: string; args: string }
  | { type: 'eval'; body: string; sheetId: number | null; base: string };

/** The services' access to the host. Removed from the scope before the bundle runs. */
export interface Hook {
  call(request: string): string;
  readonly clock: Float64Array;
  /** `Lacks` as JSON, because an object from another realm would look foreign to the script. */
  readonly lacks: string;
}

/** Features that are missing from an execution. */
export interface Lacks {
  /** Members of Google's classes that may throw. */
  readonly members: readonly string[];
  /** Time zones unknown to `Intl`. */
  readonly zones: readonly string[];
}

export interface Task {
  invocation: Invocation;
  clock: Float64Array;
  lacks: Lacks;
}

export interface ThrownError {
  name: string;
  message: string;
  stack?: string;
}

/** `value` is encoded by `codec.ts`. */
export type Outcome = ({ ok: true; value: string } | { ok: false; error: ThrownError }) & {
  /** Members of Google's classes that the script accessed. */
  members?: string[];
};

/** A function of the bundle: its offset in `Code.js` and its number of calls. */
export interface Called {
  offset: number;
  times: number;
}

/** V8's code cache. It saves other threads from compiling the same code. */
export interface Compiled {
  services?: Uint8Array | undefined;
  code?: Uint8Array | undefined;
}

export interface WorkerData {
  services: string;
  code: string;
  /** The names that the code declares, if executions may reuse a scope. */
  globals: readonly string[] | undefined;
  compiled: Compiled;
  /** Whether to report the functions that each execution calls. */
  coverage: boolean;
}

export type ToWorker = { run: Task; flag: Int32Array; port: import('node:worker_threads').MessagePort };

/** `started`: a thread took the task, and the script's clock starts. */
export type FromWorker =
  | { started: true }
  | { compiled: Compiled }
  | { call: string }
  | { called: Called[] }
  | { done: Outcome };
