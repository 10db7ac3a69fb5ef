/** Keywords of each campaign that Ad performance lists, or of those that the job names. */
import { texts } from './options.ts';
import type { Strategy } from './strategy.ts';
import { CALLS_A_PULL, pieces, without } from './strategy.ts';
import { afterWatermark, movedWatermark } from './watermark.ts';

export const refreshKeywords: Strategy = (input) => {
  const { filter, view, calls } = input;
  const given = texts(filter.campaignNumber);
  const campaigns = given.length > 0 ? given : view.campaigns().map(({ campaignNumber }) => campaignNumber);
  const left = afterWatermark(campaigns, input);
  const others = without(filter, ['campaignNumber']);
  return {
    ...movedWatermark(left, calls, input),
    pulls: pieces(left.slice(0, calls), CALLS_A_PULL).map((campaignNumber) => ({
      ...others,
      campaignNumber,
    })),
    ...(campaigns.length === 0
      ? {
          waitsFor:
            'Ad performance lists no campaign of this shop yet; pull it, or name the campaigns in the job.',
        }
      : {}),
  };
};
