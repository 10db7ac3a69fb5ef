import { adPerformance } from '../../src/operations/ad-performance.ts';
import { NONE_PRIVATE } from '../../src/protocol/fields.ts';
import { upsert } from '../../src/tables/apply.ts';
import type { Recorded } from '../../src/tables/table.ts';
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

/** Adds campaign 7 to Ad performance, so that pulls of all campaigns request it. */
export function listCampaign({ book, clock }: InMemoryPorts): void {
  const day = { day: '2025-06-15', text: '2025-06-15' };
  const row = { sellerId: 'A006', campaignNumber: '7', groupNumber: '1', fromDate: day, toDate: day };
  upsert(book, adPerformance as Recorded, [row], NONE_PRIVATE, clock.now());
}
