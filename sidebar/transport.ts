/** The one way to the server: its functions resolve to their values or reject with a code and a sentence. */
import type { Reply, Server } from '../src/app/registry.ts';

export interface Failure {
  readonly code: string;
  readonly message: string;
}

interface Runner {
  withSuccessHandler(handler: (reply: Reply | null) => void): Runner;
  withFailureHandler(handler: (error: { readonly message?: string } | null) => void): Runner;
  sidebarCall(name: string, args: readonly unknown[]): void;
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

function request(name: string, args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (typeof google === 'undefined') {
      reject(transport('This page only works inside a spreadsheet.'));
      return;
    }
    google.script.run
      .withSuccessHandler((reply) => {
        if (reply?.ok) resolve(reply.value);
        else reject(reply?.error ?? transport('The spreadsheet sent an empty answer. Try again.'));
      })
      .withFailureHandler((error) => {
        const said = error?.message ? ` Google says: ${error.message}` : '';
        reject(
          transport(`The spreadsheet did not answer. Check your internet connection and try again.${said}`),
        );
      })
      .sidebarCall(name, args);
  });
}

/** Anything that was thrown, as a failure that can be shown. */
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
