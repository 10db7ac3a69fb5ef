/** What is kept on Google: `PropertiesService` as stores, and in these the ledger and the day's quotas, which say what may be called. */
import { accountOf, type PersonStore, workbooksIn } from '../account/person.ts';
import { type Availability, ledgerOf, type QuotaStore } from '../limits/ledger.ts';
import { type BudgetTerms, type ExecutionBudget, executionBudget } from '../limits/ledger-gate.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pacing.ts';
import { QUOTAS_OF, type Quotas, quotasOf } from '../limits/quotas.ts';
import type { Capped } from '../protocol/connection.ts';
import { type KnownStore, knownShortly, once, readOnce, type Store } from '../protocol/store.ts';
import { type Held, takeBriefly, takeLock } from './locks.ts';
import { inOurWords, onceMore } from './service-calls.ts';

/** Keys of the add-on are marked, since add-ons of one document share its properties. */
const PREFIX = 'market.';

type Properties = GoogleAppsScript.Properties.Properties;

/** Opened by the first use. */
function storeOf(open: () => Properties): Store {
  let opened: Properties | undefined;
  const use = <T>(work: (properties: Properties) => T): T =>
    inOurWords(() =>
      onceMore(() => {
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

/** What executions change side by side: of a workbook, and of one person. */
export const sharedOfDocument = knownShortly(documentStore, Date.now);
const sharedOfUser = knownShortly(sharedUserStore, Date.now);

/** What a person has set: an execution goes by how it stood at its beginning, and Google counts each read. */
const ofPerson: PersonStore = {
  ...readOnce(() => sharedOfUser),
  workbook: once(workbookId),
};
export const userStore = () => ofPerson;

/** Google may refuse it to a formula: a script that is bound to a workbook knows only that one. */
function workbookId(): string {
  try {
    return inOurWords(() => onceMore(() => SpreadsheetApp.getActiveSpreadsheet().getId()));
  } catch (error) {
    const [only, ...others] = workbooksIn(sharedOfUser.all());
    if (only === undefined || others.length > 0) throw error;
    return only;
  }
}

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

interface QuotaTerms {
  /** Milliseconds at most until others are done; one read and one write take far less. */
  readonly wait: number;
  /** Where Google refuses the store or the lock, calls go out uncounted: the service's own refusal still holds. */
  readonly orUncounted?: boolean;
}

type TakeLock = (wait: number, orWithout: boolean) => Held | undefined;

/** While a store is held it is read once, and written once at the end. */
function sharedIn(store: KnownStore, take: TakeLock): (terms: QuotaTerms) => QuotaStore {
  let isHeld = false;
  let written: Record<string, string> = {};
  const write = () => {
    if (Object.keys(written).length === 0) return;
    try {
      store.setAll(written);
    } catch (error) {
      // A formula that somebody else recalculates reads the owner's properties and may not write them.
      console.warn(error);
    }
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
        // Writing a record that could not be read would lose what others counted.
        if (!unread.has(key)) written[key] = text;
      },
      exclusively: (work) => {
        if (isHeld) return work();
        const held = take(wait, orUncounted);
        if (!held) return undefined;
        isHeld = true;
        // Others may have counted meanwhile.
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

/** Shared by all workbooks of a person in an add-on; a script that is bound to a workbook shares it with nobody. */
const userQuotaStore = sharedIn(sharedOfUser, (wait, orWithout) =>
  takeLock(() => LockService.getUserLock(), wait, orWithout),
);
