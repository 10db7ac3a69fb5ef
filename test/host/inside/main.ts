// Entry point inside an execution: builds the global scope, then runs the invocation.
import { decode, encode } from '../codec.ts';
import type { HostEvent } from '../execution/events.ts';
import type { Invocation, Outcome } from '../execution/task.ts';
import { callHost, Exception, lacks } from './bridge.ts';
import { browser } from './browser.ts';
import { cacheService } from './cache.ts';
import { charts } from './charts.ts';
import { acrossClient } from './client-values.ts';
import { urlFetchApp } from './fetch.ts';
import { htmlService } from './html.ts';
import { lockService } from './lock.ts';
import { mailApp } from './mail.ts';
import { defineOtherServices } from './other-services.ts';
import { propertiesService } from './properties.ts';
import { rangeAt } from './range.ts';
import { define, prepareScope } from './scope.ts';
import { AuthMode, scriptApp } from './script-app.ts';
import { session, userOf } from './session.ts';
import { sheetById } from './sheet.ts';
import { spreadsheet } from './spreadsheet.ts';
import { spreadsheetApp } from './spreadsheet-app.ts';
import { askBefore, reached, strict } from './strict.ts';
import { utilities } from './utilities.ts';

askBefore(lacks.members, (member) => void callHost('refusal.demand', member));
prepareScope();
const services = {
  SpreadsheetApp: spreadsheetApp,
  PropertiesService: propertiesService,
  CacheService: cacheService,
  LockService: lockService,
  UrlFetchApp: urlFetchApp,
  ScriptApp: scriptApp,
  HtmlService: htmlService,
  Utilities: utilities,
  Session: session,
  MailApp: mailApp,
  Charts: charts,
  Browser: browser,
};
for (const [name, members] of Object.entries(services)) define(name, strict<object>(name, members));
defineOtherServices();

type PublicFunction = (...args: unknown[]) => unknown;

let state: { value: unknown } | { error: unknown } = { value: undefined };

/** Returns a function that runs the invocation. `outcome` returns its result. */
export function prepare(invocation: string): () => void {
  return () => {
    try {
      const value = invoke(JSON.parse(invocation) as Invocation);
      state = { value };
      // An async function settles when the scope's microtasks run, before `outcome` is called.
      if (isThenable(value)) {
        state = { value: null };
        value.then(
          (settled: unknown) => {
            state = { value: settled };
          },
          (error: unknown) => {
            state = { error };
          },
        );
      }
    } catch (error) {
      state = { error };
    }
  };
}

export function outcome(invocation: string): string {
  const { type } = JSON.parse(invocation) as Invocation;
  return JSON.stringify({ ...result(type === 'client'), members: [...reached] });
}

function result(toClient: boolean): Outcome {
  if ('error' in state) return { ok: false, error: thrown(state.error) };
  try {
    const value = toClient ? acrossClient(state.value, refuseResult) : state.value;
    return { ok: true, value: encode(value) };
  } catch (error) {
    return { ok: false, error: thrown(error) };
  }
}

function invoke(invocation: Invocation): unknown {
  if (invocation.type === 'eval') {
    const body = new Function('ss', 'sh', 'BASE', invocation.body) as PublicFunction;
    const sheet = invocation.sheetId === null ? undefined : sheetById(invocation.sheetId);
    return body(spreadsheet, sheet, invocation.base);
  }
  const args = decode(invocation.args) as unknown[];
  const called = Object.getOwnPropertyDescriptor(globalThis, invocation.name)?.value as unknown;
  if (typeof called !== 'function' || (invocation.type === 'client' && invocation.name.endsWith('_'))) {
    throw new Exception('Script function not found: {0}', invocation.name);
  }
  if (invocation.type === 'client') {
    return (called as PublicFunction)(...(acrossClient(args, refuseArgument) as unknown[]));
  }
  return (called as PublicFunction)(...args.map(asEvent));
}

// Events refer to objects by ID. The objects must be created in this realm.
function asEvent(arg: unknown): unknown {
  if (typeof arg !== 'object' || arg === null || !('$event' in arg)) return arg;
  const { $event: _, authMode, source, user, range, ...rest } = arg as HostEvent;
  return {
    ...rest,
    authMode: AuthMode[authMode],
    ...(source ? { source: spreadsheet } : {}),
    ...(user === undefined ? {} : { user: userOf(user) }),
    ...(range === undefined ? {} : { range: rangeAt(range) }),
  };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function';
}

function refuseArgument(path: string): never {
  throw new Exception('Failed due to illegal value in property: {0}', path);
}

function refuseResult(): never {
  throw new Exception('The script completed but the returned value is not a supported return type.');
}

function thrown(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  return { name: error.name, message: error.message, ...(error.stack ? { stack: error.stack } : {}) };
}
