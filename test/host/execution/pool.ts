// Worker threads for executions. Stopping an execution terminates its thread.
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Bundle } from '../bundle.ts';
import { GoogleError } from '../messages.ts';
import { type ComputeLimits, ComputeWatch } from './compute-watch.ts';
import { sources } from './sources.ts';
import type { Called, Compiled, FromWorker, Outcome, Task, ThrownError, ToWorker, WorkerData } from './task.ts';

export interface RunningTask {
  /** Stops the script immediately, without running `finally` blocks. */
  kill(error: ThrownError): void;
}

export interface TaskHost {
  limits: ComputeLimits;
  /** Called before an execution is stopped for computing too long. */
  exceeded?(): void;
  call(request: string): string | Promise<string>;
}

export const overTime: ThrownError = new GoogleError('Exceeded maximum execution time');

/** Idle threads of closed pools, by bundle. A thread that has run the bundle is much faster than a new one. */
const kept: { readonly code: string; readonly zone: string | undefined; readonly worker: Worker }[] = [];
const MOST_KEPT = 6;

const compiled = { services: undefined as Uint8Array | undefined, bundles: new Map<string, Uint8Array | undefined>() };
const MOST_BUNDLES = 4;

function keepCompiled(text: string, { services, code }: Compiled): void {
  compiled.services ??= services;
  compiled.bundles.set(text, compiled.bundles.get(text) ?? code);
  const [oldest] = compiled.bundles.keys();
  if (compiled.bundles.size > MOST_BUNDLES) compiled.bundles.delete(oldest!);
}

/**
 * Node aborts if a thread is terminated while V8 compiles in the background. A stopped execution is only waiting for a
 * reply, so compilation ends well within this delay.
 */
function endThread(worker: Worker): void {
  worker.unref();
  setTimeout(() => void worker.terminate(), 300).unref();
}

export class ExecutionPool {
  /** Called after each execution with the functions it called. Must be set before the first execution. */
  onCalled: ((called: Called[]) => void) | undefined;
  readonly #size: number;
  readonly #most: number;
  readonly #code: string;
  readonly #globals: readonly string[] | undefined;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #threads = 0;
  #zone: string | undefined;
  readonly #waiting: ((worker: Worker) => void)[] = [];

  /** Keeps `size` threads, and up to `most` while executions are waiting. A thread takes 20 to 50 MB. */
  constructor({ code, globals }: Pick<Bundle, 'code' | 'globals'>, size = 6, most = 60) {
    this.#code = code;
    this.#globals = globals;
    this.#size = size;
    this.#most = most;
  }

  /** A thread gets the process's time zone when it starts, so no execution may be running. */
  useZone(zone: string): void {
    process.env.TZ = zone;
    if (zone === this.#zone) return;
    this.#keepIdle();
    this.#zone = zone;
  }

  /** Calls `begin` once a thread is free, because queued executions aren't running yet. */
  async run(task: Task, begin: (running: RunningTask) => TaskHost): Promise<Outcome> {
    const worker = await this.#take();
    return await new Promise<Outcome>((settle) => {
      let over = false;
      const { port1, port2 } = new MessageChannel();
      const flag = new Int32Array(new SharedArrayBuffer(4));
      const end = (outcome: Outcome) => {
        if (over) return;
        over = true;
        watch.stop();
        port1.close();
        // Remove by name: removing all listeners would remove the thread's internal ones, which deliver messages.
        worker.removeAllListeners('message');
        worker.removeAllListeners('error');
        // A terminated thread can still report an error.
        worker.on('error', () => {});
        if (outcome.ok || !killed) this.#release(worker);
        else this.#discard(worker);
        settle(outcome);
      };
      let killed = false;
      const kill = (error: ThrownError) => {
        killed = true;
        end({ ok: false, error });
      };
      const host = begin({ kill });
      const watch = new ComputeWatch(host.limits, () => {
        host.exceeded?.();
        kill(overTime);
      });

      const answer = (reply: string) => {
        if (over) return;
        watch.resume();
        port1.postMessage(reply);
        Atomics.store(flag, 0, 1);
        Atomics.notify(flag, 0);
      };
      worker.on('message', (message: FromWorker) => {
        if ('started' in message) return watch.resume();
        if ('compiled' in message) return keepCompiled(this.#code, message.compiled);
        if ('called' in message) return this.onCalled?.(message.called);
        if ('done' in message) return end(message.done);
        watch.pause();
        const reply = host.call(message.call);
        if (typeof reply === 'string') answer(reply);
        else void reply.then(answer);
      });
      worker.on('error', (error) => kill({ name: 'Error', message: `The execution's thread died: ${error}` }));

      // Keep the process alive while an execution runs.
      worker.ref();
      worker.postMessage({ run: task, flag, port: port2 } satisfies ToWorker, [port2]);
    });
  }

  /**
   * Starts threads if all executions are waiting and more are queued, because Google doesn't limit the number of
   * threads. Returns whether it started any.
   */
  grow(): boolean {
    const room = Math.min(this.#waiting.length, this.#most - this.#threads);
    for (const take of this.#waiting.splice(0, Math.max(0, room))) void this.#start().then(take);
    return room > 0;
  }

  async close(): Promise<void> {
    this.#keepIdle();
    const ending = [...this.#all].map((worker) => worker.terminate());
    this.#all.clear();
    this.#threads = 0;
    await Promise.all(ending);
  }

  #keepIdle(): void {
    for (const worker of this.#idle.splice(0)) {
      this.#all.delete(worker);
      this.#threads--;
      kept.push({ code: this.#code, zone: this.#zone, worker });
    }
    for (const { worker } of kept.splice(0, kept.length - MOST_KEPT)) endThread(worker);
  }

  async #take(): Promise<Worker> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#threads < this.#size) return await this.#start();
    return await new Promise((take) => this.#waiting.push(take));
  }

  #release(worker: Worker): void {
    worker.unref();
    const next = this.#waiting.shift();
    if (next) next(worker);
    else if (this.#idle.length < this.#size) this.#idle.push(worker);
    else this.#discard(worker);
  }

  #discard(worker: Worker): void {
    this.#all.delete(worker);
    this.#threads--;
    endThread(worker);
    const next = this.#waiting.shift();
    if (next) void this.#start().then(next);
  }

  async #start(): Promise<Worker> {
    this.#threads++;
    const at = kept.findIndex(({ code, zone }) => code === this.#code && zone === this.#zone);
    if (at >= 0) {
      const [{ worker }] = kept.splice(at, 1) as [(typeof kept)[number]];
      this.#all.add(worker);
      return worker;
    }
    const { worker: text, services } = await sources();
    const known: Compiled = { services: compiled.services, code: compiled.bundles.get(this.#code) };
    const workerData: WorkerData = {
      services,
      code: this.#code,
      globals: this.#globals,
      compiled: known,
      coverage: this.onCalled !== undefined,
    };
    const worker = new Worker(text, { eval: true, workerData, execArgv: [] });
    // Idle threads don't keep the process alive.
    worker.unref();
    this.#all.add(worker);
    return worker;
  }
}
