/** `PropertiesService` as stores, with the ledger of calls and the day's quotas. */
import { accountOf, type PersonStore, workbooksIn } from '../account/person.ts';
import { type Availability, ledgerOf, type QuotaStore } from '../limits/ledger.ts';
import { type BudgetTerms, type ExecutionBudget, executionBudget } from '../limits/ledger-gate.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pacing.ts';
import { QUOTAS_OF, type Quotas, quotasOf } from '../limits/quotas.ts';
import type { Capped } from '../protocol/connection.ts';
import { type KnownStore, knownShortly, once, readOnce, type Store } from '../protocol/store.ts';
import { type Held, takeBriefly, takeLock } from './locks.ts';
import { attempt, withOurErrors, withRetry } from './service-calls.ts';

/** Add-ons of one document share its properties. */
const PREFIX = 'market.';

type Properties = GoogleAppsScript.Properties.Properties;

/** The first use opens the properties. */
function storeOf(open: () => Properties): Store {
  let opened: Properties | undefined;
  const use = <T>(work: (properties: Properties) => T): T =>
    withOurErrors(() =>
      withRetry(() => {
        opened ??= open();
        return work(opened);
      }),
    );
  return {
    get: (key) => use((properties) => properties.getProperty(PREFIX + key)),
    set: (key, value) => {
      use((properties) => properties.setProperty(PREFIX + key, value));
    },
    setAll: (values) => {
      const marked = Object.entries(values).map(([key, value]) => [PREFIX + key, value]);
      use((properties) => properties.setProperties(Object.fromEntries(marked)));
    },
    remove: (key) => {
      use((properties) => properties.deleteProperty(PREFIX + key));
    },
    all: () => {
      const all = use((properties) => properties.getProperties());
      const ours = Object.entries(all).filter(([key]) => key.startsWith(PREFIX));
      return Object.fromEntries(ours.map(([key, value]) => [key.slice(PREFIX.length), value]));
    },
  };
}

export const documentStore = () => storeOf(() => PropertiesService.getDocumentProperties());
const sharedUserStore = () => storeOf(() => PropertiesService.getUserProperties());

/** Properties that several executions change. */
export const sharedOfDocument = knownShortly(documentStore, Date.now);
const sharedOfUser = knownShortly(sharedUserStore, Date.now);

/** Settings of a person, read once per execution since Google counts reads. */
const ofPerson: PersonStore = {
  ...readOnce(() => sharedOfUser),
  workbook: once(workbookId),
};
export const userStore = () => ofPerson;

/** Google may refuse the ID to a formula; a script bound to a workbook knows only one. */
function workbookId(): string {
  try {
    return withOurErrors(() => withRetry(() => SpreadsheetApp.getActiveSpreadsheet().getId()));
  } catch (error) {
    const [only, ...others] = workbooksIn(sharedOfUser.all());
    if (only === undefined || others.length > 0) throw error;
    return only;
  }
}

/** Key of the kind of script, `addon` or `bound`, found when the trigger was installed. */
export const BUILD = 'build';

/** Cells have less time, and show a value even if calls cannot be counted. */
const [USUAL, OF_CELL]: readonly [QuotaTerms, QuotaTerms] = [{ wait: 10_000 }, { wait: 2000, orUncounted: true }];

export function executionBudgetFor(user: Store, terms: BudgetTerms): ExecutionBudget {
  const quotaTerms = terms.use === 'formula' ? OF_CELL : USUAL;
  const batches = { atOnce: CALLS_AT_ONCE, batch: BATCH };
  return executionBudget(storesFor(user, quotaTerms), quotasFor(user, quotaTerms), terms, batches, () => Date.now());
}

export function availabilitiesFor(user: Store, all: readonly Capped[], now: number): readonly Availability[] {
  const stores = storesFor(user, USUAL);
  return all.map(({ seller, operation, cap }) => ledgerOf(stores, seller, () => cap).availability(operation, now));
}

/** User properties of a bound script are not shared with other workbooks. */
function storesFor(user: Store, terms: QuotaTerms): readonly QuotaStore[] {
  const document = documentQuotaStore(terms);
  return user.get(BUILD) === 'bound' ? [document] : [document, userQuotaStore(terms)];
}

/** Each person has their own quotas. */
export function quotasFor(user: Store, terms = USUAL): Quotas {
  return quotasOf(userQuotaStore(terms), QUOTAS_OF[accountOf(user)]);
}

interface QuotaTerms {
  /** Longest wait for the lock, in milliseconds. */
  readonly wait: number;
  /** Calls go out uncounted if Google refuses the store or the lock; the service still enforces its caps. */
  readonly orUncounted?: boolean;
}

type TakeLock = (wait: number, orWithout: boolean) => Held | undefined;

/** While its lock is held, a store is read once and written once. */
function sharedIn(store: KnownStore, take: TakeLock): (terms: QuotaTerms) => QuotaStore {
  let isHeld = false;
  let written: Record<string, string> = {};
  const write = () => {
    if (Object.keys(written).length === 0) return;
    // A formula recalculated by somebody else may read the owner's properties but not write them.
    attempt(() => store.setAll(written));
    written = {};
  };
  return ({ wait, orUncounted = false }) => {
    const unread = new Set<string>();
    return {
      get: (key) => {
        try {
          return written[key] ?? store.get(key);
        } catch (error) {
          if (!orUncounted) throw error;
          console.warn(error);
          unread.add(key);
          return null;
        }
      },
      set: (key, text) => {
        // Overwriting an unread record would lose the counts of others.
        if (!unread.has(key)) written[key] = text;
      },
      exclusively: (work) => {
        if (isHeld) return work();
        const held = take(wait, orUncounted);
        if (!held) return undefined;
        isHeld = true;
        // Other executions may have written in the meantime.
        store.forget();
        try {
          return work();
        } finally {
          write();
          isHeld = false;
          held.release();
        }
      },
    };
  };
}

/** Shared by all people of a workbook. */
const documentQuotaStore = sharedIn(sharedOfDocument, takeBriefly);

/** Shared by all workbooks of a person in an add-on. */
const userQuotaStore = sharedIn(sharedOfUser, (wait, orWithout) =>
  takeLock(() => LockService.getUserLock(), wait, orWithout),
);
