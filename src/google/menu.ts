/** The add-on's menu, its item functions, and the sidebar. */
import { renewRevision, updateInsights } from '../app/after-run.ts';
import { fillDemo, removeDemo as removeDemoShop } from '../app/demo.ts';
import { exportToWarehouse as exportRows, listFiles } from '../app/export-actions.ts';
import { pauseAll, refreshNow as refreshJobs } from '../app/job-actions.ts';
import { demoLosses } from '../app/losses.ts';
import { answerPage, openPage, type Reply } from '../app/registry.ts';
import { addReport } from '../app/report-actions.ts';
import { setUpJobs } from '../app/schedule-actions.ts';
import { installation, supportReport } from '../app/support-report.ts';
import { runInFront, undoRun } from '../app/undo-run.ts';
import { plural } from '../protocol/lists.ts';
import { offerFiles, offerText } from './dialogs.ts';
import { refreshAll } from './formula-fetch.ts';
import { keepingLock } from './locks.ts';
import { googlePorts, hasBigQuery } from './ports.ts';
import { asMarketError, attempt, withOurErrors, withRetry } from './service-calls.ts';
import { warning } from './trigger-entry.ts';

const TITLE = 'Market for Sheets';

export function onInstall(): void {
  addMenu();
}

export function onOpen(event?: GoogleAppsScript.Events.SheetsOnOpen): void {
  withOurErrors(() => withRetry(addMenu));
  // Ignore errors: the sidebar shows the same warning.
  attempt(() => {
    // Until its first use in a spreadsheet, an add-on can't call services.
    if (event && event.authMode !== ScriptApp.AuthMode.NONE) {
      const message = warning();
      if (message) SpreadsheetApp.getActiveSpreadsheet().toast(message, TITLE, LINGER);
    }
  });
}

/** Calls only getUi, because unauthorized add-ons can't call other services. */
function addMenu() {
  const ui = SpreadsheetApp.getUi();
  const schedule = ui
    .createMenu('Schedule')
    .addItem('Set up standard jobs', 'setUpStandardJobs')
    .addItem('Pause all jobs', 'pauseAllJobs');
  const reports = ui
    .createMenu('Reports')
    .addItem('Reorder', 'addReorderReport')
    .addItem('Items', 'addItemsReport')
    .addItem('Ads', 'addAdsReport')
    .addItem('Bids', 'addBidsReport');
  const sheets = ui
    .createMenu('Sheets')
    .addItem('Show Jobs', 'showJobs')
    .addItem('Show Rules', 'showRules')
    .addItem('Show Changes', 'showChanges')
    .addItem('Show Log', 'showLog')
    .addItem('Show Status', 'showStatus')
    .addItem('Make Today and Findings again', 'makeToday');
  const demo = ui
    .createMenu('Demo shop')
    .addItem('Try with the demo shop', 'tryDemo')
    .addItem('Remove the demo shop', 'removeDemo');
  const menu = ui
    .createAddonMenu()
    .addItem('Open sidebar', 'openSidebar')
    .addItem('Refresh now', 'refreshNow')
    .addItem('Undo last run', 'undoLastRun')
    .addSeparator()
    .addSubMenu(schedule)
    .addSubMenu(reports)
    .addSubMenu(sheets)
    .addSeparator()
    .addItem('Export a file', 'exportFiles');
  if (hasBigQuery()) menu.addItem('Export to BigQuery', 'exportToWarehouse');
  menu.addSeparator().addSubMenu(demo).addItem('Help and support', 'helpAndSupport').addToUi();
}

export function openSidebar(): void {
  fromMenu(() => {
    const token = newToken();
    withRetry(() => {
      const page = HtmlService.createHtmlOutputFromFile('Sidebar').setTitle(TITLE);
      const html = page.getContent().replace('data-token=""', `data-token="${token}"`);
      SpreadsheetApp.getUi().showSidebar(page.setContent(html));
    });
    attempt(() => installation(googlePorts()));
  });
}

function newToken() {
  const token = Utilities.getUuid();
  openPage(googlePorts(), token);
  return token;
}

/** Runs a server function for a page with a valid token. */
export function sidebarCall(name: string, args: readonly unknown[], token?: unknown): Reply {
  return keepingLock(() => answerPage(googlePorts(), name, args ?? [], token));
}

export function tryDemo(): void {
  showResult(() => {
    const { added, incomplete } = keepingLock(() => fillDemo(googlePorts()));
    return incomplete.length === 0
      ? `Demo data loaded: ${plural(added, 'new row')}.`
      : `${plural(added, 'new row')}. Incomplete: ${incomplete.join(', ')}. Pull again from the sidebar.`;
  });
}

export function refreshNow(): void {
  showResult(() => refreshAll(() => keepingLock(() => refreshJobs(googlePorts()))));
}

export function setUpStandardJobs(): void {
  showResult(() => setUpJobs(googlePorts()).message);
}

export function pauseAllJobs(): void {
  showResult(() => {
    const { jobs } = pauseAll(googlePorts());
    return jobs.length === 0
      ? 'There are no jobs to pause.'
      : 'All jobs are paused. Resume them in the sidebar or in the State column of the Jobs sheet.';
  });
}

/** Creates or updates Today and Findings without calling the marketplace. */
export function makeToday(): void {
  showResult(() => {
    const ports = googlePorts();
    const [problem] = ports.exclusively(() => updateInsights(ports, true));
    return problem ?? 'Today and Findings are up to date.';
  });
}

/** Menu items call functions by name, so each report needs its own function. */
const adding = (report: string) => () => showResult(() => addReport(googlePorts(), report).message);

export const addReorderReport = adding('Reorder');
export const addItemsReport = adding('Items');
export const addAdsReport = adding('Ads');
export const addBidsReport = adding('Bids');

const showing = (table: string, otherwise: string) => () =>
  fromMenu(() => {
    if (!googlePorts().book.show(table)) alert(`The ${table} sheet does not exist yet. ${otherwise}`);
  });

export const showJobs = showing('Jobs', 'To create it, choose Schedule ▸ Set up standard jobs.');
export const showRules = showing('Rules', 'To create it, choose Make Today and Findings again.');
export const showChanges = showing('Changes', 'The first pull that changes data will create it.');
export const showLog = showing('Log', 'The first pull will create it.');
export const showStatus = showing('Status', 'The first job will create it.');

export function helpAndSupport(): void {
  fromMenu(() => {
    const about =
      "The sidebar's Help tab explains every formula, table, and error. If someone helps you, send them this report. Read it first; it is not sent automatically.";
    offerText('Help and support', about, supportReport(googlePorts()));
  });
}

/** Undoes the run selected on the Log sheet, or the last run. */
export function undoLastRun(): void {
  showResult(() => {
    const ports = googlePorts();
    const inFront = runInFront(ports);
    if (!inFront) return undoRun(ports).message;
    const { run, what, added, changed, gone } = inFront;
    const losses = [`${what}: ${added} rows added, ${changed} changed, ${gone} marked as gone.`];
    return isConfirmed('Undo the selected run?', losses) ? undoRun(ports, run).message : 'The run was not undone.';
  });
}

export function exportToWarehouse(): void {
  showResult((progress) => {
    const ports = googlePorts();
    if (ports.warehouse.waitsFor() === undefined) progress('Sending new rows to BigQuery…');
    return exportRows(ports);
  });
}

export function exportFiles(): void {
  showResult(() => {
    const tables = listFiles(googlePorts()).map(({ table }) => table);
    if (tables.length === 0) return 'No tables yet. Pull one first.';
    // Return undefined: an alert would replace the dialog.
    return offerFiles(tables, newToken());
  });
}

export function removeDemo(): void {
  showResult(() => {
    const ports = googlePorts();
    return isConfirmed('Remove the demo shop?', demoLosses(ports))
      ? removeDemoShop(ports).message
      : 'The demo shop was not removed.';
  });
}

/** Asks for confirmation and lists what will be lost. Returns true without asking if `losses` is empty. */
function isConfirmed(question: string, losses: readonly string[]) {
  if (losses.length === 0) return true;
  const ui = SpreadsheetApp.getUi();
  return ui.alert(question, losses.join('\n\n'), ui.ButtonSet.YES_NO) === ui.Button.YES;
}

/** Maximum number of characters in a toast. Longer messages use a dialog. */
const GLANCE = 80;

/** Google's default toast duration, in seconds. */
const SECONDS = 5;

/** Toast duration for progress and warnings, in seconds. */
const LINGER = 30;

/** Shows short results as a toast, and errors and long results in a dialog. */
function showResult(work: (announce: (message: string) => void) => string | undefined) {
  fromMenu(() => {
    const message = renewing(() => work((progress) => toast(progress, LINGER)));
    if (message === undefined) return;
    if (message.length > GLANCE) alert(message) || toast(message, LINGER);
    else toast(message, SECONDS) || alert(message);
  });
}

/** Makes open sidebars reload after `work`. */
function renewing<T>(work: () => T) {
  try {
    return work();
  } finally {
    renewRevision(googlePorts());
  }
}

/** Returns false if Google can't show the toast. */
function toast(message: string, seconds: number) {
  return attempt(() => {
    SpreadsheetApp.getActiveSpreadsheet().toast(message, TITLE, seconds);
    return true;
  }, false);
}

/** Cells and triggers can call menu functions by name but have no UI. */
const NO_MENU = 'This works only from the menu. If you chose it there, try again.';

/** Shows errors in a dialog. Throws them if Google can't show one. */
function fromMenu(work: () => void) {
  if (!attempt(() => withRetry(() => SpreadsheetApp.getUi()))) throw new Error(NO_MENU);
  try {
    work();
  } catch (error) {
    const known = asMarketError(error);
    if (!known) throw error;
    if (!alert(known.message)) throw new Error(known.message);
  }
}

/** Returns false if Google can't show the dialog. */
function alert(message: string) {
  return attempt(() => {
    const ui = SpreadsheetApp.getUi();
    ui.alert(TITLE, message, ui.ButtonSet.OK);
    return true;
  }, false);
}
