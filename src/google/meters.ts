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

/** How long others are waited for who count their calls; a cell has less time. In milliseconds. */
const [LOCK_WAIT, CELL_WAIT] = [10_000, 2000];

export function meterFor(user: Store, spending: Spending): Meter {
  // The properties of a script that is bound to a workbook hold nothing of others.
  const wait = spending.use === 'formula' ? CELL_WAIT : LOCK_WAIT;
  const places = user.get(BUILD) === 'bound' ? [documentPlace(wait)] : [documentPlace(wait), userPlace(wait)];
  const batches = { atOnce: CALLS_AT_ONCE, batch: BATCH };
  return meterOf(places, quotasFor(user, wait), spending, batches, () => Date.now());
}

/** Each person has quotas of their own. */
export function quotasFor(user: Store, wait = LOCK_WAIT): Quotas {
  return quotasOf(userPlace(wait), user.get(ACCOUNT) === 'workspace' ? WORKSPACE : CONSUMER);
}
