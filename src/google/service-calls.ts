/** Calls of Google's services: repeated where they are refused, done without where that is possible, and their errors in our words. */
import { MarketError } from '../protocol/market-error.ts';
import { REFUSED_WAIT } from '../pull/stored-run.ts';

/** What a person can do, who may be at the sidebar or at a cell. */
const ADVICE =
  'Try again in a minute. A formula retries when you reload the spreadsheet or change the cell of its refresh argument.';

/** Nothing for a mistake of our own, which has no other words. */
export function asMarketError(error: unknown): MarketError | undefined {
  if (error instanceof MarketError) return error;
  if (!(error instanceof Error) || error.name !== 'Exception') return undefined;
  const said = error.message.replace(/\.?\s*$/, '');
  const retryAt = Date.now() + REFUSED_WAIT;
  return new MarketError('MARKET_TIMEOUT', `Google did not answer (${said}). ${ADVICE}`, { retryAt });
}

/** Does what calls Google's services; throws errors of ours. */
export function inOurWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asMarketError(error) ?? error;
  }
}

/**
 * A port that is opened when it is first used, and throws errors of ours. What leaves the same behind when it is done twice
 * (`repeatable`) is tried once more where Google refuses.
 */
export function portInOurWords<T extends object>(open: () => T, repeatable: readonly (keyof T)[] = []): T {
  let opened: T | undefined;
  const port = () => {
    opened ??= open();
    return opened;
  };
  return new Proxy({} as T, {
    ownKeys: () => inOurWords(() => Reflect.ownKeys(port())),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: (_, key) => {
      const value: unknown = inOurWords(() => Reflect.get(port(), key));
      if (typeof value !== 'function') return value;
      const call = value as (...args: unknown[]) => unknown;
      const again = repeatable.includes(key as keyof T) ? onceMore : <R>(work: () => R) => work();
      return (...given: unknown[]) => inOurWords(() => again(() => call(...given)));
    },
  });
}

/** In milliseconds. */
const PAUSE = 200;

/** Once more where Google refuses, after so many milliseconds; throws what it says then. */
export function onceMore<T>(work: () => T, after = PAUSE): T {
  try {
    return work();
  } catch {
    pause(after);
    return work();
  }
}

/** Varied by half to both sides. */
export function pause(milliseconds = PAUSE): void {
  try {
    Utilities.sleep(milliseconds * (0.5 + Math.random()));
  } catch {
    // At once, then.
  }
}

/** What can be done without, so that a refusal of Google's keeps nobody from the rest. */
export function attempt<T, U = undefined>(work: () => T, otherwise?: U): T | U {
  try {
    return work();
  } catch (error) {
    console.warn(error);
    return otherwise as U;
  }
}
