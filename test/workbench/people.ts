import type { WirePerson } from './wire.ts';

export const OWNER = 'you@example.com';
const VIEWER = 'viewer@shop.example';

/** Users listed on the page. Any other address is an editor. */
export const people: readonly WirePerson[] = [OWNER, 'editor@shop.example', VIEWER].map(personOf);

/** Defaults to the owner. */
export function personAs(address: string | null): WirePerson {
  if (address === null || address === '') return personOf(OWNER);
  if (!/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(address)) throw new Error(`Not an email address: ${address}`);
  return personOf(address.toLowerCase());
}

function personOf(email: string): WirePerson {
  return { email, role: email === OWNER ? 'owner' : email === VIEWER ? 'viewer' : 'editor' };
}

/** Google doesn't show menus or sidebars to viewers. */
export function demandEditor({ role }: WirePerson, what: string): void {
  if (role === 'viewer') throw new Error(`You can only view this spreadsheet: ${what}.`);
}
