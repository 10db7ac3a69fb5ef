/** Steps for the scenario command that ask a simulated marketplace what failed here, and have it answer the same. */
import type { MaskedCall } from '../pull/failed-calls.ts';

/** Where the simulated marketplace is. */
const BASE = 'https://market.test';

export interface ReplayPlace {
  readonly build: string;
  readonly account: string;
  readonly locale: string;
  readonly zone: string;
}

/** The oldest call first. A connection without keys is one to the simulated marketplace, with the keys that it has there. */
export function replaySteps(
  { build, account, locale, zone }: ReplayPlace,
  calls: readonly MaskedCall[],
): readonly object[] {
  if (calls.length === 0) return [];
  return [
    { open: { mode: build === 'addon' ? 'addon' : 'bound', account, locale, timeZone: zone } },
    { market: {} },
    ...[...calls]
      .reverse()
      .flatMap(({ format, version, operation, storefront, params, ...came }) => [
        { connect: { name: 'Shop', baseUrl: BASE, format, version } },
        { answer: answerOf(came) },
        { pull: { operation, params: { ...params, storefront } } },
      ]),
  ];
}

/** Where none came, or more than is kept of it, the simulated marketplace answers itself. */
function answerOf({
  answered: status,
  contentType,
  isWhole,
  text,
}: Pick<MaskedCall, 'answered' | 'contentType' | 'isWhole' | 'text'>): object | null {
  return isWhole && typeof status === 'number' ? { origin: BASE, status, contentType, text } : null;
}
