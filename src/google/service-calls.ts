import { lacksPermission, MarketError } from '../protocol/market-error.ts';
import { REFUSED_WAIT } from '../pull/stored-run.ts';

/** Advice for errors in the sidebar and in cells. */
const ADVICE =
  'Try again in a minute. To retry a formula, reload the spreadsheet or change the cell in its refresh argument.';

/** Part of Google's permission errors in every language. */
export const SCOPES = 'googleapis.com/auth/';

/** Returns undefined if the error is a bug in the add-on. */
export function asMarketError(error: unknown): MarketError | undefined {
  if (error instanceof MarketError) return error;
  if (!(error instanceof Error) || error.name !== 'Exception') return undefined;
  const message = error.message.replace(/\.?\s*$/, '');
  if (message.includes(SCOPES))
    return new MarketError('MARKET_BLOCKED', `${lacksPermission('for this')} (Google says: ${message}.)`);
  const retryAt = Date.now() + REFUSED_WAIT;
  return new MarketError('MARKET_TIMEOUT', `Google did not respond (${message}). ${ADVICE}`, { retryAt });
}

export function withOurErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asMarketError(error) ?? error;
  }
}

/** Opens a port on first use and converts Google's errors. Retries idempotent (`repeatable`) methods once. */
export function portWithOurErrors<T extends object>(open: () => T, repeatable: readonly (keyof T)[] = []): T {
  let opened: T | undefined;
  const port = () => {
    opened ??= open();
    return opened;
  };
  return new Proxy({} as T, {
    ownKeys: () => withOurErrors(() => Reflect.ownKeys(port())),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: (_, key) => {
      const value: unknown = withOurErrors(() => Reflect.get(port(), key));
      if (typeof value !== 'function') return value;
      const call = value as (...args: unknown[]) => unknown;
      const again = repeatable.includes(key as keyof T) ? withRetry : <R>(work: () => R) => work();
      return (...given: unknown[]) => withOurErrors(() => again(() => call(...given)));
    },
  });
}

/** Milliseconds before a retry. */
const PAUSE = 200;

/** Retries once after an error. `after` is in milliseconds. */
export function withRetry<T>(work: () => T, after = PAUSE): T {
  try {
    return work();
  } catch {
    pause(after);
    return work();
  }
}

/** Pauses for 0.5 to 1.5 times `milliseconds`, at random. */
export function pause(milliseconds = PAUSE): void {
  attempt(() => Utilities.sleep(milliseconds * (0.5 + Math.random())));
}

/** Runs optional work. Logs errors and returns `otherwise`. */
export function attempt<T, U = undefined>(work: () => T, otherwise?: U): T | U {
  try {
    return work();
  } catch (error) {
    console.warn(error);
    return otherwise as U;
  }
}

/** The published types lack this method. */
interface AuthorizationInfo extends GoogleAppsScript.Script.AuthorizationInfo {
  getAuthorizedScopes(): string[] | null;
}

/** Whether the user granted all of these permissions. False if Google can't tell. */
export function hasGranted(...names: readonly string[]): boolean {
  return attempt(() => {
    const info = ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL) as AuthorizationInfo;
    const granted = info.getAuthorizedScopes() ?? [];
    return names.every((name) => granted.includes(`https://www.${SCOPES}${name}`));
  }, false);
}
