/** Keywords of each campaign that lately was in Ad performance, or of those that the job names. */

import { pieces } from '../../protocol/grouped.ts';
import { DAY } from '../../protocol/time.ts';
import {
  afterWatermark,
  CALLS_A_PULL,
  movedWatermark,
  type Strategy,
  texts,
  type WorkbookView,
  without,
} from './strategy.ts';

/** A campaign without a row for so long is over: nobody bids on its keywords. With a new row it is asked for again. */
const OVER = 30 * DAY;

export const refreshKeywords: Strategy = (input) => {
  const { filter, view, calls } = input;
  const given = texts(filter.campaignNumber);
  const campaigns = given.length > 0 ? given : currentCampaigns(view);
  const left = afterWatermark(campaigns, input);
  const others = without(filter, ['campaignNumber', 'campaigns']);
  return {
    ...movedWatermark(left, calls, input),
    pulls: pieces(left.slice(0, calls), CALLS_A_PULL).map((campaignNumber) => ({
      ...others,
      campaignNumber,
    })),
    waitsFor:
      campaigns.length === 0
        ? 'Ad performance has no campaigns of this shop yet. Pull it, or enter campaigns in the job.'
        : undefined,
  };
};

/** Not as of today: ads may not have been read for long. */
function currentCampaigns(view: WorkbookView): readonly string[] {
  const known = view.campaigns();
  const newest = known.reduce((latest, { lastDay = 0 }) => Math.max(latest, lastDay), 0);
  const current = known.filter(({ lastDay = newest }) => lastDay >= newest - OVER);
  return current.map(({ campaignNumber }) => campaignNumber);
}
