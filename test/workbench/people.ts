/** Who can be at a page: the spreadsheet's owner, somebody who edits it with them, somebody who only looks at it. */
import type { WirePerson } from './wire.ts';

export const OWNER = 'you@example.com';
const VIEWER = 'viewer@shop.example';

/** Those that the page offers; any other address is an editor's. */
export const people: readonly WirePerson[] = [OWNER, 'editor@shop.example', VIEWER].map(personOf);

/** The owner unless somebody else is named. */
export function personAs(address: string | null): WirePerson {
  if (address === null || address === '') return personOf(OWNER);
  if (!/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(address)) throw new Error(`This is no address of a user: ${address}`);
  return personOf(address.toLowerCase());
}

function personOf(email: string): WirePerson {
  return { email, role: email === OWNER ? 'owner' : email === VIEWER ? 'viewer' : 'editor' };
}

/** Google shows somebody who only looks neither the script's menus nor its sidebar. */
export function demandEditor({ role }: WirePerson, what: string): void {
  if (role === 'viewer') throw new Error(`You can only view this spreadsheet: ${what}.`);
}
