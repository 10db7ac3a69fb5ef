/** Returns the `MarketError` that `work` throws; any other outcome fails the test. */
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
