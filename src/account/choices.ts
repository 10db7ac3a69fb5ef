/** A person's choices for one workbook, in their own store: allowed connections, the jobs that may use them, and consent. */
import { parseStored, type Store, storedText } from '../protocol/store.ts';

/** A person's own store, which nobody else can read or write. */
export interface PersonStore extends Store {
  /** Google's ID of the workbook that is open: an add-on has one store for all workbooks of a person. */
  workbook(): string;
}

export interface Consent {
  /** Name, contact and address of the buyer. */
  readonly buyerData: boolean;
  /** State and country of the destination only. */
  readonly destination: boolean;
  readonly retentionDays: number;
}

export interface GivenConsent extends Consent {
  /** Same as its notice in the workbook. */
  readonly id: string;
  /** Epoch milliseconds at which it was first given. */
  readonly givenAt: number;
}

interface Use {
  /** Its name; blank for the default one, which only jobs name so. */
  readonly connection: string;
  readonly jobs: readonly string[];
  readonly consent?: GivenConsent | undefined;
}

interface Choices {
  readonly preferred?: string | undefined;
  readonly uses: readonly Use[];
}

const VERSION = 1;
const PREFIX = 'workbook.';

export function isOfChoices(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** Their IDs. */
export function workbooksIn(all: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(all).flatMap((key) => (isOfChoices(key) ? [key.slice(PREFIX.length)] : []));
}

function read(text: string | null | undefined): Choices {
  return (text ? parseStored<Choices>(text, VERSION) : undefined) ?? { uses: [] };
}

export function choicesHere(store: Pick<PersonStore, 'get' | 'workbook'>): Choices {
  return read(store.get(PREFIX + store.workbook()));
}

export function useOf({ uses }: Choices, connection: string): Use {
  return uses.find((use) => use.connection === connection) ?? { connection, jobs: [] };
}

/** With that use of a connection in place of the one before. */
function withUse(choices: Choices, use: Use): Choices {
  return { ...choices, uses: [...choices.uses.filter(({ connection }) => connection !== use.connection), use] };
}

export function writeChoices(store: PersonStore, choices: Choices): void {
  store.set(PREFIX + store.workbook(), storedText(choices, VERSION));
}

/** Allows a connection in this workbook; the first one becomes the default. */
export function allow(store: PersonStore, connection: string, isPreferred = false): void {
  const choices = choicesHere(store);
  const isAllowed = choices.uses.some((use) => use.connection === connection);
  const isDefault = isPreferred || choices.uses.every((use) => use.connection === '');
  if (isAllowed && (!isDefault || choices.preferred === connection)) return;
  const allowed = withUse(choices, useOf(choices, connection));
  writeChoices(store, isDefault ? { ...allowed, preferred: connection } : allowed);
}

export function changeConsent(store: PersonStore, connection: string, consent: GivenConsent | undefined): void {
  const choices = choicesHere(store);
  writeChoices(store, withUse(choices, { ...useOf(choices, connection), consent }));
}

/** Lets jobs use the connections that they name, as far as this workbook may, and forgets jobs that are not `there` any more. */
export function confirmJobs(
  store: PersonStore,
  jobs: readonly { readonly id: string; readonly connection: string }[],
  there: ReadonlySet<string>,
): void {
  const { uses, ...choices } = choicesHere(store);
  const all = uses.some(({ connection }) => connection === '') ? uses : [...uses, { connection: '', jobs: [] }];
  const confirmed = new Map(jobs.map(({ id, connection }) => [id, connection]));
  const changed = all.map((use): Use => {
    const kept = use.jobs.filter((id) => there.has(id) && !confirmed.has(id));
    const added = jobs.flatMap(({ id, connection }) => (connection === use.connection ? [id] : []));
    return { ...use, jobs: [...kept, ...added] };
  });
  writeChoices(store, { ...choices, uses: changed });
}

/** The choices of all workbooks once a connection has another name, or without it; texts by key. */
export function renamedChoices(store: Store, before: string, name?: string): Readonly<Record<string, string>> {
  const texts = Object.entries(store.all()).filter(([key]) => isOfChoices(key));
  const renamed = texts.map(([key, text]) => {
    const { preferred, uses } = read(text);
    const others = uses.filter(({ connection }) => connection !== before && connection !== name);
    const own = uses.filter(({ connection }) => connection === before);
    const choices: Choices = {
      preferred: preferred === before ? name : preferred,
      uses: name === undefined ? others : [...others, ...own.map((use) => ({ ...use, connection: name }))],
    };
    return [key, storedText(choices, VERSION)];
  });
  return Object.fromEntries(renamed);
}
