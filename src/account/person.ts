/** A user's ID, name, and choices per workbook, stored in their own properties. */
import { argumentError } from '../protocol/market-error.ts';
import { parseStored, type Store, storedText } from '../protocol/store.ts';

export interface UserPorts {
  readonly user: Store;
  unique(): string;
}

export interface User {
  readonly id: string;
  /** For display only. */
  readonly name: string;
  /** Determines the daily quotas. The user selects it because Google has no API for it. */
  readonly account: 'consumer' | 'workspace';
}

const [ID, NAME, ACCOUNT] = ['person', 'name', 'account'];

export const UNNAMED = "the shop's owner";

export function userOf({ user, unique }: UserPorts): User {
  let id = user.get(ID);
  if (id === null) {
    id = unique();
    user.set(ID, id);
  }
  return { id, name: user.get(NAME) ?? UNNAMED, account: accountOf(user) };
}

export function accountOf(user: Store): User['account'] {
  return user.get(ACCOUNT) === 'workspace' ? 'workspace' : 'consumer';
}

const LONGEST_NAME = 60;

export type UserFields = Partial<Omit<User, 'id'>>;

export function setUser(ports: UserPorts, input: UserFields): User {
  const { name, account }: UserFields = input ?? {};
  if (name !== undefined) {
    const typed = String(name).trim();
    if (typed === '' || typed.length > LONGEST_NAME)
      throw argumentError(`Enter a name of 1 to ${LONGEST_NAME} characters.`);
    if (/^(me|you)$/i.test(typed))
      throw argumentError(`"${typed}" could be mistaken for someone else's name. Enter your own.`);
    ports.user.set(NAME, typed);
  }
  if (account !== undefined) {
    if (account !== 'consumer' && account !== 'workspace')
      throw argumentError('The Google account type must be "consumer" or "workspace".');
    ports.user.set(ACCOUNT, account);
  }
  return userOf(ports);
}

/** A store only this user can read. */
export interface PersonStore extends Store {
  /** Google's ID of the open workbook. In an add-on, all of a user's workbooks share one store. */
  workbook(): string;
  /** Reads a value that another execution may have changed. */
  readAgain(key: string): string | null;
}

export interface Consent {
  /** Name, contact, and address. */
  readonly buyerData: boolean;
  /** The destination's state and country only. */
  readonly destination: boolean;
  readonly retentionDays: number;
}

export interface GivenConsent extends Consent {
  /** ID of the consent's notice in the workbook. */
  readonly id: string;
  /** When consent was first given. Later changes keep this time. */
  readonly givenAt: number;
}

interface Use {
  /** Blank for jobs that use the default connection. */
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

export function workbooksIn(all: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(all).flatMap((key) => (isOfChoices(key) ? [key.slice(PREFIX.length)] : []));
}

function read(text: string | null | undefined) {
  return (text ? parseStored<Choices>(text, VERSION) : undefined) ?? { uses: [] };
}

export function choicesHere(store: Pick<PersonStore, 'get' | 'workbook'>): Choices {
  return read(store.get(PREFIX + store.workbook()));
}

export function useOf({ uses }: Choices, connection: string): Use {
  return uses.find((use) => use.connection === connection) ?? { connection, jobs: [] };
}

function withUse(choices: Choices, use: Use): Choices {
  return { ...choices, uses: [...choices.uses.filter(({ connection }) => connection !== use.connection), use] };
}

function writeChoices(store: PersonStore, choices: Choices) {
  store.set(PREFIX + store.workbook(), storedText(choices, VERSION));
}

/** Allows a connection in this workbook. The first one becomes the default. */
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

/** Allows jobs to use the connections they name. Drops jobs that no longer exist. */
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

/** Returns the choices in all workbooks after a connection was renamed, or removed if `name` is undefined. */
export function renamedChoices(store: Store, before: string, name?: string): Readonly<Record<string, string>> {
  const texts = Object.entries(store.all()).filter(([key]) => isOfChoices(key));
  const renamed = texts.map(([key, text]) => {
    const { preferred, uses } = read(text);
    const others = uses.filter(({ connection }) => connection !== before && connection !== name);
    const own = uses.filter(({ connection }) => connection === before);
    // Jobs that used the removed default must not pull with the next one.
    const isTaken = preferred === before && others.some(({ connection }) => connection !== '');
    const left = isTaken ? others.map((use) => (use.connection === '' ? { ...use, jobs: [] } : use)) : others;
    const choices: Choices = {
      preferred: preferred === before ? name : preferred,
      uses: name === undefined ? left : [...others, ...own.map((use) => ({ ...use, connection: name }))],
    };
    return [key, storedText(choices, VERSION)];
  });
  return Object.fromEntries(renamed);
}
