/** Pulls keywords and lookup reports, one call per campaign or request listed in a sheet or the filter. */
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

/** A campaign without new rows for this long is treated as ended. A new row makes it current again. */
const OVER = 30 * DAY;

export const refreshKeywords: Strategy = (input) => {
  const { filter, view, calls } = input;
  const given = texts(filter.campaignNumber);
  const campaigns = given.length > 0 ? given : currentCampaigns(view);
  const left = afterWatermark(campaigns, input);
  const others = without(filter, ['campaignNumber', 'campaigns']);
  const missing =
    'The Ad performance sheet has no campaigns for this shop yet. Pull it, or enter campaigns in the job.';
  return {
    ...movedWatermark(left, calls, input),
    pulls: chunks(left.slice(0, calls), CALLS_A_PULL).map((campaignNumber) => ({ ...others, campaignNumber })),
    waitsFor: campaigns.length === 0 ? missing : undefined,
  };
};

/** Returns campaigns with rows in the table's last 30 days. These days may be long past if ads were not pulled. */
function currentCampaigns(view: WorkbookView): readonly string[] {
  const known = view.campaigns();
  const newest = known.reduce((latest, { lastDay = 0 }) => Math.max(latest, lastDay), 0);
  const current = known.filter(({ lastDay = newest }) => lastDay >= newest - OVER);
  return current.map(({ campaignNumber }) => campaignNumber);
}

/** The service finishes requests within hours. A report pulled this long after its request was listed never changes. */
const FINAL = 7 * DAY;

export const refreshLookups: Strategy = (input) => {
  const { filter, view, cycleAt, calls } = input;
  const given = texts(filter.requestId).map((requestId): KnownRequest => ({ requestId }));
  const requests = given.length > 0 ? given : view.requests();
  const byName = new Map<string, KnownRequest>();
  for (const request of requests) {
    const { requestId, storefront = '', firstSeen, lastPulled } = request;
    const isFinal = firstSeen !== undefined && lastPulled !== undefined && lastPulled >= firstSeen + FINAL;
    if (isStale(lastPulled, cycleAt) && !isFinal) byName.set(`${requestId} ${storefront}`, request);
  }
  const left = afterWatermark([...byName.keys()], input);
  const missing = 'No lookup requests of this shop yet. Pull a Lookup report first.';
  return {
    ...movedWatermark(left, calls, input),
    pulls: left.slice(0, calls).map((name) => {
      const { requestId, storefront } = byName.get(name)!;
      return { ...filter, ...(storefront === undefined ? {} : { storefront }), requestId };
    }),
    waitsFor: requests.length === 0 ? missing : undefined,
  };
};
