/** Keywords of each campaign that lately was in Ad performance, or of those that the job names. */
import { DAY } from '../../protocol/time.ts';
import { texts } from './options.ts';
import type { Strategy, StrategyInput } from './strategy.ts';
import { CALLS_A_PULL, isOwn, pieces, without } from './strategy.ts';
import { afterWatermark, movedWatermark } from './watermark.ts';

/** A campaign without a row for so long is over: nobody bids on its keywords. With a new row it is asked for again. */
const OVER = 30 * DAY;

export const refreshKeywords: Strategy = (input) => {
  const { filter, calls } = input;
  const given = texts(filter.campaignNumber);
  const campaigns = given.length > 0 ? given : ownCampaigns(input);
  const left = afterWatermark(campaigns, input);
  const others = without(filter, ['campaignNumber']);
  return {
    ...movedWatermark(left, calls, input),
    pulls: pieces(left.slice(0, calls), CALLS_A_PULL).map((campaignNumber) => ({
      ...others,
      campaignNumber,
    })),
    ...(campaigns.length === 0
      ? { note: 'Ad performance lists no campaign yet; pull it, or name the campaigns in the job.' }
      : {}),
  };
};

function ownCampaigns(input: StrategyInput): readonly string[] {
  const own = input.view.campaigns().filter((campaign) => isOwn(campaign, input));
  // Not today: ads may not have been read for long.
  const newest = own.reduce((latest, { lastDay = 0 }) => Math.max(latest, lastDay), 0);
  const current = own.filter(({ lastDay = newest }) => lastDay >= newest - OVER);
  return current.map(({ campaignNumber }) => campaignNumber);
}
