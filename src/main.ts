/** What Google may call: this list, and nothing else. Each name becomes a top-level function of the bundle. */

import type { Reply } from './calls/registry.ts';
import { answerCall } from './calls/registry.ts';
import { addMenu } from './google/menu.ts';
import { googlePorts } from './google/ports.ts';

export { formula } from './google/formula.ts';
export { archiveGoneRows, openSidebar, removeDemo, tryDemo, undoLastRun } from './google/menu.ts';

export function onInstall(): void {
  addMenu();
}

export function onOpen(): void {
  addMenu();
}

export function sidebarCall(name: string, args: readonly unknown[]): Reply {
  return answerCall(googlePorts(), name, args ?? []);
}
