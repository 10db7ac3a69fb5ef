/** Calls server functions. Calls reject with a `Failure`. */
import type { Reply, Server } from '../src/app/registry.ts';

export interface Failure {
  readonly code: string;
  readonly message: string;
}

interface Runner {
  withSuccessHandler(handler: (reply: Reply | null) => void): Runner;
  withFailureHandler(handler: (error: { readonly message?: string } | null) => void): Runner;
  sidebarCall(name: string, args: readonly unknown[], token: string): void;
}

declare const google: { readonly script: { readonly run: Runner } } | undefined;

type Client = {
  readonly [Name in keyof Server]: (...args: Parameters<Server[Name]>) => Promise<ReturnType<Server[Name]>>;
};

export const server = new Proxy({} as Client, {
  get:
    (_, name) =>
    (...args: readonly unknown[]) =>
      request(String(name), args),
});

/** True once the server has replied to this page. */
let isAnswered = false;

/** A first call that fails is retried once, after this many milliseconds. */
const PAUSE = 1000;

async function request(name: string, args: readonly unknown[]): Promise<unknown> {
  if (typeof google === 'undefined') throw transport('This page only works inside a spreadsheet.');
  try {
    return await call(google.script.run, name, args);
  } catch (error) {
    // The first calls are read-only, so a retry is safe.
    if (isAnswered || !(error instanceof Unanswered)) throw stopping(error);
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  return call(google.script.run, name, args).catch((error) => {
    throw stopping(error);
  });
}

/** Thrown if a call or its reply was lost. */
class Unanswered {
  constructor(readonly said: string) {}
}

function call(run: Runner, name: string, args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    run
      .withSuccessHandler((reply) => {
        isAnswered = true;
        if (reply?.ok) resolve(reply.value);
        else reject(reply?.error ?? transport('The spreadsheet returned an empty response. Try again.'));
      })
      .withFailureHandler((error) => reject(new Unanswered(error?.message ?? '')))
      .sidebarCall(name, args, document.getElementById('app')?.dataset.token ?? '');
  });
}

let stop: (failure: Failure) => void = () => {};

/** Registers a handler for failures that would affect all further calls. */
export function whenStopped(hear: (failure: Failure) => void): void {
  stop = hear;
}

/** Converts an error to a failure, and reports failures that would affect all further calls. */
function stopping(error: unknown): Failure {
  if (!(error instanceof Unanswered)) {
    const failure = failureOf(error);
    if (failure.code === 'SIDEBAR_NOT_OPEN') stop(failure);
    return failure;
  }
  const said = error.said && ` Google says: ${error.said}`;
  // Google translates its messages but not this code.
  if (!error.said.includes('PERMISSION_DENIED'))
    return transport(
      isAnswered || !navigator.onLine
        ? `The spreadsheet did not respond. Check your internet connection and try again.${said}`
        : `Google asked for permission or had a hiccup.${said}`,
    );
  const failure = {
    code: 'SIDEBAR_DENIED',
    message: `Google blocked this sidebar. Nothing was saved.${said}`,
  };
  stop(failure);
  return failure;
}

export function failureOf(error: unknown): Failure {
  const { code, message } = (error ?? {}) as Partial<Failure>;
  return {
    code: String(code ?? 'SIDEBAR'),
    message: message ?? 'Something went wrong. Close the sidebar and open it again.',
  };
}

function transport(message: string): Failure {
  return { code: 'SIDEBAR_TRANSPORT', message };
}
