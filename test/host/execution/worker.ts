// A worker thread. Runs one execution at a time, each in a clean global scope with one function to call the host.

import { Session } from 'node:inspector';
import vm from 'node:vm';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type * as entryOf from '../inside/main.ts';
import { freshScope, ReusedScope, type Scope } from './scope.ts';
import type { Called, FromWorker, Hook, Outcome, Task, ThrownError, ToWorker, WorkerData } from './task.ts';

const { services, code, globals, compiled, coverage } = workerData as WorkerData;
const host = parentPort!;

// V8 can't count calls to functions that were compiled before coverage started.
const profiler = coverage ? startCoverage() : undefined;

// Compiled once per thread, because compiling takes longer than running.
const servicesScript = scriptOf(services, 'services.js', compiled.services);
const enterScript = new vm.Script(
  '(() => { const enter = globalThis.__enter; delete globalThis.__enter; enter(); })()',
  { filename: 'enter.js' },
);
let bundleScript: vm.Script | undefined;
let reused: ReusedScope | undefined;

// Apps Script ignores unhandled rejections; Node would end the thread.
process.on('unhandledRejection', () => {});

host.on('message', ({ run, flag, port }: ToWorker) => {
  host.postMessage({ started: true } satisfies FromWorker);
  const done = execute(run, synchronousCall(flag, port));
  port.close();
  tellCompiled();
  if (profiler) host.postMessage({ called: calledIn(profiler) } satisfies FromWorker);
  host.postMessage({ done } satisfies FromWorker);
});

function scriptOf(text: string, filename: string, cachedData: Uint8Array | undefined): vm.Script {
  return new vm.Script(text, { filename, ...(cachedData && { cachedData }) });
}

function startCoverage(): Session {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return session;
}

/** Functions of the bundle that were called since the last request. */
function calledIn(session: Session): Called[] {
  let called: Called[] = [];
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    const functions = result.filter(({ url }) => url === 'Code.js').flatMap((script) => script.functions);
    called = functions.map(({ ranges: [range] }) => ({ offset: range!.startOffset, times: range!.count }));
  });
  return called.filter(({ times }) => times > 0);
}

/**
 * Sends the code cache after the first execution, unless another thread has sent it. The cache then includes functions
 * compiled by running them.
 */
function tellCompiled(): void {
  if (bundleScript === undefined || (compiled.services && compiled.code)) return;
  compiled.services ??= servicesScript.createCachedData();
  compiled.code ??= bundleScript.createCachedData();
  host.postMessage({ compiled } satisfies FromWorker);
}

function synchronousCall(flag: Int32Array, port: MessagePort): (request: string) => string {
  return (request) => {
    Atomics.store(flag, 0, 0);
    host.postMessage({ call: request } satisfies FromWorker);
    // Loop, because a late wake-up from the previous call can arrive after its reply was read.
    while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 0, 0);
    return (receiveMessageOnPort(port) as { message: string }).message;
  };
}

function execute(task: Task, call: (request: string) => string): Outcome {
  try {
    const invocation = JSON.stringify(task.invocation);
    const hook = { call, clock: task.clock, lacks: JSON.stringify(task.lacks) };
    const { scope, entry } = load(hook);
    // Enter from a script, because promises settle only while a script is evaluated.
    scope.__enter = entry.prepare(invocation);
    enterScript.runInContext(scope);
    return JSON.parse(entry.outcome(invocation)) as Outcome;
  } catch (error) {
    return { ok: false, error: thrown(error) };
  }
}

interface Loaded {
  readonly scope: Scope;
  readonly entry: typeof entryOf;
}

/** Loads the services, then the bundle. */
function load(hook: Hook): Loaded {
  if (globals === undefined || coverage) return loadFresh(hook);
  if (reused === undefined) {
    bundleScript = scriptOf(`(function () {${code}\nreturn { ${globals.join(', ')} };\n})`, 'Code.js', compiled.code);
    reused = new ReusedScope(servicesScript, bundleScript);
  }
  return { scope: reused.scope, entry: reused.load(hook) as typeof entryOf };
}

function loadFresh(hook: Hook): Loaded {
  const scope = freshScope();
  scope.__hook = hook;
  const entry = servicesScript.runInContext(scope)() as typeof entryOf;
  bundleScript ??= scriptOf(code, 'Code.js', compiled.code);
  bundleScript.runInContext(scope);
  return { scope, entry };
}

function thrown(error: unknown): ThrownError {
  if (typeof error !== 'object' || error === null) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error as Partial<ThrownError>;
  return { name: String(name), message: String(message), ...(stack ? { stack: String(stack) } : {}) };
}
