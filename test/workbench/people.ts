/** The users of a page: the spreadsheet's owner, editors, and viewers. */
import type { WirePerson } from './wire.ts';

export const OWNER = 'you@example.com';
const VIEWER = 'viewer@shop.example';

/** Users offered by the page; any other address is an editor. */
export const people: readonly WirePerson[] = [OWNER, 'editor@shop.example', VIEWER].map(personOf);

/** Defaults to the owner. */
export function personAs(address: string | null): WirePerson {
  if (address === null || address === '') return personOf(OWNER);
  if (!/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(address)) throw new Error(`This is not an email address: ${address}`);
  return personOf(address.toLowerCase());
}

function personOf(email: string): WirePerson {
  return { email, role: email === OWNER ? 'owner' : email === VIEWER ? 'viewer' : 'editor' };
}

/** Google shows viewers neither the script's menus nor its sidebar. */
export function demandEditor({ role }: WirePerson, what: string): void {
  if (role === 'viewer') throw new Error(`You can only view this spreadsheet: ${what}.`);
}
