/** Whether data of buyers may stand in this workbook: off until somebody says yes, knowing who can see it. */
import { operations } from '../operations/registry.ts';
import type { Privacy } from '../protocol/fields.ts';
import type { Clock } from '../protocol/http.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { type Purge, purge } from '../tables/purge.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';

export interface Consent {
  /** Name, contact and address of the buyer. */
  readonly buyerData: boolean;
  /** State and country of the destination only. */
  readonly destination: boolean;
  readonly retentionDays: number;
}

/** Where the consent is kept, and the sheets that it is about. */
export interface ConsentPorts {
  readonly document: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly book: Book;
  /** Runs work that reads and writes sheets while nobody else does. */
  exclusively<T>(work: () => T): T;
}

const KEY = 'consent';
const NONE: Consent = { buyerData: false, destination: false, retentionDays: 30 };

export function readConsent(store: Store): Consent {
  const { buyerData, destination, retentionDays } = readStored(store);
  return { buyerData, destination, retentionDays };
}

interface Stored extends Consent {
  /** Epoch milliseconds at which the first of the switches was turned on. */
  readonly givenAt?: number;
  /** What is not allowed any more is still to be taken out of the sheets. */
  readonly clearing?: boolean;
}

function readStored(store: Store): Stored {
  const stored = store.get(KEY);
  return stored === null ? NONE : { ...NONE, ...(JSON.parse(stored) as Partial<Consent>) };
}

/** The fields that must not be read from answers. */
export function withheldBy({ buyerData, destination }: Consent): ReadonlySet<Privacy> {
  const withheld: Privacy[] = [];
  if (!buyerData) withheld.push('buyer');
  if (!buyerData && !destination) withheld.push('destination');
  return new Set(withheld);
}

export function setConsent(ports: ConsentPorts, input: Partial<Consent>): Consent {
  const { buyerData, destination, retentionDays }: Partial<Consent> = input ?? {};
  const days = retentionDays === undefined ? NONE.retentionDays : Number(retentionDays);
  if (!Number.isInteger(days) || days < 1 || days > 3650)
    throw new MarketError('MARKET_ARGUMENT', 'Data of buyers is kept for a whole number of days, from 1 to 3650.');
  const consent = { buyerData: buyerData === true, destination: destination === true, retentionDays: days };
  // Stored before the sheets are cleared: an execution that ends in between leaves the clearing to the next call.
  const isGiven = consent.buyerData || consent.destination;
  const givenAt = isGiven ? (readStored(ports.document).givenAt ?? ports.clock.now()) : undefined;
  ports.document.set(KEY, JSON.stringify({ ...consent, givenAt, clearing: true }));
  clearWithheld(ports, readStored(ports.document));
  return consent;
}

/** What a pull may take and keep, as one read of the consent says; what is not allowed any more leaves the sheets before. */
export function allowedIn(ports: ConsentPorts, isPreview: boolean): Purge {
  const stored = readStored(ports.document);
  if (!isPreview) clearWithheld(ports, stored);
  const since = retainedSince(stored, ports.clock.now());
  return { withheld: withheldBy(stored), ...(since === undefined ? {} : { since }) };
}

/** Takes data that is not allowed any more out of the sheets, where that is still to be done. */
function clearWithheld(ports: ConsentPorts, { clearing, ...consent }: Stored): void {
  if (!clearing) return;
  const withheld = withheldBy(consent);
  ports.exclusively(() => {
    for (const operation of Object.values<TabledOperation>(operations)) purge(ports.book, operation, { withheld });
  });
  ports.document.set(KEY, JSON.stringify(consent));
}

/**
 * Buyers' data of orders before this instant (epoch milliseconds) is not kept; nothing is old yet
 * until the consent itself is: what was there when it was given stays for its time.
 */
function retainedSince({ retentionDays, givenAt }: Stored, now: number): number | undefined {
  const since = now - retentionDays * DAY;
  return givenAt !== undefined && givenAt < since ? since : undefined;
}
