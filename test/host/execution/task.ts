// What crosses between the pool and its workers.

export type Invocation =
  | { type: 'function'; name: string; args: string }
  /** A call by google.script.run: only public top-level functions, and only plain data both ways. */
  | { type: 'client'; name: string; args: string }
  | { type: 'eval'; body: string; sheetId: number | null; base: string };

/** How the services of a script reach the host; they take it out of the scope before the bundle runs. */
export interface Hook {
  call(request: string): string;
  readonly clock: Float64Array;
  /** `Lacks` as a text: an object of another realm is none to the script. */
  readonly lacks: string;
}

/** What an execution may not rely on. */
export interface Lacks {
  /** Members of Google's classes that may be refused to it. */
  readonly members: readonly string[];
  /** Time zones that `Intl` does not know. */
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

/** `value` is in the codec's text. */
export type Outcome = ({ ok: true; value: string } | { ok: false; error: ThrownError }) & {
  /** The members of Google's classes that the script reached for. */
  members?: string[];
};

/** A function of the bundle that was called: where it begins in `Code.js`, and how often. */
export interface Called {
  offset: number;
  times: number;
}

/** What V8 made of the texts, which spares other threads compiling them. */
export interface Compiled {
  services?: Uint8Array | undefined;
  code?: Uint8Array | undefined;
}

export interface WorkerData {
  services: string;
  code: string;
  compiled: Compiled;
  /** Whether to tell which functions each execution calls. */
  coverage: boolean;
}

export type ToWorker = { run: Task; flag: Int32Array; port: import('node:worker_threads').MessagePort };

/** `started`: the thread is up and has taken the task; from here on the script's time counts. */
export type FromWorker =
  | { started: true }
  | { compiled: Compiled }
  | { call: string }
  | { called: Called[] }
  | { done: Outcome };
