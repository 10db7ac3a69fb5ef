/** Stores in `PropertiesService`, including the call ledger and daily quotas. */
import { accountOf, type PersonStore, workbooksIn } from '../account/person.ts';
import { type Availability, ledgerOf, type QuotaStore } from '../limits/ledger.ts';
import { type BudgetTerms, type ExecutionBudget, executionBudget } from '../limits/ledger-gate.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pacing.ts';
import { QUOTAS_OF, type Quotas, quotasOf } from '../limits/quotas.ts';
import type { Capped } from '../protocol/connection.ts';
import { type KnownStore, knownShortly, once, readOnce, type Store } from '../protocol/store.ts';
import { type Held, takeBriefly, takeLock } from './locks.ts';
import { attempt, withOurErrors, withRetry } from './service-calls.ts';

/** Prefix of our property keys. Other add-ons store properties in the same document. */
const PREFIX = 'market.';

type Properties = GoogleAppsScript.Properties.Properties;

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

/** Properties that concurrent executions may change. */
export const sharedOfDocument = knownShortly(documentStore, Date.now);
const sharedOfUser = knownShortly(sharedUserStore, Date.now);

/** The user's settings, read once per execution because Google limits reads. */
const ofPerson: PersonStore = {
  ...readOnce(() => sharedOfUser),
  readAgain: sharedUserStore().get,
  workbook: once(workbookId),
};
export const userStore = () => ofPerson;

/** Google may not let formulas read the ID. Falls back to the only workbook with settings, as in bound scripts. */
function workbookId() {
  try {
    return withOurErrors(() => withRetry(() => SpreadsheetApp.getActiveSpreadsheet().getId()));
  } catch (error) {
    const [only, ...others] = workbooksIn(sharedOfUser.all());
    if (only === undefined || others.length > 0) throw error;
    return only;
  }
}

/** Key of the script type, `addon` or `bound`, detected when a trigger is installed. */
export const BUILD = 'build';

/** Formulas have less time, and return values even if calls can't be counted. */
const [USUAL, OF_CELL]: readonly [QuotaTerms, QuotaTerms] = [{ wait: 10_000 }, { wait: 2000, orUncounted: true }];

export function executionBudgetFor(user: Store, terms: BudgetTerms): ExecutionBudget {
  const quotaTerms = terms.use === 'formula' ? OF_CELL : USUAL;
  const batches = { atOnce: CALLS_AT_ONCE, batch: BATCH };
  return executionBudget(storesFor(user, quotaTerms), quotasFor(user, quotaTerms), terms, batches, () => Date.now());
}

export function availabilityFor(user: Store, { seller, operation, cap }: Capped, now: number): Availability {
  return ledgerOf(storesFor(user, USUAL), seller, cap).availability(operation, now);
}

/** A bound script's user properties aren't shared with other workbooks. */
function storesFor(user: Store, terms: QuotaTerms): readonly QuotaStore[] {
  const document = documentQuotaStore(terms);
  return user.get(BUILD) === 'bound' ? [document] : [document, userQuotaStore(terms)];
}

export function quotasFor(user: Store, terms = USUAL): Quotas {
  return quotasOf(userQuotaStore(terms), QUOTAS_OF[accountOf(user)]);
}

interface QuotaTerms {
  /** Milliseconds to wait for the lock. */
  readonly wait: number;
  /** Allows uncounted calls if Google denies the store or the lock. The marketplace enforces its caps anyway. */
  readonly orUncounted?: boolean;
}

type TakeLock = (wait: number, orWithout: boolean) => Held | undefined;

/** Reads and writes a store only once each time the lock is held. */
function sharedIn(store: KnownStore, take: TakeLock): (terms: QuotaTerms) => QuotaStore {
  let isHeld = false;
  let written: Record<string, string> = {};
  const write = () => {
    if (Object.keys(written).length === 0) return;
    // Formulas recalculated by another user can read the owner's properties but not write them.
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
        // Overwriting an unread record would lose other executions' counts.
        if (!unread.has(key)) written[key] = text;
      },
      exclusively: (work) => {
        if (isHeld) return work();
        const held = take(wait, orUncounted);
        if (!held) return undefined;
        isHeld = true;
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

/** Shared by all users of a workbook. */
const documentQuotaStore = sharedIn(sharedOfDocument, takeBriefly);

/** Shared by all of a user's workbooks in the add-on. */
const userQuotaStore = sharedIn(sharedOfUser, (wait, orWithout) =>
  takeLock(() => LockService.getUserLock(), wait, orWithout),
);
