/** Keywords of each campaign that Ad performance lists, or of those that the job names. */
import type { Lane, Occasion } from './lane.ts';
import { CALLS_A_PULL, isOwn, pieces, without } from './lane.ts';
import { texts } from './options.ts';
import { leftOf, taking } from './round.ts';

export const refreshKeywords: Lane = (occasion) => {
  const { filter, calls } = occasion;
  const given = texts(filter.campaignNumber);
  const campaigns = given.length > 0 ? given : ownCampaigns(occasion);
  const left = leftOf(campaigns, occasion);
  const others = without(filter, ['campaignNumber']);
  return {
    ...taking(left, calls, occasion),
    pulls: pieces(left.slice(0, calls), CALLS_A_PULL).map((campaignNumber) => ({
      ...others,
      campaignNumber,
    })),
    ...(campaigns.length === 0
      ? { note: 'Ad performance lists no campaign yet; pull it, or name the campaigns in the job.' }
      : {}),
  };
};

function ownCampaigns(occasion: Occasion): readonly string[] {
  const own = occasion.view.campaigns().filter((campaign) => isOwn(campaign, occasion));
  return own.map(({ campaignNumber }) => campaignNumber);
}
