/** The functions of the installation check that Google may call: a script of its own, for an empty spreadsheet. */

import { offerReport } from './check-report.ts';
import { checkInstallation } from './installation-check.ts';
import { attempt } from './probe.ts';

export { checkByClock } from './clock-part.ts';
export { checkInFormula as CHECK_IN_FORMULA } from './formula-part.ts';

const TITLE = 'Installation check';

export function onOpen(): void {
  SpreadsheetApp.getUi().createAddonMenu().addItem(TITLE, 'installationCheck').addToUi();
}

export function installationCheck(): void {
  attempt(() => SpreadsheetApp.getActiveSpreadsheet().toast('Checking; this takes up to a minute.', TITLE, 60));
  try {
    const { message, text } = checkInstallation();
    attempt(() => offerReport(message, text));
    attempt(() => SpreadsheetApp.getActiveSpreadsheet().toast('Done. The sheet has the details.', TITLE, 5));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const ui = attempt(() => SpreadsheetApp.getUi());
    if (!ui) throw error;
    ui.alert(TITLE, message, ui.ButtonSet.OK);
  }
}
