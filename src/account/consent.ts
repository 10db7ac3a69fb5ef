/**
 * Consent to use buyer data. The connection's owner gives it, a notice in the workbook shows it, and any editor can
 * revoke it.
 */
import { operations } from '../operations/registry.ts';
import type { Privacy } from '../protocol/fields.ts';
import type { Clock } from '../protocol/http.ts';
import { plural } from '../protocol/lists.ts';
import { argumentError } from '../protocol/market-error.ts';
import { type Store, type StoredValue, stored, storedText } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { isSameSeller } from '../tables/catalog/item-keys.ts';
import { NO_ROWS } from '../tables/diff.ts';
import { type LogEntry, writeLog } from '../tables/log.ts';
import { type Purge, purge } from '../tables/purge.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';
import { allConnections, connectionIf, findConnection } from './connections.ts';
import {
  type Consent,
  changeConsent,
  choicesHere,
  type GivenConsent,
  type PersonStore,
  UNNAMED,
  useOf,
  userOf,
} from './person.ts';

interface ConsentPorts {
  readonly user: PersonStore;
  readonly document: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly book: Book;
  unique(): string;
  /** Runs `work` under the document lock. */
  exclusively<T>(work: () => T): T;
}

type Stores = Pick<ConsentPorts, 'user' | 'document'>;

/** Stored in the workbook's properties. Consent without a notice has no effect. */
interface Notice extends Consent {
  readonly id: string;
  readonly connection: string;
  readonly sellerId: string;
  readonly who: string;
  /** When consent was first given. */
  readonly at: number;
}

const [NOTICES, CLEARING, VERSION] = ['consent', 'consent.clearing', 1] as const;

const noticesKept = stored<readonly Notice[]>(NOTICES, VERSION, []);

function noticesIn(document: Pick<Store, 'get'>): readonly Notice[] {
  return listIn(
    noticesKept,
    document,
    ({ id, sellerId, at }) =>
      typeof id === 'string' && typeof sellerId === 'string' && Number.isFinite(new Date(at).getTime()),
  );
}

function noticesOfOthers({ user, document }: Stores): readonly Notice[] {
  const own = new Set(choicesHere(user).uses.map(({ consent }) => consent?.id));
  return noticesIn(document).filter(({ id }) => !own.has(id));
}

/** Drops invalid entries, because any editor can change the list. */
function listIn<T>(
  kept: StoredValue<readonly T[]>,
  document: Pick<Store, 'get'>,
  isValid: (each: T) => boolean,
): readonly T[] {
  const list: unknown = kept.read(document);
  return Array.isArray(list) ? list.filter((each) => each && isValid(each)) : [];
}

/** Buyer data to remove from the sheets, per seller or for all sellers (`null`). */
type Clearing = readonly { readonly sellerId: string | null; readonly withheld: readonly Privacy[] }[];

const clearingKept = stored<Clearing>(CLEARING, VERSION, []);

function clearingIn(document: Pick<Store, 'get'>): Clearing {
  return listIn(clearingKept, document, ({ withheld }) => Array.isArray(withheld));
}

const NONE: Consent = { buyerData: false, destination: false, retentionDays: 30 };

export function readConsent(stores: Stores, connection: string): Consent {
  const { buyerData, destination, retentionDays } = givenFor(stores, connection) ?? NONE;
  return { buyerData, destination, retentionDays };
}

/** Buyer data that at least one notice allows in the sheets. */
export function consentHere(document: Pick<Store, 'get'>): Consent {
  const notices = noticesIn(document);
  const isOn = (name: 'buyerData' | 'destination') => notices.some((each) => each[name] === true);
  return { ...NONE, buyerData: isOn('buyerData'), destination: isOn('destination') };
}

export function consents({ user, document }: Stores) {
  const others = noticesOfOthers({ user, document });
  return {
    consents: allConnections(user).map(({ name }) => ({ connection: name, ...readConsent({ user, document }, name) })),
    consentOfOthers: others.map(({ connection, who, at }) => ({ connection, who, at: new Date(at).toISOString() })),
  };
}

/** Consent is for one shop and doesn't follow its connection to another. */
function givenFor({ user, document }: Stores, connection: string) {
  const { consent } = useOf(choicesHere(user), connection);
  const { sellerId = '' } = connectionIf({ user }, connection) ?? {};
  const isGiven = (notice: Notice) => notice.id === consent?.id && isSameSeller(notice.sellerId, sellerId);
  return noticesIn(document).some(isGiven) ? consent : undefined;
}

export function withheldBy({ buyerData, destination }: Consent): ReadonlySet<Privacy> {
  const withheld: Privacy[] = [];
  if (!buyerData) withheld.push('buyer');
  if (!buyerData && !destination) withheld.push('destination');
  return new Set(withheld);
}

/** A blank `connection` means the default. Turning everything off without a name revokes everyone's consent. */
interface ConsentInput extends Partial<Consent> {
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
  // Log first: if logging fails, consent stays off.
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

/** Another user's consent ends when its notice is removed. */
function turnAllOff(ports: ConsentPorts) {
  const { user, document } = ports;
  const wasOn = noticesIn(document).length > 0;
  const left = leave(document, [], { sellerId: null, withheld: [...withheldBy(NONE)] });
  for (const { connection, consent } of choicesHere(user).uses) if (consent) changeConsent(user, connection, undefined);
  clearSheets(ports, left);
  if (!wasOn) return;
  const { name } = userOf(ports);
  const isOwner = allConnections(user).length > 0;
  note(ports, name === UNNAMED && !isOwner ? 'an editor' : name, 'Turned off for everyone.');
}

function onText(name: string, { buyerData, retentionDays: days }: Consent) {
  const what = buyerData ? 'names and addresses' : 'state and country';
  return `Turned on for ${name}: ${what}, kept for ${plural(days, 'day')}.`;
}

function note({ book, clock, unique, exclusively }: ConsentPorts, who: string, message: string) {
  const [run, started] = [unique(), clock.now()];
  const error = { code: '', message };
  const about = { run, started, ended: started, why: 'sidebar', who } as const;
  const entry: LogEntry = { ...about, what: 'Buyer data', state: 'done', calls: 0, rows: NO_ROWS, error };
  exclusively(() => writeLog(book, [entry]));
}

/** Saves the notices and pending removals in one write. If the execution ends early, the next pull removes the data. */
function leave(document: Store, notices: readonly Notice[], clearing: Clearing[number]): Clearing {
  const left = [...clearingIn(document), ...(clearing.withheld.length > 0 ? [clearing] : [])];
  try {
    document.setAll({ [NOTICES]: storedText(notices, VERSION), [CLEARING]: storedText(left, VERSION) });
  } catch {
    // Retry with less data, in case the store is full.
    noticesKept.write(document, notices);
  }
  return left;
}

function clearSheets({ document, book, exclusively }: ConsentPorts, left: Clearing) {
  if (left.length === 0) return;
  exclusively(() => {
    for (const { sellerId, withheld } of left)
      purgeAll(book, { withheld: new Set(withheld), ...(sellerId === null ? {} : { sellerId }) });
  });
  clearingKept.remove(document);
}

export function purgeAll(book: Book, allowed: Purge): void {
  for (const operation of Object.values<TabledOperation>(operations)) purge(book, operation, allowed);
}

/** Returns the buyer data that the user's pull may read and keep. Removes disallowed data unless this is a preview. */
export function allowedIn(
  ports: ConsentPorts,
  { name, sellerId }: { readonly name: string; readonly sellerId: string },
  isPreview: boolean,
): Purge {
  const given = givenFor(ports, name);
  if (!isPreview) {
    // If the notice is gone, another editor turned off consent. Restoring the notice must not turn it on again.
    if (!given && useOf(choicesHere(ports.user), name).consent) changeConsent(ports.user, name, undefined);
    clearSheets(ports, clearingIn(ports.document));
  }
  const since = given && retainedSince(given, ports.clock.now());
  return { withheld: withheldBy(given ?? NONE), sellerId, ...(since === undefined ? {} : { since }) };
}

/** Returns the buyer data that is past its retention period or without consent, per shop. */
export function outdated(ports: ConsentPorts): readonly Purge[] {
  const own = allConnections(ports.user).map((connection) => allowedIn(ports, connection, false));
  const others = noticesOfOthers(ports).flatMap((notice): Purge[] => {
    const { sellerId, at: givenAt } = notice;
    const since = retainedSince({ ...notice, givenAt }, ports.clock.now());
    return since === undefined ? [] : [{ withheld: withheldBy(notice), sellerId, since }];
  });
  // A copied spreadsheet has buyer data but no notices.
  const hasNotice = ({ sellerId = '' }: Purge) =>
    noticesIn(ports.document).some((each) => isSameSeller(each.sellerId, sellerId));
  return [...own.filter((each) => each.since !== undefined || !hasNotice(each)), ...others];
}

/** Returns the start of the retention period: older orders lose buyer data. Undefined if the consent is newer. */
function retainedSince({ retentionDays, givenAt }: GivenConsent, now: number) {
  const since = now - retentionDays * DAY;
  return givenAt < since ? since : undefined;
}
