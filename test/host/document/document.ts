// A document as plain data: its workbook, what is stored for it and its users, its triggers and its time.
import type { Host, HostOptions } from '../host.ts';
import type { Trigger } from '../services/triggers.ts';
import { type BookData, bookData, fillBook } from './book-data.ts';

/** In the order in which they were set. */
type Properties = readonly (readonly [key: string, value: string])[];

export interface DocumentData {
  readonly version: typeof VERSION;
  readonly name: string;
  /** Its clock, owner, zone and id are as they were when it was kept. */
  readonly options: HostOptions;
  /** When the marketplace that it was connected to had opened, in epoch milliseconds. */
  readonly marketOpened?: number;
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

const VERSION = 1;

/** Caches, quotas, logs and mails are none of the document's. */
export function documentData(host: Host, marketOpened?: number): DocumentData {
  const { workbook, options, stores, triggers, users, clock, documentId } = host;
  // How long a script may compute is the machine's matter.
  const { limits: _, ...kept } = options;
  return {
    version: VERSION,
    name: workbook.name,
    options: { ...kept, clock: clock.now(), timeZone: workbook.timeZone, documentId },
    ...(marketOpened === undefined ? {} : { marketOpened }),
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

/** Throws when it is not what `documentData` gives. */
export function demandDocument(data: unknown): asserts data is DocumentData {
  const { version } = (data ?? {}) as Partial<DocumentData>;
  if (version !== VERSION) throw new Error('This is no document that was kept');
}

/** Makes a new host's document the one that was kept. */
export function fillHost(host: Host, data: DocumentData): void {
  const { workbook, stores, triggers, users } = host;
  workbook.name = data.name;
  host.isInUse = data.isInUse;
  for (const user of data.users) users.add(user);
  for (const [user, scopes] of data.refusals) users.refuse(user, scopes);
  const { script, document, user } = data.properties;
  for (const [key, value] of script) stores.script.set(key, value);
  for (const [key, value] of document) stores.document.set(key, value);
  for (const [email, values] of user)
    for (const [key, value] of values) stores.userProperties(email).set(key, value);
  triggers.created = data.triggers.created;
  triggers.take(data.triggers.all);
  fillBook(workbook.book, data.book);
}
