/** The jobs that a seller needs who has set nothing up: as fresh as caps and Google's quotas allow. */
import { pacificText } from '../protocol/dates.ts';
import { DAY, MINUTE } from '../protocol/time.ts';
import { everyText } from './every.ts';
import { condition } from './filter.ts';
import type { Definition } from './new-jobs.ts';

/** Milliseconds. */
const BACKFILL = 90 * DAY;

export interface Known {
  /** Names of the person's connections, the default one first. */
  readonly connections: readonly string[];
  readonly account: 'consumer' | 'workspace';
  /** Epoch milliseconds. */
  readonly now: number;
  /** Milliseconds between two executions of the trigger. */
  readonly interval: number;
}

/**
 * Those of every connection, side by side; an only one need not be named. What has nothing to pull yet waits for it:
 * orders and ads come first, because they tell which items and campaigns there are.
 */
export function standardJobs({ connections, account, interval, now }: Known): readonly Definition[] {
  const jobs = [
    // A new order has to be shipped, and an old one may be voided, within hours: as often as the trigger comes.
    { dataset: 'orders', every: everyText({ minutes: interval / MINUTE }) },
    // Costs and sales of a day are corrected for days; asking oftener would only repeat them.
    { dataset: 'ad-performance', every: '6 hours' },
    // 10,000 items are 100 calls of 10,000 an hour. A consumer account has 90 minutes of triggers a day,
    // a Workspace one 360: there is no room for every hour in the former.
    { dataset: 'inventory', every: account === 'consumer' ? '4 hours' : 'hourly' },
    // Bids are changed by people, seldom more than once a day. One call a campaign.
    { dataset: 'keywords', every: 'daily' },
    // The service works on a request for hours, and its answer changes no more after that.
    { dataset: 'lookup-report', every: 'daily' },
    // One call an item, and 500 calls an hour: most for what sells, none beyond what is promised.
    {
      dataset: 'price-history',
      every: 'continuous',
      filter: 'top = 200; top within = 2 hours; within = 36 hours',
    },
    // What sellers compare with: this month and the two before. It goes on only with calls that nobody else needs.
    { dataset: 'orders', every: 'backfill', filter: `from = ${pacificText(now - BACKFILL).slice(0, 10)}` },
  ];
  const own = connections.length === 1 ? [undefined] : connections;
  return jobs.flatMap(({ dataset, every, filter }) =>
    own.map((name): Definition => {
      const conditions = [filter, name === undefined ? undefined : condition('connection', name)];
      return { dataset, every, filter: conditions.filter((each) => each !== undefined).join('; ') };
    }),
  );
}
