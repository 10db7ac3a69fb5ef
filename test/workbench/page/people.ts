/** The account menu: switches the tab's user or opens a tab as another user. */
import type { WirePerson } from '../wire.ts';

const rights = { owner: 'owner', editor: 'can edit', viewer: 'can view' };

export function offerPeople(you: WirePerson, all: readonly WirePerson[]): void {
  const button = document.getElementById('account')!;
  const list = document.getElementById('people')!;
  const known = all.some(({ email }) => email === you.email) ? all : [...all, you];
  const entries = document.createElement('ul');
  entries.append(...known.map((person) => entryOf(person, person.email === you.email)));
  const hint = document.createElement('p');
  hint.textContent = 'Each tab belongs to one user with separate settings, sidebar, and triggers.';
  list.replaceChildren(hint, entries);
  const show = (is: boolean) => {
    list.hidden = !is;
    button.setAttribute('aria-expanded', String(is));
  };
  button.onclick = () => show(Boolean(list.hidden));
  document.addEventListener('pointerdown', ({ target }) => {
    if (!list.contains(target as Node) && !button.contains(target as Node)) show(false);
  });
  document.getElementById('users')!.addEventListener('keydown', (event) => {
    // Don't let the grid handle the key.
    event.stopPropagation();
    if (event.key !== 'Escape' || list.hidden) return;
    show(false);
    button.focus();
  });
}

function entryOf({ email, role }: WirePerson, isYou: boolean): HTMLLIElement {
  const entry = document.createElement('li');
  const address = role === 'owner' ? '/' : `/?${new URLSearchParams({ as: email })}`;
  const here = Object.assign(document.createElement('a'), { href: address });
  here.append(email, ' ', Object.assign(document.createElement('span'), { textContent: rights[role] }));
  if (isYou) here.setAttribute('aria-current', 'true');
  const there = Object.assign(document.createElement('a'), {
    href: address,
    target: '_blank',
    rel: 'noopener',
    textContent: 'new tab',
    ariaLabel: `Open a new tab as ${email}`,
  });
  entry.append(here, there);
  return entry;
}
