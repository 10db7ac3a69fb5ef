// The local Apps Script host: a document, its users and stored properties, and executions of a bundle.
import { createHash } from 'node:crypto';
import type { Bundle } from './bundle.ts';
import { VirtualClock } from './clock.ts';
import { decode, encode } from './codec.ts';
import type { ComputeLimits } from './execution/compute-watch.ts';
import { type AnswerDialog, agree } from './execution/dialog.ts';
import { changeEvent, editEvent, openEvent, timeEvent, type UserEdit } from './execution/events.ts';
import { Execution, type ExecutionKind, type SelectedIn, type Shown } from './execution/execution.ts';
import type { ExecutionPool } from './execution/pool.ts';
import { Slots, tooMany } from './execution/slots.ts';
import type { Invocation, ThrownError } from './execution/task.ts';
import { tellCall, type Witness } from './execution/witness.ts';
import { Faults } from './faults.ts';
import { Connections } from './http/exchange.ts';
import { Router } from './http/router.ts';
import { GoogleError, type Language, usualLanguage } from './messages.ts';
import { answer } from './services/dispatch.ts';
import { Locks } from './services/locks.ts';
import { type Account, Quotas } from './services/quotas.ts';
import type { AuthMode } from './services/service.ts';
import { Stores } from './services/stores.ts';
import { type EventType, type Trigger, Triggers } from './services/triggers.ts';
import type { MenuTree } from './services/ui.ts';
import { Statistics } from './statistics.ts';
import { Users } from './users.ts';
import type { FunctionAnswer, FunctionCall } from './workbook/surface.ts';
import { Workbook } from './workbook/workbook.ts';

export interface HostOptions {
  mode: 'bound' | 'addon';
  account: Account;
  owner: string;
  locale: string;
  timeZone: string;
  /** The manifest's time zone. Default: the bundle's. */
  scriptTimeZone?: string;
  /** Epoch milliseconds. */
  clock: number;
  limits?: ComputeLimits;
  /** Whether time-driven triggers of an add-on have an active document. Google doesn't document this. Default: true. */
  triggerDocument?: boolean;
  /** The ID of a reopened document. Default: derived from the owner. */
  documentId?: string;
  /** Delays time-driven triggers by up to a minute, as on Google. */
  jitter?: boolean;
  /** The language of Google's error messages. Default: `usualLanguage()`. */
  language?: Language;
  /** Multiplies the modeled time of Google's services. Default: 0. */
  latency?: number;
}

export interface Ended {
  shown: Shown[];
  /** The user's active sheet when the execution ended. */
  sheet: number;
  /** The last selection. */
  selected?: SelectedIn;
  ms: number;
}
export type Result = Ended & ({ ok: true; value: unknown } | { ok: false; error: ThrownError });

export interface Fired {
  trigger: Trigger;
  at: number;
  result: Result;
}

export interface Run {
  kind: ExecutionKind;
  name: string;
  invocation: Invocation;
  mode?: AuthMode;
  user?: string;
  cell?: FunctionCall['cell'];
  hasDocument?: boolean;
  /** The sheet that the user is viewing. Default: the shared active sheet. */
  sheet?: number;
}
export type StartedRun = Run & { mode: AuthMode; user: string };

const usualLimits: ComputeLimits = { atOnce: 30_000, total: 360_000 };
const noTimeLeft: ThrownError = new GoogleError('Service using too much computer time for one day');

export class Host {
  readonly clock: VirtualClock;
  readonly stores: Stores;
  readonly locks = new Locks();
  readonly router: Router;
  readonly connections: Connections;
  readonly faults = new Faults();
  readonly statistics = new Statistics();
  readonly latencies: Map<string, number>;
  /** Creates an observer for each execution. */
  witness: ((run: StartedRun) => Witness) | undefined;
  /** Each user's open sidebar. */
  readonly pages = new Map<string, { readonly token: Promise<string>; readonly at: number }>();
  /** Consent settings of users without a connection, applied when they save their first one. */
  readonly consents = new Map<string, object>();
  answerDialog: AnswerDialog = agree;
  readonly quotas: Quotas;
  readonly triggers: Triggers;
  readonly users: Users;
  readonly workbook: Workbook;
  readonly documentId: string;
  readonly scriptTimeZone: string;
  readonly language: Language;
  /** Whether the script has full rights in this document. An add-on has them after its first use here. */
  isInUse: boolean;
  readonly #slots = new Slots();
  readonly #declared = new Map<string, boolean>();
  readonly #menus = new Map<string, Map<string, MenuTree>>();
  #user: string;

  /** `original` is the document to copy. */
  constructor(
    readonly bundle: Bundle,
    readonly pool: ExecutionPool,
    readonly options: HostOptions,
    original?: Host,
  ) {
    const isAddon = options.mode === 'addon';
    this.language = options.language ?? usualLanguage();
    this.users = new Users(options.owner);
    this.#user = options.owner;
    this.isInUse = !isAddon;
    this.scriptTimeZone = options.scriptTimeZone ?? bundle.manifest.timeZone ?? 'Etc/GMT';
    pool.useZone(this.scriptTimeZone);
    this.clock = original?.clock ?? new VirtualClock(options.clock);
    this.clock.beforeJump = () => pool.grow();
    const now = () => this.clock.now();
    const name = original ? `Copy of ${original.workbook.name}` : 'Untitled spreadsheet';
    const identity = original ? `${original.documentId} ${options.owner} ${now()}` : options.owner;
    const fingerprint = createHash('sha256').update(identity).digest('hex');
    this.documentId = (original ? undefined : options.documentId) ?? `local-${fingerprint.slice(0, 24)}`;
    this.router = original?.router ?? new Router();
    this.connections = original?.connections ?? new Connections();
    this.latencies = original?.latencies ?? new Map();
    this.quotas = original?.quotas ?? new Quotas(options.account, now);
    // An add-on is one script in all documents. A bound script is copied with its document, but without stored data.
    this.stores = original && isAddon ? original.stores.ofOtherDocument() : new Stores();
    this.triggers = new Triggers({
      addon: isAddon,
      timeZone: this.scriptTimeZone,
      now,
      jitter: options.jitter ?? false,
    });
    this.workbook = new Workbook({
      name,
      locale: original?.workbook.locale ?? options.locale,
      timeZone: original?.workbook.timeZone ?? options.timeZone,
      scriptTimeZone: this.scriptTimeZone,
      now,
      callFunction: (call) => this.#formula(call),
      functions: bundle.customFunctions,
    });
    if (original) this.workbook.takeCopyOf(original.workbook);
  }

  get owner(): string {
    return this.users.owner;
  }

  get user(): string {
    return this.#user;
  }
  set user(email: string) {
    this.users.add(email);
    this.#user = email;
  }

  /** The current user's menus, by title. */
  get menus(): Map<string, MenuTree> {
    return this.menusOf(this.user);
  }

  /** A user who hasn't opened the document here gets the owner's menus. */
  menusOf(user: string): Map<string, MenuTree> {
    const known = this.#menus.get(user);
    if (known) return known;
    const menus = new Map(user === this.owner ? [] : this.menusOf(this.owner));
    this.#menus.set(user, menus);
    return menus;
  }

  editors(): string[] {
    return this.users.all();
  }

  /** Calls a top-level function. `args` must be supported by the codec. */
  call(kind: ExecutionKind, name: string, args: unknown[], run: Partial<Run> = {}): Promise<Result> {
    return this.execute({ kind, name, invocation: { type: 'function', name, args: encode(args) }, ...run });
  }

  /** Calls a function as `google.script.run` does. */
  client(name: string, args: unknown[]): Promise<Result> {
    const { oauthScopes = [] } = this.bundle.manifest;
    const refused = this.users.refused(this.user);
    if (oauthScopes.length > 0 && oauthScopes.every((scope) => refused.has(scope))) return this.#askForPermissions();
    return this.execute({ kind: 'sidebar', name, invocation: { type: 'client', name, args: encode(args) } });
  }

  /** Shows Google's authorization dialog instead of running the script. */
  async #askForPermissions(): Promise<Result> {
    const error = this.#translated(new GoogleError('Authorization is required to perform that action.'));
    const dialog: Shown = { what: 'dialog', title: 'Authorization needed', text: 'Review permissions' };
    return { ok: false, error, shown: [dialog], sheet: this.workbook.activeSheetId, ms: 0 };
  }

  async execute(asked: Run): Promise<Result> {
    const run: StartedRun = { mode: 'FULL', user: this.user, ...asked };
    const { kind, name, user } = run;
    if (kind === 'menu' || kind === 'sidebar' || kind === 'install') this.isInUse = true;
    const witness = this.witness?.(run);
    const result = await (kind === 'formula' ? this.#inTurn(run, witness) : this.#atOnce(run, witness));
    this.statistics.executed({ kind, name, user, ms: result.ms, ok: result.ok });
    witness?.ends(result);
    return result;
  }

  /** Opens the document. An add-on that was never used in it may only build its menu. */
  async open(mode: AuthMode = this.isInUse ? 'LIMITED' : 'NONE'): Promise<Result | undefined> {
    this.#menus.set(this.user, new Map());
    const result = this.#declares('onOpen')
      ? await this.call('open', 'onOpen', [openEvent(mode)], { mode })
      : undefined;
    for (const trigger of this.triggers.ofType('ON_OPEN')) {
      await this.#fireInstalled(trigger, openEvent('FULL', this.user));
    }
    return result;
  }

  async install(): Promise<Result | undefined> {
    return this.#declares('onInstall') ? await this.call('install', 'onInstall', [openEvent('FULL')]) : undefined;
  }

  /** Runs the triggers for a user's edit. Edits by scripts don't fire triggers. */
  async edited(edit: UserEdit): Promise<void> {
    const isOfCells = edit.range !== undefined;
    if (isOfCells && this.isInUse && this.#declares('onEdit')) {
      // Simple triggers don't receive the user.
      await this.call('edit', 'onEdit', [editEvent('LIMITED', edit, undefined)], { mode: 'LIMITED' });
    }
    const event = (type: EventType) =>
      type === 'ON_EDIT' ? editEvent('FULL', edit, this.user) : changeEvent(edit, this.user);
    for (const type of ['ON_EDIT', 'ON_CHANGE'] as const) {
      if (type === 'ON_EDIT' && !isOfCells) continue;
      for (const trigger of this.triggers.ofType(type)) await this.#fireInstalled(trigger, event(type));
    }
  }

  /** Whether any trigger runs after an edit. */
  get watchesEdits(): boolean {
    const installed = this.triggers.ofType('ON_EDIT').length + this.triggers.ofType('ON_CHANGE').length;
    return installed > 0 || (this.isInUse && this.#declares('onEdit'));
  }

  /** Runs a time-driven trigger now. */
  fire({ id, handler, user }: Trigger): Promise<Result> {
    const hasDocument = this.options.mode === 'bound' || this.options.triggerDocument !== false;
    return this.call('trigger', handler, [timeEvent(this.clock.now(), id)], { user, hasDocument });
  }

  /** Advances the clock and runs each trigger at its due time. */
  async *advance(until: number): AsyncGenerator<Fired> {
    for (;;) {
      const next = this.triggers.takeDue(until);
      if (!next) break;
      this.clock.moveTo(next.at);
      const at = this.clock.now();
      const result = await this.fire(next.trigger);
      await this.workbook.settled();
      yield { trigger: next.trigger, at, result };
    }
    this.clock.moveTo(until);
  }

  close(): void {
    this.connections.close();
  }

  #fireInstalled({ id, handler, user }: Trigger, event: object): Promise<Result> {
    return this.call('trigger', handler, [{ ...event, triggerUid: id }], { user });
  }

  #declares(name: string): boolean {
    const known = this.#declared.get(name);
    if (known !== undefined) return known;
    const is = new RegExp(`\\bfunction\\s+${name}\\s*\\(`).test(this.bundle.code);
    this.#declared.set(name, is);
    return is;
  }

  async #inTurn(run: StartedRun, witness: Witness | undefined): Promise<Result> {
    await this.#slots.enterFormula();
    try {
      return await this.#carryOut(run, witness);
    } finally {
      this.#slots.leaveFormula();
    }
  }

  async #atOnce(run: StartedRun, witness: Witness | undefined): Promise<Result> {
    const { kind, user } = run;
    const hasTime = kind !== 'trigger' || this.quotas.remaining('triggers', user) > 0;
    if (!hasTime || !this.#slots.enter(user)) {
      const sheet = this.#existing(run.sheet);
      const error = this.#translated(hasTime ? tooMany : noTimeLeft);
      return { ok: false, error, shown: [], sheet, ms: 0 };
    }
    try {
      return await this.#carryOut(run, witness);
    } finally {
      this.#slots.leave(user);
    }
  }

  async #carryOut(run: StartedRun, witness: Witness | undefined): Promise<Result> {
    const { kind, invocation, mode, user, cell, hasDocument, sheet } = run;
    let execution!: Execution;
    const task = { invocation, clock: this.clock.shared, lacks: this.faults.lacksIn(kind) };
    const outcome = await this.pool.run(task, (running) => {
      execution = new Execution(this, kind, mode, user, cell, hasDocument);
      execution.running = running;
      execution.witness = witness;
      execution.sheet = sheet;
      witness?.begins();
      return {
        limits: this.options.limits ?? usualLimits,
        call: (request) => this.#answer(execution, request),
        // The script has used up its time.
        exceeded: () => this.clock.moveTo(execution.deadline),
      };
    });
    // Flush remaining writes, which take modeled time.
    await execution.pass(execution.latency.flush());
    // Google always releases an execution's locks.
    this.locks.releaseAll(execution);
    execution.activity.end();
    const ms = this.clock.now() - execution.startedAt;
    if (kind === 'trigger') this.quotas.spendTime(user, ms);
    this.statistics.reached(outcome.members ?? []);
    const { shown, selected } = execution;
    const ended: Ended = { shown, sheet: this.#existing(execution.sheet), ...(selected && { selected }), ms };
    return outcome.ok
      ? { ok: true, value: decode(outcome.value), ...ended }
      : { ok: false, error: this.#translated(outcome.error), ...ended };
  }

  #translated(error: ThrownError): ThrownError {
    if (!(error instanceof GoogleError)) return error;
    return { name: error.name, message: error.messageIn(this.language) };
  }

  /**
   * Handles calls about sheets, faults, and fetches synchronously, so the observer and active sheet set here are this
   * execution's.
   */
  #answer(execution: Execution, request: string): string | Promise<string> {
    const { witness, sheet } = execution;
    this.faults.witness = witness;
    this.connections.witness = witness;
    if (witness) tellCall(witness, request);
    if (sheet !== undefined) this.workbook.activateSheet(this.#existing(sheet));
    const reply = answer(execution, request);
    if (sheet !== undefined) execution.sheet = this.workbook.activeSheetId;
    this.faults.witness = undefined;
    this.connections.witness = undefined;
    return reply;
  }

  /** Returns the active sheet's ID if `sheet` was deleted. */
  #existing(sheet: number | undefined): number {
    const { book, activeSheetId } = this.workbook;
    return book.sheets.find(({ id }) => id === sheet)?.id ?? activeSheetId;
  }

  async #formula({ name, args, cell }: FunctionCall): Promise<FunctionAnswer> {
    const upper = name.toUpperCase();
    const declared = this.bundle.customFunctions.find((each) => each.toUpperCase() === upper) ?? name;
    const result = await this.call('formula', declared, [...args], { mode: 'CUSTOM_FUNCTION', cell });
    return result.ok ? { ok: true, value: result.value } : { ok: false, message: noteOf(result.error) };
  }
}

/** The note on a failed formula. Errors from outside the script have line 0. */
function noteOf({ name, message, stack }: ThrownError): string {
  const line = /\bCode\.js:(\d+)/.exec(stack ?? '')?.[1];
  return line === undefined ? `${message} (line 0).` : `${name}: ${message} (line ${line}).`;
}
