/** Keywords of each campaign that Ad performance lists, or of those that the job names. */
import { texts } from './options.ts';
import type { Strategy, StrategyInput } from './strategy.ts';
import { CALLS_A_PULL, isOwn, pieces, without } from './strategy.ts';
import { afterWatermark, movedWatermark } from './watermark.ts';

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
  return own.map(({ campaignNumber }) => campaignNumber);
}
