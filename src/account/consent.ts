/** Consent to data of buyers: the owner of a connection gives it, a notice in the workbook tells everybody, and anybody may end it. */
import { operations } from '../operations/registry.ts';
import type { Privacy } from '../protocol/fields.ts';
import type { Clock } from '../protocol/http.ts';
import { argumentError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import { stored, storedText } from '../protocol/stored.ts';
import { DAY } from '../protocol/time.ts';
import { type LogEntry, writeLog } from '../tables/log.ts';
import { type Purge, purge } from '../tables/purge.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';
import { type Consent, changeConsent, choicesHere, type GivenConsent, type PersonStore, useOf } from './choices.ts';
import { allConnections, findConnection } from './connections.ts';
import { userOf } from './users.ts';

/** Where the consent is kept, and the sheets that it is about. */
export interface ConsentPorts {
  readonly user: PersonStore;
  readonly document: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly book: Book;
  unique(): string;
  /** Runs work that reads and writes sheets while nobody else does. */
  exclusively<T>(work: () => T): T;
}

type Stores = Pick<ConsentPorts, 'user' | 'document'>;

/** Public notice of a consent, in the document. A consent without its notice does not count. */
interface Notice extends Consent {
  /** Same as the consent. */
  readonly id: string;
  readonly connection: string;
  readonly sellerId: string;
  readonly who: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const [NOTICES, CLEARING, VERSION] = ['consent', 'consent.clearing', 1] as const;

const noticesKept = stored<readonly Notice[]>(NOTICES, VERSION, []);

function noticesIn(document: Pick<Store, 'get'>): readonly Notice[] {
  const kept: unknown = noticesKept.read(document);
  return Array.isArray(kept) ? kept.filter((each): each is Notice => typeof each?.id === 'string') : [];
}

/** Data that is still to leave the sheets: of one seller, or of all. */
type Clearing = readonly { readonly sellerId: string | null; readonly withheld: readonly Privacy[] }[];

const clearingKept = stored<Clearing>(CLEARING, VERSION, []);

function clearingIn(document: Pick<Store, 'get'>): Clearing {
  const kept: unknown = clearingKept.read(document);
  return Array.isArray(kept) ? kept.filter((each): each is Clearing[number] => Array.isArray(each?.withheld)) : [];
}

const NONE: Consent = { buyerData: false, destination: false, retentionDays: 30 };

/** The person's own, for a connection by its name. */
export function readConsent(stores: Stores, connection: string): Consent {
  const { buyerData, destination, retentionDays } = givenFor(stores, connection) ?? NONE;
  return { buyerData, destination, retentionDays };
}

/** Buyer data that any notice allows in the sheets. */
export function consentHere(document: Pick<Store, 'get'>): Consent {
  const notices = noticesIn(document);
  const isOn = (name: 'buyerData' | 'destination') => notices.some((each) => each[name] === true);
  return { ...NONE, buyerData: isOn('buyerData'), destination: isOn('destination') };
}

/** The person's own by connection, and those of others. */
export function consents({ user, document }: Stores) {
  const own = allConnections(user).map(({ name }) => ({ connection: name, ...readConsent({ user, document }, name) }));
  const ids = new Set(choicesHere(user).uses.map(({ consent }) => consent?.id));
  const others = noticesIn(document).filter(({ id }) => !ids.has(id));
  return {
    consents: own,
    consentOfOthers: others.map(({ connection, who, at }) => ({ connection, who, at: new Date(at).toISOString() })),
  };
}

function givenFor({ user, document }: Stores, connection: string): GivenConsent | undefined {
  const { consent } = useOf(choicesHere(user), connection);
  return consent && noticesIn(document).some(({ id }) => id === consent.id) ? consent : undefined;
}

/** The fields that must not be read from answers. */
export function withheldBy({ buyerData, destination }: Consent): ReadonlySet<Privacy> {
  const withheld: Privacy[] = [];
  if (!buyerData) withheld.push('buyer');
  if (!buyerData && !destination) withheld.push('destination');
  return new Set(withheld);
}

/** `connection` is one of the person's, without one the default one; to turn off everything without one means everybody's. */
export interface ConsentInput extends Partial<Consent> {
  readonly connection?: string;
}

export function setConsent(ports: ConsentPorts, input: ConsentInput): Consent {
  const { connection: named, buyerData, destination, retentionDays }: ConsentInput = input ?? {};
  const days = retentionDays === undefined ? NONE.retentionDays : Number(retentionDays);
  if (!Number.isInteger(days) || days < 1 || days > 3650)
    throw argumentError('Enter a whole number of days from 1 to 3650.');
  const consent = { buyerData: buyerData === true, destination: destination === true, retentionDays: days };
  const isOn = consent.buyerData || consent.destination;
  if (!isOn && named === undefined) {
    turnAllOff(ports);
    return consent;
  }
  const { user, document, clock } = ports;
  const { name, sellerId } = findConnection(user, named);
  const before = givenFor(ports, name);
  const who = userOf(ports).name;
  // Without its line nothing is turned on.
  if (isOn) note(ports, who, onText(name, consent));
  const given = isOn
    ? { ...consent, id: before?.id ?? ports.unique(), givenAt: before?.givenAt ?? clock.now() }
    : undefined;
  const others = noticesIn(document).filter(({ id }) => id !== before?.id);
  const notices = given ? [...others, { ...given, connection: name, sellerId, who, at: given.givenAt }] : others;
  const left = leave(document, notices, { sellerId, withheld: [...withheldBy(consent)] });
  changeConsent(user, name, given);
  clearSheets(ports, left);
  if (!isOn && before) note(ports, who, `Turned off for ${name}.`);
  return consent;
}

/** Anyone may call it: no consent counts without its notice. */
function turnAllOff(ports: ConsentPorts): void {
  const { user, document } = ports;
  const wasOn = noticesIn(document).length > 0;
  const left = leave(document, [], { sellerId: null, withheld: [...withheldBy(NONE)] });
  for (const { connection, consent } of choicesHere(user).uses) if (consent) changeConsent(user, connection, undefined);
  clearSheets(ports, left);
  if (wasOn) note(ports, userOf(ports).name, 'Turned off for everyone.');
}

function onText(name: string, { buyerData, retentionDays: days }: Consent): string {
  const what = buyerData ? 'names and addresses' : 'state and country';
  return `Turned on for ${name}: ${what}, kept for ${days} ${days === 1 ? 'day' : 'days'}.`;
}

/** In the Log, for everybody to read. */
function note({ book, clock, unique, exclusively }: ConsentPorts, who: string, message: string): void {
  const [run, started] = [unique(), clock.now()];
  const rows = { added: 0, changed: 0, unchanged: 0, gone: 0 };
  const error = { code: '', message };
  const about = { run, started, ended: started, why: 'sidebar', who } as const;
  const entry: LogEntry = { ...about, what: 'Buyer data', state: 'done', calls: 0, rows, error };
  exclusively(() => writeLog(book, [entry]));
}

/**
 * Keeps the notices and, in the same write, what is to leave the sheets: an execution that ends before it has left
 * leaves that to the next pull. Gives all that is to leave.
 */
function leave(document: Store, notices: readonly Notice[], clearing: Clearing[number]): Clearing {
  const left = [...clearingIn(document), ...(clearing.withheld.length > 0 ? [clearing] : [])];
  try {
    document.setAll({ [NOTICES]: storedText(notices, VERSION), [CLEARING]: storedText(left, VERSION) });
  } catch {
    // A store that is full takes less than before.
    noticesKept.write(document, notices);
  }
  return left;
}

function clearSheets({ document, book, exclusively }: ConsentPorts, left: Clearing): void {
  if (left.length === 0) return;
  exclusively(() => {
    for (const { sellerId, withheld } of left)
      for (const operation of Object.values<TabledOperation>(operations))
        purge(book, operation, { withheld: new Set(withheld), ...(sellerId === null ? {} : { sellerId }) });
  });
  clearingKept.remove(document);
}

/** What a pull may take and keep by the consent of its person for that connection; what may not stay leaves the sheets before. */
export function allowedIn(
  ports: ConsentPorts,
  { name, sellerId }: { readonly name: string; readonly sellerId: string },
  isPreview: boolean,
): Purge {
  const given = givenFor(ports, name);
  if (!isPreview) {
    // Somebody turned it off: it stays off, whatever is put into the document later.
    if (!given && useOf(choicesHere(ports.user), name).consent) changeConsent(ports.user, name, undefined);
    clearSheets(ports, clearingIn(ports.document));
  }
  const since = given && retainedSince(given, ports.clock.now());
  return { withheld: withheldBy(given ?? NONE), sellerId, ...(since === undefined ? {} : { since }) };
}

/** Per shop, what is too old to be kept: by the person's own consents, and by the notices of others. */
export function outdated(ports: ConsentPorts): readonly Purge[] {
  const { user, document, clock } = ports;
  const own = allConnections(user).map((connection) => allowedIn(ports, connection, false));
  const ids = new Set(choicesHere(user).uses.map(({ consent }) => consent?.id));
  const others = noticesIn(document).flatMap((notice): Purge[] => {
    const { id, sellerId, at: givenAt } = notice;
    const since = ids.has(id) ? undefined : retainedSince({ ...notice, givenAt }, clock.now());
    return since === undefined ? [] : [{ withheld: withheldBy(notice), sellerId, since }];
  });
  return [...own.filter(({ since }) => since !== undefined), ...others];
}

/**
 * Buyers' data of orders before this instant (epoch milliseconds) is not kept; nothing is old yet
 * until the consent itself is: what was there when it was given stays for its time.
 */
function retainedSince({ retentionDays, givenAt }: GivenConsent, now: number): number | undefined {
  const since = now - retentionDays * DAY;
  return givenAt < since ? since : undefined;
}
