/** What the trigger starts: an execution of the schedule. */
import { userOf } from '../account/users.ts';
import { renewRevision } from '../app/revision.ts';
import { dispatch } from '../schedule/dispatcher.ts';
import { heartbeatsIn, isLate, setHeartbeat } from '../schedule/heartbeats.ts';
import { scheduled } from './scheduled-ports.ts';
import { documentStore } from './stores.ts';
import { knownInterval } from './trigger.ts';

export function refreshDue(): void {
  const begun = Date.now();
  if (!SpreadsheetApp.getActiveSpreadsheet()) {
    console.error('Google started the schedule without its spreadsheet; nothing can be refreshed.');
    return;
  }
  if (
    ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL).getAuthorizationStatus() ===
    ScriptApp.AuthorizationStatus.REQUIRED
  )
    return;
  const interval = knownInterval();
  const done = scheduled(interval, ({ ports, until, asleep }) => {
    const { id, name } = userOf(ports);
    const before = heartbeatsIn(ports.document.all())[id];
    setHeartbeat(ports.document, id, { name, interval, since: before?.since ?? begun, at: begun });
    const ended = dispatch(ports, { why: 'schedule', until, interval, asleep });
    if (ended.ran.length + ended.runs.length > 0) renewRevision(ports);
    return ended;
  });
  for (const note of done?.notes ?? []) console.warn(note);
}

/** What a person should know who opens the workbook: whose schedule has stopped. */
export function warning(): string | undefined {
  const late = Object.values(heartbeatsIn(documentStore().all())).find((each) => isLate(each, Date.now()));
  return (
    late &&
    `Scheduled refresh of ${late.name} has stopped. Open the sidebar, Schedule, to see why and repair it.`
  );
}
