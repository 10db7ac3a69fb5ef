/** What an execution on Google may call: the ledger in its places, and the day's quota of the person's account. */
import { CONSUMER, WORKSPACE } from '../limits/day.ts';
import type { Meter, Spending } from '../limits/meter.ts';
import { meterOf } from '../limits/meter.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pace.ts';
import type { Quotas } from '../limits/quotas.ts';
import { quotasOf } from '../limits/quotas.ts';
import type { Store } from '../protocol/store.ts';
import { documentPlace, userPlace } from './places.ts';

/** Google does not tell which kind of account a person has, and may tell whether the script is an add-on. */
export const [ACCOUNT, BUILD] = ['account', 'build'];

export function meterFor(user: Store, spending: Spending): Meter {
  // The properties of a script that is bound to a workbook hold nothing of others.
  const places = user.get(BUILD) === 'bound' ? [documentPlace()] : [documentPlace(), userPlace()];
  const batches = { atOnce: CALLS_AT_ONCE, batch: BATCH };
  return meterOf(places, quotasFor(user), spending, batches, () => Date.now());
}

/** Each person has quotas of their own. */
export function quotasFor(user: Store): Quotas {
  return quotasOf(userPlace(), user.get(ACCOUNT) === 'workspace' ? WORKSPACE : CONSUMER);
}
