/** The only functions that the sidebar can reach, by name. */

import { listConnections, removeConnection, saveConnection, testConnection } from '../account/connections.ts';
import { readConsent, setConsent } from '../account/consent.ts';
import { MarketError } from '../protocol/market-error.ts';
import { activity } from './activity-view.ts';
import { archiveGone } from './archive-gone.ts';
import { listTables, tableText } from './copies.ts';
import { removeDemo, startDemo } from './demo.ts';
import { addJob, pauseAll, pauseJob, removeJob, takeOver } from './job-actions.ts';
import type { Ports } from './ports.ts';
import { cancelPull, continuePull, planPull, startPull } from './pulls.ts';
import { refreshNow } from './refresh-now.ts';
import { schedule } from './schedule-view.ts';
import { describeMe, setUpJobs, turnOff, turnOn } from './switch-schedule.ts';
import { undoLast } from './take-back.ts';

function state(ports: Ports) {
  return {
    connections: listConnections(ports),
    consent: readConsent(ports.document),
    timeZone: ports.book.timeZone(),
  };
}

/** Brings the sheet of a table to the front; says whether there is one. */
function showTable(ports: Ports, name: unknown): boolean {
  return ports.book.show(String(name));
}

const calls = {
  activity,
  addJob,
  archiveGone,
  cancelPull,
  continuePull,
  describeMe,
  listConnections,
  listTables,
  pauseAll,
  pauseJob,
  planPull,
  refreshNow,
  removeConnection,
  removeDemo,
  removeJob,
  saveConnection,
  schedule,
  setConsent,
  setUpJobs,
  showTable,
  startDemo,
  startPull,
  state,
  tableText,
  takeOver,
  testConnection,
  turnOff,
  turnOn,
  undoLast,
} satisfies Readonly<Record<string, (ports: Ports, ...args: never[]) => unknown>>;

export type CallName = keyof typeof calls;

/** What comes back from a call: errors are values here, because the browser sees no thrown error's fields. */
export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

export function answerCall(ports: Ports, name: unknown, args: readonly unknown[]): Reply {
  try {
    if (!Object.prototype.hasOwnProperty.call(calls, String(name)))
      throw new MarketError(
        'MARKET_ARGUMENT',
        `The sidebar asked for "${String(name)}", which does not exist; reload it.`,
      );
    const call = calls[name as CallName] as (ports: Ports, ...args: readonly unknown[]) => unknown;
    return { ok: true, value: call(ports, ...args) };
  } catch (error) {
    if (error instanceof MarketError)
      return { ok: false, error: { code: error.code, message: error.message } };
    const message = error instanceof Error ? error.message : String(error);
    ports.log(`${String(name)}: ${message}`);
    return { ok: false, error: { code: 'MARKET_UNEXPECTED', message: `Something went wrong: ${message}` } };
  }
}
