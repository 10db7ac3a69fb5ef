/** Calls of Google's services: retried once, skipped if optional, and with errors of ours. */
import { MarketError } from '../protocol/market-error.ts';
import { REFUSED_WAIT } from '../pull/stored-run.ts';

/** For a person at the sidebar or at a cell. */
const ADVICE =
  'Try again in a minute. A formula retries when you reload the spreadsheet or change the cell of its refresh argument.';

/** Google names the scope of a missing permission, in every language. */
export const SCOPES = 'googleapis.com/auth/';

/** Undefined if the error is a bug of the add-on. */
export function asMarketError(error: unknown): MarketError | undefined {
  if (error instanceof MarketError) return error;
  if (!(error instanceof Error) || error.name !== 'Exception') return undefined;
  const message = error.message.replace(/\.?\s*$/, '');
  if (message.includes(SCOPES))
    return new MarketError(
      'MARKET_BLOCKED',
      `The add-on does not have permission for this. Reload the spreadsheet, open the menu again, and allow it. (Google says: ${message}.)`,
    );
  const retryAt = Date.now() + REFUSED_WAIT;
  return new MarketError('MARKET_TIMEOUT', `Google did not answer (${message}). ${ADVICE}`, { retryAt });
}

/** Converts errors of Google's services to errors of ours. */
export function withOurErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asMarketError(error) ?? error;
  }
}

/** A port that is opened by its first use and throws errors of ours. Idempotent (`repeatable`) methods are retried once. */
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

/** Pause before a retry, in milliseconds. */
const PAUSE = 200;

/** Retries once if Google refuses. `after` in milliseconds. */
export function withRetry<T>(work: () => T, after = PAUSE): T {
  try {
    return work();
  } catch {
    pause(after);
    return work();
  }
}

/** Pauses for a random time between half and one and a half times this long. */
export function pause(milliseconds = PAUSE): void {
  attempt(() => Utilities.sleep(milliseconds * (0.5 + Math.random())));
}

/** For optional work: logs errors instead of throwing them. */
export function attempt<T, U = undefined>(work: () => T, otherwise?: U): T | U {
  try {
    return work();
  } catch (error) {
    console.warn(error);
    return otherwise as U;
  }
}
