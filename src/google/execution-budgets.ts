/** What an execution on Google may call: the ledger in its stores, and the day's quota of the person's account. */
import { accountOf } from '../account/users.ts';
import { type Availability, ledgerOf, type QuotaStore } from '../limits/ledger.ts';
import { type BudgetTerms, type ExecutionBudget, executionBudget } from '../limits/ledger-gate.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pacing.ts';
import { QUOTAS_OF, type Quotas, quotasOf } from '../limits/quotas.ts';
import type { Capped } from '../protocol/gate.ts';
import type { Store } from '../protocol/store.ts';
import { documentQuotaStore, type QuotaTerms, userQuotaStore } from './quota-stores.ts';

/** The key that says whether the script is an add-on or bound to a workbook, as found when the trigger was installed. */
export const BUILD = 'build';

/** How long to wait for others that count their calls; a cell has less time, and always shows a value. */
const [USUAL, OF_CELL]: readonly [QuotaTerms, QuotaTerms] = [{ wait: 10_000 }, { wait: 2000, orUncounted: true }];

export function executionBudgetFor(user: Store, terms: BudgetTerms): ExecutionBudget {
  const quotaTerms = terms.use === 'formula' ? OF_CELL : USUAL;
  const batches = { atOnce: CALLS_AT_ONCE, batch: BATCH };
  return executionBudget(storesFor(user, quotaTerms), quotasFor(user, quotaTerms), terms, batches, () => Date.now());
}

/** What is left of several caps. */
export function availabilitiesFor(user: Store, all: readonly Capped[], now: number): readonly Availability[] {
  const stores = storesFor(user, USUAL);
  return all.map(({ seller, operation, cap }) => ledgerOf(stores, seller, () => cap).availability(operation, now));
}

/** The user properties of a script that is bound to a workbook hold nothing of other workbooks. */
function storesFor(user: Store, terms: QuotaTerms): readonly QuotaStore[] {
  const document = documentQuotaStore(terms);
  return user.get(BUILD) === 'bound' ? [document] : [document, userQuotaStore(terms)];
}

/** Each person has their own quotas. */
export function quotasFor(user: Store, terms = USUAL): Quotas {
  return quotasOf(userQuotaStore(terms), QUOTAS_OF[accountOf(user)]);
}
