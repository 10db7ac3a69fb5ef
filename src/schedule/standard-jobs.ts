/** The jobs that a seller needs who has set nothing up: as fresh as caps and Google's quotas allow. */
import { pacificText } from '../protocol/pacific.ts';
import { DAY, MINUTE } from '../protocol/time.ts';
import { everyText } from './every.ts';
import type { Definition } from './new-jobs.ts';

/** Milliseconds. */
const BACKFILL = 90 * DAY;

export interface Known {
  /** The Catalog has items. */
  readonly hasCatalog: boolean;
  /** Ad performance, or else a job, tells of campaigns. */
  readonly hasCampaigns: boolean;
  /** IDs of lookup requests are known. */
  readonly hasRequests: boolean;
  readonly account: 'consumer' | 'workspace';
  /** Epoch milliseconds. */
  readonly now: number;
  /** Milliseconds between two executions of the trigger. */
  readonly interval: number;
}

/** Called again, when more is known, it has those too: what is there already is not added twice. */
export function standardJobs({
  hasCatalog,
  hasCampaigns,
  hasRequests,
  account,
  interval,
  now,
}: Known): readonly Definition[] {
  const job = (dataset: string, every: string, filter = ''): Definition => ({ dataset, every, filter });
  return [
    // A new order has to be shipped, and an old one may be voided, within hours: as often as the trigger comes.
    job('orders', everyText({ minutes: interval / MINUTE })),
    // Costs and sales of a day are corrected for days; asking oftener would only repeat them.
    job('ad-performance', '6 hours'),
    // What sellers compare with: this month and the two before. It goes on only with calls that nobody else needs.
    job('orders', 'backfill', `from = ${pacificText(now - BACKFILL).slice(0, 10)}`),
    ...(hasCatalog
      ? [
          // 10,000 items are 100 calls of 10,000 an hour. A consumer account has 90 minutes of triggers a day,
          // a Workspace one 360: there is no room for every hour in the former.
          job('inventory', account === 'consumer' ? '4 hours' : 'hourly'),
          // One call an item, and 500 calls an hour: most for what sells, none beyond what is promised.
          job('price-history', 'continuous', 'top = 200; top within = 2 hours; within = 36 hours'),
        ]
      : []),
    // Bids are changed by people, seldom more than once a day. One call a campaign.
    ...(hasCampaigns ? [job('keywords', 'daily')] : []),
    // The service works on a request for hours, and its answer changes no more after that.
    ...(hasRequests ? [job('lookup-report', 'daily')] : []),
  ];
}
