/** Faults of the flaky scenario: by chance for each call, but never twice in a row for the same call. */
import { Draws, mixText } from '../chance.ts';
import type { Format } from '../wire/formats.ts';
import { writeError } from '../wire/write-errors.ts';

export type Fault = 'internal-error' | 'bad-gateway' | 'unavailable' | 'truncated' | 'closed';

const FAULT = mixText('fault');
const SHARE = 0.25;

export class FaultSource {
  private readonly attempts = new Map<number, { count: number; failed: boolean }>();

  constructor(private readonly seed: number) {}

  /** `request` is everything that makes two calls the same call. */
  next(request: string): Fault | undefined {
    const key = mixText(request);
    const before = this.attempts.get(key) ?? { count: 0, failed: false };
    const draws = new Draws(this.seed, FAULT, key, before.count);
    const failed = !before.failed && draws.chance(SHARE);
    this.attempts.set(key, { count: before.count + 1, failed });
    if (!failed) return undefined;
    return draws.pick(['internal-error', 'bad-gateway', 'unavailable', 'truncated', 'closed'] as const);
  }
}

const INTERNAL_ERROR = {
  code: 'InternalError',
  message:
    'Our servers are currently unavailable and cannot process your request at this time. ' +
    'Please try again. We apologize for any inconvenience.',
};

export const internalError = (format: Format): string => writeError(INTERNAL_ERROR, format);

export const BAD_GATEWAY = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
</body>
</html>
`;
