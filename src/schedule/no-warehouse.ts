/** The warehouse of a build that has none: it keeps nothing, and says how to get a build that can send rows. */
import { MarketError } from '../protocol/market-error.ts';
import type { Warehouse } from './ports.ts';

const OTHER_BUILD =
  'This build of the add-on cannot send rows to BigQuery and has no permission for it. The one that can is made by "npm run build -- --warehouse" and put into this script like this one; tables and settings stay. Export a file works here.';

function refuse(): never {
  throw new MarketError('MARKET_ARGUMENT', OTHER_BUILD);
}

export const noWarehouse: Warehouse = {
  waitsFor: () => OTHER_BUILD,
  holdings: () => undefined,
  keeps: () => false,
  confirms: () => false,
  use: refuse,
  leave: refuse,
  sendAgain: refuse,
  plan: refuse,
  send: refuse,
};
