/** What the trigger starts: an execution of the schedule. */
import { userOf } from '../account/users.ts';
import { renewRevision } from '../app/revision.ts';
import { MarketError } from '../protocol/market-error.ts';
import { dispatch } from '../schedule/dispatcher.ts';
import {
  forgetWithoutDocument,
  heartbeatsIn,
  isLate,
  isWithoutDocument,
  noteWithoutDocument,
  setHeartbeat,
  WITHOUT_DOCUMENT,
} from '../schedule/heartbeats.ts';
import { asMarketError } from './google-error.ts';
import { scheduled } from './scheduled-ports.ts';
import { documentStore, userStore } from './stores.ts';
import { isUnauthorized, knownInterval } from './trigger.ts';
import { keepingLock } from './workbook-lock.ts';

export function refreshDue(): void {
  const begun = Date.now();
  try {
    if (!SpreadsheetApp.getActiveSpreadsheet()) {
      console.error(WITHOUT_DOCUMENT);
      noteWithoutDocument(userStore(), begun);
      return;
    }
    if (isUnauthorized()) return;
    forgetWithoutDocument(userStore());
    keepingLock(() => refresh(begun));
  } catch (error) {
    const known = asMarketError(error);
    // Google sends it to the person.
    throw known ? new Error(`${known.code}: ${known.message}`) : error;
  }
}

function refresh(begun: number): void {
  const interval = knownInterval();
  const done = scheduled(interval, ({ ports, until, asleep }) => {
    const { id, name } = userOf(ports);
    const before = heartbeatsIn(ports.document.all())[id];
    const heartbeat = { name, interval, since: before?.since ?? begun, at: begun };
    setHeartbeat(ports.document, id, heartbeat);
    try {
      const ended = dispatch(ports, { why: 'schedule', until, interval, asleep });
      if (ended.ran.length + ended.runs.length > 0) renewRevision(ports);
      return ended;
    } catch (error) {
      if (error instanceof MarketError) setHeartbeat(ports.document, id, { ...heartbeat, problem: error.message });
      throw error;
    }
  });
  for (const note of done?.notes ?? []) console.warn(note);
}

/** What a person should know who opens the workbook: that the schedule cannot run, or whose has stopped. */
export function warning(): string | undefined {
  if (isWithoutDocument(userStore())) return WITHOUT_DOCUMENT;
  const late = Object.values(heartbeatsIn(documentStore().all())).find((each) => isLate(each, Date.now()));
  return late && `Scheduled refresh of ${late.name} has stopped. Open the sidebar, Schedule, to see why and repair it.`;
}
