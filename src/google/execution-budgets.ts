/** What an execution on Google may call: the ledger in its places, and the day's quota of the person's account. */
import { accountOf } from '../account/users.ts';
import { QUOTAS_OF } from '../limits/day.ts';
import type { BudgetTerms, ExecutionBudget } from '../limits/execution-budget.ts';
import { executionBudget } from '../limits/execution-budget.ts';
import type { LedgerAvailability } from '../limits/ledger.ts';
import { ledgerOf } from '../limits/ledger.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pacing.ts';
import type { QuotaStore } from '../limits/quota-store.ts';
import type { Quotas } from '../limits/quotas.ts';
import { quotasOf } from '../limits/quotas.ts';
import type { Capped } from '../protocol/caps.ts';
import type { Store } from '../protocol/store.ts';
import type { Opening } from './quota-stores.ts';
import { documentPlace, userPlace } from './quota-stores.ts';
import { readOnce } from './stores.ts';

/** Where it is kept whether the script is an add-on, which Google may tell. */
export const BUILD = 'build';

/** How long others are waited for who count their calls; a cell has less time. In milliseconds. */
const [LOCK_WAIT, CELL_WAIT] = [10_000, 2000];

export function meterFor(user: Store, spending: BudgetTerms): ExecutionBudget {
  const wait = spending.use === 'formula' ? CELL_WAIT : LOCK_WAIT;
  const batches = { atOnce: CALLS_AT_ONCE, batch: BATCH };
  return executionBudget(placesFor(user, wait), quotasFor(user, wait), spending, batches, () => Date.now());
}

/** What is left of several caps at once: each place is read once. */
export function availabilitiesFor(
  user: Store,
  all: readonly Capped[],
  now: number,
): readonly LedgerAvailability[] {
  const places = placesFor(user, LOCK_WAIT, readOnce);
  return all.map(({ seller, operation, cap }) =>
    ledgerOf(places, seller, () => cap).availability(operation, now),
  );
}

/** The properties of a script that is bound to a workbook hold nothing of others. */
function placesFor(user: Store, wait: number, opening?: Opening): readonly QuotaStore[] {
  const document = documentPlace(wait, opening);
  return user.get(BUILD) === 'bound' ? [document] : [document, userPlace(wait, opening)];
}

/** Each person has quotas of their own. */
export function quotasFor(user: Store, wait = LOCK_WAIT): Quotas {
  return quotasOf(userPlace(wait), QUOTAS_OF[accountOf(user)]);
}
