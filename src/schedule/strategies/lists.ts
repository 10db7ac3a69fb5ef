/** Pulls keywords and lookup reports, with a call for each campaign or request that a sheet lists or the job names. */
import { chunks } from '../../protocol/lists.ts';
import { DAY } from '../../protocol/time.ts';
import {
  afterWatermark,
  CALLS_A_PULL,
  isStale,
  type KnownRequest,
  movedWatermark,
  type Strategy,
  texts,
  type WorkbookView,
  without,
} from './strategy.ts';

/** A campaign without a row for this long is over; a new row makes it current again. */
const OVER = 30 * DAY;

export const refreshKeywords: Strategy = (input) => {
  const { filter, view, calls } = input;
  const given = texts(filter.campaignNumber);
  const campaigns = given.length > 0 ? given : currentCampaigns(view);
  const left = afterWatermark(campaigns, input);
  const others = without(filter, ['campaignNumber', 'campaigns']);
  const missing = 'Ad performance has no campaigns for this shop yet. Pull it, or enter campaigns in the job.';
  return {
    ...movedWatermark(left, calls, input),
    pulls: chunks(left.slice(0, calls), CALLS_A_PULL).map((campaignNumber) => ({ ...others, campaignNumber })),
    waitsFor: campaigns.length === 0 ? missing : undefined,
  };
};

/** Campaigns with a row in the 30 days up to the newest one in the table, which is long ago if ads were not pulled. */
function currentCampaigns(view: WorkbookView): readonly string[] {
  const known = view.campaigns();
  const newest = known.reduce((latest, { lastDay = 0 }) => Math.max(latest, lastDay), 0);
  const current = known.filter(({ lastDay = newest }) => lastDay >= newest - OVER);
  return current.map(({ campaignNumber }) => campaignNumber);
}

/** The service works on a request for hours; a report pulled this long after its request was listed is final. */
const FINAL = 7 * DAY;

export const refreshLookups: Strategy = (input) => {
  const { filter, view, cycleAt, calls } = input;
  const given = texts(filter.requestId).map((requestId): KnownRequest => ({ requestId }));
  const requests = given.length > 0 ? given : view.requests();
  const byName = new Map<string, KnownRequest>();
  for (const request of requests)
    if (isStale(request.lastPulled, cycleAt) && !isFinal(request))
      byName.set(`${request.requestId} ${request.storefront ?? ''}`, request);
  const left = afterWatermark([...byName.keys()], input);
  const missing = 'Lookup requests has no requests for this shop yet. Add their IDs to that sheet.';
  return {
    ...movedWatermark(left, calls, input),
    pulls: left.slice(0, calls).map((name) => {
      const { requestId, storefront } = byName.get(name)!;
      return { ...filter, ...(storefront === undefined ? {} : { storefront }), requestId };
    }),
    waitsFor: requests.length === 0 ? missing : undefined,
  };
};

function isFinal({ firstSeen, lastPulled }: KnownRequest): boolean {
  return firstSeen !== undefined && lastPulled !== undefined && lastPulled >= firstSeen + FINAL;
}
