import type { Host } from '../host/host.ts';
import type { MenuTree } from '../host/services/ui.ts';
import type { UserQueue } from './user-queue.ts';
import type { WireMenu, WirePerson } from './wire.ts';

/** The host's name for the menu that `createAddonMenu` creates. */
const ADDON = 'Add-on';

export class Menus {
  readonly #host: Host;
  readonly #queue: UserQueue;
  readonly #byUser = new Map<string, Promise<WireMenu[]>>();

  constructor(host: Host, queue: UserQueue) {
    this.#host = host;
    this.#queue = queue;
  }

  /** Viewers have no menus, as in Google Sheets. */
  of({ email, role }: WirePerson): Promise<WireMenu[]> {
    if (role === 'viewer') return Promise.resolve([]);
    let menus = this.#byUser.get(email);
    if (!menus) {
      menus = this.#queue.inTurn(email, () => this.#open(email));
      this.#byUser.set(email, menus);
    }
    return menus;
  }

  async #open(email: string): Promise<WireMenu[]> {
    await this.#queue.whenFree();
    const opened = await this.#host.open();
    if (opened && !opened.ok) process.stderr.write(`onOpen failed: ${opened.error.message}\n`);
    return [...this.#host.menusOf(email).values()].map(({ title, entries }) => ({
      // Google names an add-on's menu after the add-on.
      label: title === ADDON ? 'Market for Sheets' : title,
      entries: entries.map(entryOf),
    }));
  }
}

function entryOf(entry: MenuTree['entries'][number]): WireMenu | 'separator' {
  if (entry === 'separator') return entry;
  if ('handler' in entry) return { label: entry.label, handler: entry.handler };
  return { label: entry.title, entries: entry.entries.map(entryOf) };
}

export function handlersIn(entries: readonly (WireMenu | 'separator')[]): Set<string> {
  const found = new Set<string>();
  for (const entry of entries) {
    if (entry === 'separator') continue;
    if (entry.handler) found.add(entry.handler);
    for (const handler of handlersIn(entry.entries ?? [])) found.add(handler);
  }
  return found;
}
