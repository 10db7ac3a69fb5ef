/** The warehouse where the script lacks the permission for BigQuery: it keeps nothing, and says how to add the permission. */
import { MarketError } from '../protocol/market-error.ts';
import type { Warehouse } from './ports.ts';

const NO_PERMISSION =
  'To export to BigQuery, install the add-on again with the BigQuery permission: check its box in INSTALL.html, or run "npm run deploy -- --with bigquery".';

function refuse(): never {
  throw new MarketError('MARKET_ARGUMENT', NO_PERMISSION);
}

export const noWarehouse: Warehouse = {
  waitsFor: () => NO_PERMISSION,
  holdings: () => undefined,
  keeps: () => false,
  confirms: () => false,
  undone: () => undefined,
  use: refuse,
  sendAgain: refuse,
  plan: refuse,
  send: refuse,
};
