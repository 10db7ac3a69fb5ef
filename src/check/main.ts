/**
 * The installation check, a separate script (see `src/build/README.md`). Leaves behind only the results sheet. Google
 * calls the exports by name.
 */
import { offerReport, type Place, placeText, reportText, rowOf, summary } from './check-report.ts';
import { resultSheet, type Scratch, withScratch } from './check-sheets.ts';
import { askByClock, clockOutcomes, removeCheckTriggers } from './clock-part.ts';
import { askFormula } from './formula-part.ts';
import { attempt, notAsked, type Outcome, outcomeOf, type Probe } from './probe.ts';
import { cellProbes } from './probes/cells.ts';
import { featureProbes } from './probes/features.ts';
import { networkProbes } from './probes/network.ts';
import { MINUTES, scriptProbes } from './probes/script.ts';
import { sheetProbes } from './probes/sheets.ts';
import { clearStores, storeProbes } from './probes/stores.ts';

export { checkByClock } from './clock-part.ts';
export { checkInFormula as CHECK_IN_FORMULA } from './formula-part.ts';

const TITLE = 'Installation check';

export function onOpen(): void {
  SpreadsheetApp.getUi().createAddonMenu().addItem(TITLE, 'installationCheck').addToUi();
}

export function installationCheck(): void {
  attempt(() => SpreadsheetApp.getActiveSpreadsheet().toast('Checking. This takes up to a minute.', TITLE, 60));
  try {
    const { message, text } = checkInstallation();
    attempt(() => offerReport(message, text));
    attempt(() => SpreadsheetApp.getActiveSpreadsheet().toast('Done. See the sheet for details.', TITLE, 5));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const ui = attempt(() => SpreadsheetApp.getUi());
    if (!ui) throw error;
    ui.alert(TITLE, message, ui.ButtonSet.OK);
  }
}

declare const VERSION: string;

/** Milliseconds after which no probe starts. Google stops executions after six minutes. */
const LONGEST = 4 * 60_000;

const GROUPS: readonly (readonly Probe<Scratch>[])[] = [
  scriptProbes,
  storeProbes,
  cellProbes,
  sheetProbes,
  featureProbes,
  networkProbes,
];

interface Report {
  readonly message: string;
  readonly text: string;
}

function checkInstallation(): Report {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const begun = Date.now();
  const sheet = resultSheet(spreadsheet);
  const outcomes: Outcome[] = [];
  const add = (more: readonly Outcome[]) => {
    outcomes.push(...more);
    sheet.add(more.map(rowOf));
  };
  const byClock = clockOutcomes();
  clear();
  try {
    withScratch(spreadsheet, (scratch) => {
      const ask = (probe: Probe<Scratch>) =>
        Date.now() - begun > LONGEST ? notAsked(probe, 'Out of time.') : outcomeOf(probe, scratch);
      for (const group of GROUPS) add(group.map(ask));
      add(askFormula(scratch));
      add(byClock);
    });
  } finally {
    clear();
    askByClock();
  }
  const message = `${summary(outcomes)}.`;
  const place = placeOf(spreadsheet, begun, outcomes);
  sheet.sumUp(placeText(place), `${message} It took ${Math.round((Date.now() - begun) / 1000)} seconds.`);
  return { message, text: reportText(place, outcomes) };
}

function clear(): void {
  clearStores();
  attempt(removeCheckTriggers);
}

/** The trigger probe's result distinguishes a bound script from an add-on. */
const BUILDS: Readonly<Record<string, string>> = { accepted: 'bound', 'refused: Exception': 'addon' };

function placeOf(
  spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet,
  begun: number,
  outcomes: readonly Outcome[],
): Place {
  const minutes = outcomes.find(({ probe }) => probe.id === MINUTES)?.seen;
  return {
    version: VERSION,
    build: BUILDS[String(minutes)] ?? 'unknown',
    locale: attempt(() => spreadsheet.getSpreadsheetLocale(), 'unknown'),
    zone: attempt(() => spreadsheet.getSpreadsheetTimeZone(), 'unknown'),
    language: attempt(() => Session.getActiveUserLocale(), 'unknown'),
    at: new Date(begun).toISOString(),
  };
}
