// The local Apps Script host: one document, its users and their stores, and the executions of one bundle on it.
import { createHash } from 'node:crypto';
import type { Bundle } from './bundle.ts';
import { VirtualClock } from './clock.ts';
import { decode, encode } from './codec.ts';
import type { ComputeLimits } from './execution/compute-watch.ts';
import { Execution, type ExecutionKind, type Shown } from './execution/execution.ts';
import type { ExecutionPool } from './execution/pool.ts';
import type { Invocation, ThrownError } from './execution/task.ts';
import { Faults } from './faults.ts';
import { Connections } from './http/exchange.ts';
import { Router } from './http/router.ts';
import { answer } from './services/dispatch.ts';
import { Locks } from './services/locks.ts';
import { type Account, Quotas } from './services/quotas.ts';
import type { AuthMode } from './services/service.ts';
import { Stores } from './services/stores.ts';
import { Triggers } from './services/triggers.ts';
import type { MenuTree } from './services/ui.ts';
import { Statistics } from './statistics.ts';
import type { FunctionAnswer, FunctionCall } from './workbook/surface.ts';
import { Workbook } from './workbook/workbook.ts';

export interface HostOptions {
  mode: 'bound' | 'addon';
  account: Account;
  owner: string;
  locale: string;
  timeZone: string;
  /** Epoch milliseconds. */
  clock: number;
  limits?: ComputeLimits;
}

export type Result = { shown: Shown[] } & ({ ok: true; value: unknown } | { ok: false; error: ThrownError });

export interface Run {
  kind: ExecutionKind;
  name: string;
  invocation: Invocation;
  mode?: AuthMode;
  user?: string;
  cell?: FunctionCall['cell'];
}

const usualLimits: ComputeLimits = { atOnce: 30_000, total: 360_000 };

export class Host {
  readonly clock: VirtualClock;
  readonly stores = new Stores();
  readonly locks = new Locks();
  readonly router = new Router();
  readonly connections = new Connections();
  readonly faults = new Faults();
  readonly statistics = new Statistics();
  readonly latencies = new Map<string, number>();
  readonly menus = new Map<string, MenuTree>();
  readonly quotas: Quotas;
  readonly triggers: Triggers;
  readonly workbook: Workbook;
  readonly documentId: string;
  readonly owner: string;
  readonly scriptTimeZone: string;
  /** Who is at the keyboard. */
  user: string;

  constructor(
    readonly bundle: Bundle,
    readonly pool: ExecutionPool,
    readonly options: HostOptions,
  ) {
    this.owner = options.owner;
    this.user = options.owner;
    this.scriptTimeZone = bundle.manifest.timeZone ?? 'Etc/GMT';
    // A thread cannot have a time zone of its own, so the process takes the script's.
    process.env.TZ = this.scriptTimeZone;
    this.clock = new VirtualClock(options.clock);
    this.clock.beforeJump = () => pool.grow();
    const now = () => this.clock.now();
    this.documentId = `local-${createHash('sha256').update(options.owner).digest('hex').slice(0, 24)}`;
    this.quotas = new Quotas(options.account, now);
    this.triggers = new Triggers({ addon: options.mode === 'addon', timeZone: this.scriptTimeZone, now });
    this.workbook = new Workbook({
      name: 'Untitled spreadsheet',
      locale: options.locale,
      timeZone: options.timeZone,
      now,
      callFunction: (call) => this.#formula(call),
      functions: bundle.customFunctions,
    });
  }

  /** Calls a top-level function with arguments of any kind that the codec carries. */
  call(kind: ExecutionKind, name: string, args: unknown[], run: Partial<Run> = {}): Promise<Result> {
    return this.execute({ kind, name, invocation: { type: 'function', name, args: encode(args) }, ...run });
  }

  /** Calls a function as `google.script.run` does. */
  client(name: string, args: unknown[]): Promise<Result> {
    return this.execute({ kind: 'sidebar', name, invocation: { type: 'client', name, args: encode(args) } });
  }

  async execute({ kind, name, invocation, mode = 'FULL', user = this.user, cell }: Run): Promise<Result> {
    let execution!: Execution;
    const outcome = await this.pool.run({ invocation, clock: this.clock.shared }, (running) => {
      execution = new Execution(this, kind, mode, user, cell);
      execution.running = running;
      const limits = this.options.limits ?? usualLimits;
      return { limits, call: (request) => answer(execution, request) };
    });
    // However it ended, Google lets go of its locks.
    this.locks.releaseAll(execution);
    execution.activity.end();
    const ms = this.clock.now() - execution.startedAt;
    this.statistics.executed({ kind, name, user, ms, ok: outcome.ok });
    const { shown } = execution;
    return outcome.ok ? { ok: true, value: decode(outcome.value), shown } : { ...outcome, shown };
  }

  /** What opening the document does; an add-on not yet used in it may only build its menu. */
  async open(
    mode: AuthMode = this.options.mode === 'addon' ? 'NONE' : 'LIMITED',
  ): Promise<Result | undefined> {
    if (!/\bfunction\s+onOpen\s*\(/.test(this.bundle.code)) return undefined;
    const event = { $event: true, authMode: mode, source: mode !== 'NONE' };
    return await this.call('open', 'onOpen', [event], { mode });
  }

  close(): void {
    this.connections.close();
  }

  async #formula({ name, args, cell }: FunctionCall): Promise<FunctionAnswer> {
    const upper = name.toUpperCase();
    const declared = this.bundle.customFunctions.find((each) => each.toUpperCase() === upper) ?? name;
    const result = await this.call('formula', declared, [...args], { mode: 'CUSTOM_FUNCTION', cell });
    return result.ok ? { ok: true, value: result.value } : { ok: false, message: result.error.message };
  }
}
