/** The add-on's menu, the functions of its items, and the sidebar. */
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
  // Optional, since the sidebar shows the warning too.
  attempt(() => {
    // Before its first use in a spreadsheet, an add-on may call no service.
    if (event && event.authMode !== ScriptApp.AuthMode.NONE) warnOfStoppedSchedule();
  });
}

/** Calls no other service, because an unauthorized add-on may not. */
function addMenu(): void {
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

function newToken(): string {
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

/** Runs this person's jobs, then fetches what formulas need. */
export function refreshNow(): void {
  showResult(() => refreshAll(() => keepingLock(() => refreshJobs(googlePorts()))));
}

export function setUpStandardJobs(): void {
  showResult(() => setUpJobs(googlePorts()).message);
}

export function pauseAllJobs(): void {
  showResult(() => {
    const ports = googlePorts();
    const { jobs } = pauseAll(ports);
    return jobs.length === 0
      ? 'There are no jobs to pause.'
      : 'All jobs are paused. Resume them in the sidebar or in the State column on Jobs.';
  });
}

function warnOfStoppedSchedule(): void {
  const message = warning();
  if (message) SpreadsheetApp.getActiveSpreadsheet().toast(message, TITLE, LINGER);
}

/** Makes or updates the sheets without calling the marketplace. */
export function makeToday(): void {
  showResult(() => {
    const ports = googlePorts();
    const [problem] = ports.exclusively(() => updateInsights(ports, true));
    return problem ?? 'Today and Findings are up to date.';
  });
}

/** Menu items call functions by name, so each report has its own. */
const adding = (report: string) => () => showResult(() => addReport(googlePorts(), report).message);

export const addReorderReport = adding('Reorder');
export const addItemsReport = adding('Items');
export const addAdsReport = adding('Ads');
export const addBidsReport = adding('Bids');

const showing = (table: string, otherwise: string) => () =>
  fromMenu(() => {
    if (!googlePorts().book.show(table)) alert(`The sheet ${table} does not exist yet. ${otherwise}`);
  });

export const showJobs = showing('Jobs', 'To create it, choose Schedule ▸ Set up standard jobs.');
export const showRules = showing('Rules', 'To create it, choose Make Today and Findings again.');
export const showChanges = showing('Changes', 'The first pull that changes something creates it.');
export const showLog = showing('Log', 'The first pull creates it.');
export const showStatus = showing('Status', 'The first job creates it.');

export function helpAndSupport(): void {
  fromMenu(() => {
    const about =
      'The Help tab in the sidebar explains every formula, table, and error. If you need someone to look at your workbook, send them this report. Read it first; it is not sent automatically.';
    offerText('Help and support', about, supportReport(googlePorts()));
  });
}

/** Undoes the run on the selected row of Log, or the last one. */
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
    // An alert would take the place of the dialog.
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

/** Asks for confirmation, with the losses; without losses, nothing needs to be confirmed. */
function isConfirmed(question: string, losses: readonly string[]): boolean {
  if (losses.length === 0) return true;
  const ui = SpreadsheetApp.getUi();
  return ui.alert(question, losses.join('\n\n'), ui.ButtonSet.YES_NO) === ui.Button.YES;
}

/** Messages with more characters need a dialog. */
const GLANCE = 80;

/** Google's default for a toast, in seconds. */
const SECONDS = 5;

/** How long progress and warnings stay, in seconds. */
const LINGER = 30;

/** Shows the result as a toast; errors and long messages in a dialog. */
function showResult(work: (announce: (message: string) => void) => string | undefined): void {
  fromMenu(() => {
    const message = renewing(() => work((progress) => toast(progress, LINGER)));
    if (message === undefined) return;
    if (message.length > GLANCE) alert(message) || toast(message, LINGER);
    else toast(message, SECONDS) || alert(message);
  });
}

/** Tells open sidebars to reload. */
function renewing<T>(work: () => T): T {
  try {
    return work();
  } finally {
    renewRevision(googlePorts());
  }
}

/** False if Google does not show it. */
function toast(message: string, seconds: number): boolean {
  return attempt(() => {
    SpreadsheetApp.getActiveSpreadsheet().toast(message, TITLE, seconds);
    return true;
  }, false);
}

/** Cells and triggers can call the functions by name too, but have no UI. */
const NO_MENU = 'This works only from the menu. If you chose it there, try again.';

/** Shows errors in a dialog; if Google shows none, it shows the thrown error. */
function fromMenu(work: () => void): void {
  if (!attempt(() => withRetry(() => SpreadsheetApp.getUi()))) throw new Error(NO_MENU);
  try {
    work();
  } catch (error) {
    const known = asMarketError(error);
    if (!known) throw error;
    if (!alert(known.message)) throw new Error(known.message);
  }
}

/** False if Google does not show it. */
function alert(message: string): boolean {
  return attempt(() => {
    const ui = SpreadsheetApp.getUi();
    ui.alert(TITLE, message, ui.ButtonSet.OK);
    return true;
  }, false);
}
