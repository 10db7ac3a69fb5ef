/** What Google may call: this list, and nothing else. Each name becomes a top-level function of the bundle. */

import type { Reply } from './app/registry.ts';
import { answer } from './app/registry.ts';
import { addMenu, warnOfStoppedSchedule } from './google/menu.ts';
import { googlePorts } from './google/ports.ts';

export { formula } from './google/custom-function.ts';
export {
  archiveGoneRows,
  fetchForFormulas,
  openSidebar,
  pauseAllJobs,
  refreshNow,
  removeDemo,
  setUpStandardJobs,
  tryDemo,
  turnBackIntoFormulas,
  turnFormulasIntoOne,
  undoLastRun,
} from './google/menu.ts';
export { refreshDue } from './google/trigger-entry.ts';

export function onInstall(): void {
  addMenu();
}

export function onOpen(event?: GoogleAppsScript.Events.SheetsOnOpen): void {
  addMenu();
  // An add-on that is not used in this spreadsheet yet may call no service.
  if (event && event.authMode !== ScriptApp.AuthMode.NONE) warnOfStoppedSchedule();
}

export function sidebarCall(name: string, args: readonly unknown[]): Reply {
  return answer(googlePorts(), name, args ?? []);
}
