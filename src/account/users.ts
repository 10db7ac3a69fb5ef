/** Who works here: a person is known by an id in their own store; the name that they typed is for display only. */
import { argumentError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';

/** The person's own store, and an id that nobody else has. */
export interface UserPorts {
  readonly user: Store;
  unique(): string;
}

export interface User {
  readonly id: string;
  /** For others to read: it decides nothing. */
  readonly name: string;
  /** Google account type, which Google does not tell: it decides the quotas of a day. */
  readonly account: 'consumer' | 'workspace';
}

const [ID, NAME, ACCOUNT] = ['person', 'name', 'account'];

/** What others read of somebody who typed no name. */
export const UNNAMED = "the shop's owner";

export function userOf({ user, unique }: UserPorts): User {
  let id = user.get(ID);
  if (id === null) {
    id = unique();
    user.set(ID, id);
  }
  return { id, name: user.get(NAME) ?? UNNAMED, account: accountOf(user) };
}

/** The text by which somebody is known from then on whom nobody knew: to be kept along with what they are known by first. */
export function textOfNew({ user, unique }: UserPorts): Readonly<Record<string, string>> {
  return user.get(ID) === null ? { [ID]: unique() } : {};
}

export function accountOf(user: Store): User['account'] {
  return user.get(ACCOUNT) === 'workspace' ? 'workspace' : 'consumer';
}

const LONGEST_NAME = 60;

export type UserFields = Partial<Omit<User, 'id'>>;

/** What is left out stays. */
export function setUser(ports: UserPorts, input: UserFields): User {
  const { name, account }: UserFields = input ?? {};
  if (name !== undefined) {
    const typed = String(name).trim();
    if (typed === '' || typed.length > LONGEST_NAME)
      throw argumentError(`Enter a name of 1 to ${LONGEST_NAME} characters.`);
    if (/^(me|you)$/i.test(typed))
      throw argumentError(`"${typed}" would mean someone else to others. Enter your name.`);
    ports.user.set(NAME, typed);
  }
  if (account !== undefined) {
    if (account !== 'consumer' && account !== 'workspace')
      throw argumentError('The Google account must be "consumer" or "workspace".');
    ports.user.set(ACCOUNT, account);
  }
  return userOf(ports);
}
