/** The add-on's menu, what its items do, and the sidebar that it opens. */
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
import { offerFiles, offerText } from './dialogs.ts';
import { refreshAll } from './formula-fetch.ts';
import { keepingLock } from './locks.ts';
import { googlePorts, hasBigQuery } from './ports.ts';
import { asMarketError, attempt, inOurWords, onceMore } from './service-calls.ts';
import { warning } from './trigger-entry.ts';

const TITLE = 'Market for Sheets';

export function onInstall(): void {
  addMenu();
}

export function onOpen(event?: GoogleAppsScript.Events.SheetsOnOpen): void {
  inOurWords(() => onceMore(addMenu));
  // The menu is there, and the sidebar says the same.
  attempt(() => {
    // An add-on that is not used in this spreadsheet yet may call no service.
    if (event && event.authMode !== ScriptApp.AuthMode.NONE) warnOfStoppedSchedule();
  });
}

/** Built where no service may be called yet, so it asks for nothing. */
function addMenu(): void {
  const ui = SpreadsheetApp.getUi();
  const submenu = (title: string, items: Readonly<Record<string, string>>) =>
    Object.entries(items).reduce((menu, [item, name]) => menu.addItem(item, name), ui.createMenu(title));
  const schedule = submenu('Schedule', {
    'Set up standard jobs': 'setUpStandardJobs',
    'Pause all jobs': 'pauseAllJobs',
  });
  const reports = submenu('Reports', {
    Reorder: 'addReorderReport',
    Items: 'addItemsReport',
    Ads: 'addAdsReport',
    Bids: 'addBidsReport',
  });
  const sheets = submenu('Sheets', {
    'Show Jobs': 'showJobs',
    'Show Rules': 'showRules',
    'Show Changes': 'showChanges',
    'Show Log': 'showLog',
    'Show Status': 'showStatus',
    'Make Today and Findings again': 'makeToday',
  });
  const demo = submenu('Demo shop', { 'Try with the demo shop': 'tryDemo', 'Remove the demo shop': 'removeDemo' });
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
    onceMore(() => {
      const page = HtmlService.createHtmlOutputFromFile('Sidebar').setTitle(TITLE);
      const html = page.getContent().replace('data-token=""', `data-token="${token}"`);
      SpreadsheetApp.getUi().showSidebar(page.setContent(html));
    });
    attempt(() => installation(googlePorts()));
  });
}

/** For a page of this person that is about to open. */
function newToken(): string {
  const token = Utilities.getUuid();
  openPage(googlePorts(), token);
  return token;
}

/** Runs one of the server functions for a page, which has the token from when it was opened. */
export function sidebarCall(name: string, args: readonly unknown[], token?: unknown): Reply {
  return keepingLock(() => answerPage(googlePorts(), name, args ?? [], token));
}

export function tryDemo(): void {
  showResult(() => {
    const { added, incomplete } = keepingLock(() => fillDemo(googlePorts()));
    const rows = added.toLocaleString('en-US');
    return incomplete.length === 0
      ? `Demo data loaded: ${rows} new rows.`
      : `${rows} new rows. Incomplete: ${incomplete.join(', ')}. Pull again from the sidebar.`;
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

/** Says on opening that a schedule has stopped. */
function warnOfStoppedSchedule(): void {
  const message = warning();
  if (message) SpreadsheetApp.getActiveSpreadsheet().toast(message, TITLE, LINGER);
}

/** Or brings them up to date, without a call to the marketplace. */
export function makeToday(): void {
  showResult(() => {
    const ports = googlePorts();
    const [problem] = ports.exclusively(() => updateInsights(ports, true));
    return problem ?? 'Today and Findings are up to date.';
  });
}

/** One function per report: an item of the menu names what it calls. */
const adding = (report: string) => () => showResult(() => addReport(googlePorts(), report).message);

export const addReorderReport = adding('Reorder');
export const addItemsReport = adding('Items');
export const addAdsReport = adding('Ads');
export const addBidsReport = adding('Bids');

const showing = (table: string, otherwise: string) => () =>
  fromMenu(() => {
    if (!googlePorts().book.show(table)) alert(`There is no sheet ${table} yet. ${otherwise}`);
  });

export const showJobs = showing('Jobs', 'To create it, choose Schedule > Set up standard jobs.');
export const showRules = showing('Rules', 'To create it, choose Make Today and Findings again.');
export const showChanges = showing('Changes', 'The first pull that changes something creates it.');
export const showLog = showing('Log', 'The first pull creates it.');
export const showStatus = showing('Status', 'The first job creates it.');

export function helpAndSupport(): void {
  fromMenu(() => {
    const about =
      'The Help tab in the sidebar explains every formula, table, and error. If you need someone to look at your workbook, send them this report. Read it first; nothing is sent automatically.';
    offerText('Help and support', about, supportReport(googlePorts()));
  });
}

/** Or the one on whose row of the Log somebody stands. */
export function undoLastRun(): void {
  showResult(() => {
    const ports = googlePorts();
    const inFront = runInFront(ports);
    if (!inFront) return undoRun(ports).message;
    const { run, what, added, changed, gone } = inFront;
    const losses = [`${what}: ${added} rows added, ${changed} changed, ${gone} marked as gone.`];
    return isAgreed('Undo this run from the Log?', losses) ? undoRun(ports, run).message : 'Nothing was undone.';
  });
}

export function exportToWarehouse(): void {
  showResult((progress) => {
    const ports = googlePorts();
    if (ports.warehouse.waitsFor() === undefined) progress('Sending new rows to BigQuery.');
    return exportRows(ports);
  });
}

export function exportFiles(): void {
  showResult(() => {
    const tables = listFiles(googlePorts()).map(({ table }) => table);
    if (tables.length === 0) return 'No tables yet. Pull one first.';
    offerFiles(tables, newToken());
    return "Choose a table and a format. The file is saved to your browser's download folder.";
  });
}

export function removeDemo(): void {
  showResult(() => {
    const ports = googlePorts();
    return isAgreed('Remove the demo shop?', demoLosses(ports))
      ? removeDemoShop(ports).message
      : 'The demo shop stays.';
  });
}

/** Asks before something is lost, with what that is. */
function isAgreed(question: string, losses: readonly string[]): boolean {
  if (losses.length === 0) return true;
  const ui = SpreadsheetApp.getUi();
  return ui.alert(question, losses.join('\n\n'), ui.ButtonSet.YES_NO) === ui.Button.YES;
}

/** So many characters are read in these seconds, which are Google's usual ones. */
const GLANCE = 80;
const SECONDS = 5;

/** What is under way, and what is only good to know, goes by itself. In seconds. */
const LINGER = 30;

/** Shows the result of an item: in the corner of the spreadsheet, a refusal and a long message in a dialog. */
function showResult(work: (announce: (message: string) => void) => string): void {
  fromMenu(() => {
    const message = renewing(() => work((progress) => toast(progress, LINGER)));
    const isShown =
      message.length > GLANCE ? alert(message) || toast(message, LINGER) : toast(message, SECONDS) || alert(message);
    if (!isShown) console.warn(message);
  });
}

/** Open sidebars learn of it while the person still reads what came of it. */
function renewing<T>(work: () => T): T {
  try {
    return work();
  } finally {
    renewRevision(googlePorts());
  }
}

/** False where Google does not show it. */
function toast(message: string, seconds: number): boolean {
  return attempt(() => {
    SpreadsheetApp.getActiveSpreadsheet().toast(message, TITLE, seconds);
    return true;
  }, false);
}

/** Google gives the UI to the functions of the menu, and to no cell or trigger, which can call them by name too. */
const NO_MENU = 'This works only from the menu. If you did choose it there, try again.';

/** Tells what was refused: in a dialog, or where Google shows none as an error, which it does show. */
function fromMenu(work: () => void): void {
  if (!attempt(() => onceMore(() => SpreadsheetApp.getUi()))) throw new Error(NO_MENU);
  try {
    work();
  } catch (error) {
    const known = asMarketError(error);
    if (!known) throw error;
    if (!alert(known.message)) throw new Error(known.message);
  }
}

/** False where Google does not show it. */
function alert(message: string): boolean {
  return attempt(() => {
    const ui = SpreadsheetApp.getUi();
    ui.alert(TITLE, message, ui.ButtonSet.OK);
    return true;
  }, false);
}
