/** The add-on as the page uses it: functions by `google.script.run`, the items of its menu, and what they show. */
import { encode } from '../host/codec.ts';
import type { Invocation } from '../host/execution/task.ts';
import type { Result } from '../host/host.ts';
import type { WatchedHost } from './watch/watched-host.ts';
import type { Outcome, WireShown } from './wire.ts';

/** Who looks at which sheet. */
export interface Seat {
  user: string;
  sheet: number;
}

type Led = { sheet: number };

/** Calls a function as the sidebar's page does. */
export async function runForPage(
  host: WatchedHost,
  seat: Seat,
  name: string,
  args: unknown[],
): Promise<Outcome & Led> {
  const invocation: Invocation = { type: 'client', name, args: encode(args) };
  const { result, sheet } = await seated(host, seat, 'sidebar', invocation);
  return { ...outcomeOf(result), sheet };
}

export async function runMenuItem(
  host: WatchedHost,
  seat: Seat,
  handler: string,
): Promise<Outcome & Led & { shown: WireShown[] }> {
  const invocation: Invocation = { type: 'function', name: handler, args: encode([]) };
  const { result, sheet } = await seated(host, seat, 'menu', invocation);
  return { ...outcomeOf(result), sheet, shown: result.shown };
}

/** Runs with the sheet that the user looks at, and tells which one the script has made active since. */
async function seated(
  host: WatchedHost,
  { user, sheet }: Seat,
  kind: 'sidebar' | 'menu',
  invocation: Exclude<Invocation, { type: 'eval' }>,
): Promise<{ result: Result } & Led> {
  const exists = (id: number) => host.workbook.sheets().some(({ sheetId }) => sheetId === id);
  host.watch.seat(invocation, exists(sheet) ? sheet : host.workbook.activeSheetId);
  const result = await host.execute({ kind, name: invocation.name, invocation, user });
  const left = host.watch.seatOf(invocation) ?? sheet;
  return { result, sheet: exists(left) ? left : host.workbook.activeSheetId };
}

function outcomeOf(result: Result): Outcome {
  if (result.ok) return { ok: true, value: result.value ?? null };
  const { name, message } = result.error;
  return { ok: false, message: name === 'Error' || name === 'Exception' ? message : `${name}: ${message}` };
}
