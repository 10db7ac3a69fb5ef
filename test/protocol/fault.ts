/** Returns the `MarketError` that `work` throws; throws if the outcome is different. */
import { MarketError } from '../../src/protocol/market-error.ts';

export function faultOf(work: () => unknown): MarketError {
  let result: unknown;
  try {
    result = work();
  } catch (error) {
    if (error instanceof MarketError) return error;
    throw error;
  }
  throw new Error(`Nothing was thrown; it gave ${JSON.stringify(result)}.`);
}
