/** The warehouse of a build that has none: it keeps nothing, and says how to get a build that can send rows. */
import { MarketError } from '../protocol/market-error.ts';
import type { Warehouse } from './ports.ts';

const OTHER_BUILD =
  'Exporting to BigQuery needs a permission: check BigQuery in INSTALL.html and paste the manifest again, or run "npm run deploy -- --with bigquery".';

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
