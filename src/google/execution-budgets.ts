/** What an execution on Google may call: the ledger in its stores, and the day's quota of the person's account. */
import { accountOf } from '../account/users.ts';
import { QUOTAS_OF } from '../limits/day.ts';
import { type BudgetTerms, type ExecutionBudget, executionBudget } from '../limits/execution-budget.ts';
import { type Availability, ledgerOf } from '../limits/ledger.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pacing.ts';
import type { QuotaStore } from '../limits/quota-store.ts';
import { type Quotas, quotasOf } from '../limits/quotas.ts';
import type { Usage } from '../limits/usage.ts';
import { dayFormat, usageFormat } from '../limits/usage-text.ts';
import type { Capped } from '../protocol/caps.ts';
import type { Store } from '../protocol/store.ts';
import { documentQuotaStore, type QuotaTerms, userQuotaStore } from './quota-stores.ts';

/** Where it is kept whether the script is an add-on, which Google may tell. */
export const BUILD = 'build';

/** How long others are waited for who count their calls; a cell has less time, and is not left without a value. */
const [USUAL, OF_CELL]: readonly [QuotaTerms, QuotaTerms] = [{ wait: 10_000 }, { wait: 2000, orUncounted: true }];

export function executionBudgetFor(user: Store, terms: BudgetTerms): ExecutionBudget {
  const quotaTerms = terms.use === 'formula' ? OF_CELL : USUAL;
  const batches = { atOnce: CALLS_AT_ONCE, batch: BATCH };
  return executionBudget(storesFor(user, quotaTerms), quotasFor(user, quotaTerms), terms, batches, () => Date.now());
}

/** What is left of several caps at once. */
export function availabilitiesFor(user: Store, all: readonly Capped[], now: number): readonly Availability[] {
  const stores = storesFor(user, USUAL);
  return all.map(({ seller, operation, cap }) => ledgerOf(stores, seller, () => cap).availability(operation, now));
}

/** The properties of a script that is bound to a workbook hold nothing of others. */
function storesFor(user: Store, terms: QuotaTerms): readonly QuotaStore<Usage>[] {
  const document = documentQuotaStore(usageFormat, terms);
  return user.get(BUILD) === 'bound' ? [document] : [document, userQuotaStore(usageFormat, terms)];
}

/** Each person has quotas of their own. */
export function quotasFor(user: Store, terms = USUAL): Quotas {
  return quotasOf(userQuotaStore(dayFormat, terms), QUOTAS_OF[accountOf(user)]);
}
