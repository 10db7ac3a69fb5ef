// A document as plain data: workbook, stored properties, users, triggers, and clock.
import type { Host, HostOptions } from '../host.ts';
import type { Trigger } from '../services/triggers.ts';
import { type BookData, bookData, fillBook } from './book-data.ts';

/** In insertion order. */
type Properties = readonly (readonly [key: string, value: string])[];

export interface DocumentData {
  readonly version: typeof VERSION;
  readonly name: string;
  /** The options at the time when the document was saved. */
  readonly options: HostOptions;
  /** When each marketplace opened, in epoch milliseconds, by origin. */
  readonly marketsOpened: Readonly<Record<string, number>>;
  readonly isInUse: boolean;
  readonly users: readonly string[];
  readonly refusals: readonly (readonly [user: string, scopes: readonly string[]])[];
  readonly properties: {
    readonly script: Properties;
    readonly document: Properties;
    readonly user: readonly (readonly [user: string, properties: Properties])[];
  };
  readonly triggers: { readonly created: number; readonly all: readonly Trigger[] };
  readonly book: BookData;
}

const VERSION = 2;

/** Excludes caches, quotas, logs, and emails. */
export function documentData(host: Host, marketsOpened: DocumentData['marketsOpened'] = {}): DocumentData {
  const { workbook, options, stores, triggers, users, clock, documentId, scriptTimeZone } = host;
  // Compute limits depend on the machine; the language depends on the user.
  const { limits: _, language: __, ...kept } = options;
  return {
    version: VERSION,
    name: workbook.name,
    options: {
      ...kept,
      clock: clock.now(),
      timeZone: workbook.timeZone,
      scriptTimeZone,
      locale: workbook.locale,
      documentId,
    },
    marketsOpened,
    isInUse: host.isInUse,
    users: users.all(),
    refusals: users.refusals(),
    properties: {
      script: [...stores.script],
      document: [...stores.document],
      user: [...stores.user].map(([user, values]) => [user, [...values]] as const),
    },
    triggers: { created: triggers.created, all: triggers.all() },
    book: bookData(workbook.book),
  };
}

/** Validates a saved document and converts older versions. */
export function documentIn(data: unknown): DocumentData {
  const { version, ...kept } = (data ?? {}) as DocumentData | FormerDocument | { version?: undefined };
  if (version === VERSION) return data as DocumentData;
  if (version !== 1) throw new Error('This file was not written by a "keep" step.');
  const { marketOpened, ...rest } = kept as Omit<FormerDocument, 'version'>;
  const marketsOpened = marketOpened === undefined ? {} : { 'https://market.test': marketOpened };
  return { ...rest, version: VERSION, marketsOpened };
}

/** Version 1 had a single marketplace. */
interface FormerDocument extends Omit<DocumentData, 'version' | 'marketsOpened'> {
  readonly version: 1;
  readonly marketOpened?: number;
}

export function fillHost(host: Host, data: DocumentData): void {
  const { workbook, stores, triggers, users } = host;
  workbook.name = data.name;
  host.isInUse = data.isInUse;
  for (const user of data.users) users.add(user);
  for (const [user, scopes] of data.refusals) users.refuse(user, scopes);
  const { script, document, user } = data.properties;
  for (const [key, value] of script) stores.script.set(key, value);
  for (const [key, value] of document) stores.document.set(key, value);
  for (const [email, values] of user) for (const [key, value] of values) stores.userProperties(email).set(key, value);
  triggers.created = data.triggers.created;
  triggers.take(data.triggers.all);
  fillBook(workbook.book, data.book);
}
