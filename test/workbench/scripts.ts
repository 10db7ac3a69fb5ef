/** The add-on as the page uses it: functions by `google.script.run`, the items of its menu, and what they show. */
import type { Host, Result } from '../host/host.ts';
import type { MenuTree } from '../host/services/ui.ts';
import type { Outcome, WireMenu, WireShown } from './wire.ts';

/** Calls a function as the sidebar's page does. */
export async function runForPage(host: Host, name: string, args: unknown[]): Promise<Outcome> {
  return outcomeOf(await host.client(name, args));
}

/** What the host names the menu that `createAddonMenu` makes. */
const ADDON = 'Add-on';

export function menuOf(host: Host): WireMenu[] {
  return [...host.menus.values()].map(({ title, entries }) => ({
    // Google names an add-on's menu after the add-on.
    label: title === ADDON ? 'Market for Sheets' : title,
    entries: entries.map(entryOf),
  }));
}

function entryOf(entry: MenuTree['entries'][number]): WireMenu | 'separator' {
  if (entry === 'separator') return entry;
  if ('handler' in entry) return { label: entry.label, handler: entry.handler };
  return { label: entry.title, entries: entry.entries.map(entryOf) };
}

/** Only what is in the menu can be run. */
export async function runMenuItem(host: Host, handler: string): Promise<Outcome & { shown: WireShown[] }> {
  if (!handlersIn(menuOf(host)).has(handler)) throw new Error(`There is no menu item for ${handler}`);
  const result = await host.call('menu', handler, []);
  return { ...outcomeOf(result), shown: result.shown };
}

function handlersIn(entries: (WireMenu | 'separator')[]): Set<string> {
  const found = new Set<string>();
  for (const entry of entries) {
    if (entry === 'separator') continue;
    if (entry.handler) found.add(entry.handler);
    for (const handler of handlersIn(entry.entries ?? [])) found.add(handler);
  }
  return found;
}

function outcomeOf(result: Result): Outcome {
  if (result.ok) return { ok: true, value: result.value ?? null };
  const { name, message } = result.error;
  return { ok: false, message: name === 'Error' || name === 'Exception' ? message : `${name}: ${message}` };
}

/** Runs with the sheet that the user looks at, and tells which one the script has made active since. */
export async function led<T extends object>(
  { workbook }: Host,
  sheet: number,
  run: () => Promise<T>,
): Promise<T & { sheet: number }> {
  const exists = (id: number) => workbook.sheets().some(({ sheetId }) => sheetId === id);
  if (exists(sheet)) workbook.activateSheet(sheet);
  const result = await run();
  return { ...result, sheet: workbook.activeSheetId };
}
