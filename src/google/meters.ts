/** What an execution on Google may call: the ledger in its places, and the day's quota of the person's account. */
import { accountOf } from '../calls/people.ts';
import { QUOTAS_OF } from '../limits/day.ts';
import type { Outlook } from '../limits/ledger.ts';
import { ledgerOf } from '../limits/ledger.ts';
import type { Meter, Spending } from '../limits/meter.ts';
import { meterOf } from '../limits/meter.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pace.ts';
import type { Place } from '../limits/place.ts';
import type { Quotas } from '../limits/quotas.ts';
import { quotasOf } from '../limits/quotas.ts';
import type { Capped } from '../protocol/caps.ts';
import type { Store } from '../protocol/store.ts';
import type { Opening } from './places.ts';
import { documentPlace, userPlace } from './places.ts';
import { readOnce } from './stores.ts';

/** Where it is kept whether the script is an add-on, which Google may tell. */
export const BUILD = 'build';

/** How long others are waited for who count their calls; a cell has less time. In milliseconds. */
const [LOCK_WAIT, CELL_WAIT] = [10_000, 2000];

export function meterFor(user: Store, spending: Spending): Meter {
  const wait = spending.use === 'formula' ? CELL_WAIT : LOCK_WAIT;
  const batches = { atOnce: CALLS_AT_ONCE, batch: BATCH };
  return meterOf(placesFor(user, wait), quotasFor(user, wait), spending, batches, () => Date.now());
}

/** What is left of several caps at once: each place is read once. */
export function outlooksFor(user: Store, all: readonly Capped[], now: number): readonly Outlook[] {
  const places = placesFor(user, LOCK_WAIT, readOnce);
  return all.map(({ seller, operation, cap }) => ledgerOf(places, seller, () => cap).outlook(operation, now));
}

/** The properties of a script that is bound to a workbook hold nothing of others. */
function placesFor(user: Store, wait: number, opening?: Opening): readonly Place[] {
  const document = documentPlace(wait, opening);
  return user.get(BUILD) === 'bound' ? [document] : [document, userPlace(wait, opening)];
}

/** Each person has quotas of their own. */
export function quotasFor(user: Store, wait = LOCK_WAIT): Quotas {
  return quotasOf(userPlace(wait), QUOTAS_OF[accountOf(user)]);
}
