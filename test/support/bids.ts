import { json } from '../protocol/arrivals.ts';
import { connected } from './connected-ports.ts';
import type { InMemoryPorts } from './in-memory-ports.ts';

/** The marketplace has one ad group and returns `bids()` on every call: bids by keyword. */
export function connectedWithBids(bids: () => Readonly<Record<string, number>>): InMemoryPorts {
  return connected(() => {
    const rows = Object.entries(bids()).map(([keyword, bid]) => ({
      campaignNumber: 7,
      groupNumber: 1,
      keyword,
      matchType: 0,
      bid,
    }));
    return json({ rows, totalRows: rows.length });
  });
}
