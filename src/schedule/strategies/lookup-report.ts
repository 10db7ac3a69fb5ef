/** Reports of the lookup requests that the sheet Lookup requests lists, until they change no more, or of those that the job names. */
import { DAY } from '../../protocol/time.ts';
import { afterWatermark, isStale, type KnownRequest, movedWatermark, type Strategy, texts } from './strategy.ts';

/** The service works on a request for hours; a report that was pulled so long after the request was listed is final. */
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
  return {
    ...movedWatermark(left, calls, input),
    pulls: left.slice(0, calls).map((name) => {
      const { requestId, storefront } = byName.get(name)!;
      return { ...filter, ...(storefront === undefined ? {} : { storefront }), requestId };
    }),
    waitsFor:
      requests.length === 0 ? 'Lookup requests has no request of this shop. Type its ID there.' : undefined,
  };
};

function isFinal({ firstSeen, lastPulled }: KnownRequest): boolean {
  return firstSeen !== undefined && lastPulled !== undefined && lastPulled >= firstSeen + FINAL;
}
