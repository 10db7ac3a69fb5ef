/** The add-on's menu and what its items do. */
import { archiveGone } from '../calls/archive.ts';
import { removeDemo as endDemo, startDemo } from '../calls/demo.ts';
import { startPull } from '../calls/pulls.ts';
import { undoLast } from '../calls/undo.ts';
import { MarketError } from '../protocol/market-error.ts';
import { googlePorts } from './ports.ts';

const TITLE = 'Market for Sheets';

/** Built where no service may be called yet, so it asks for nothing. */
export function addMenu(): void {
  SpreadsheetApp.getUi()
    .createAddonMenu()
    .addItem('Open sidebar', 'openSidebar')
    .addItem('Undo last run', 'undoLastRun')
    .addItem('Archive rows that are gone', 'archiveGoneRows')
    .addSeparator()
    .addItem('Try with the demo shop', 'tryDemo')
    .addItem('Remove the demo shop', 'removeDemo')
    .addToUi();
}

export function openSidebar(): void {
  const page = HtmlService.createHtmlOutputFromFile('Sidebar').setTitle(TITLE);
  SpreadsheetApp.getUi().showSidebar(page);
}

/** Fills every table from the demo shop. */
export function tryDemo(): void {
  tell(() => {
    const ports = googlePorts();
    const rows = startDemo(ports).pulls.reduce((sum, pull) => sum + startPull(ports, pull).rows.added, 0);
    ports.book.show('Orders');
    return `The tables are filled: ${rows} new rows.`;
  });
}

export function undoLastRun(): void {
  tell(() => undoLast(googlePorts()).message);
}

export function archiveGoneRows(): void {
  tell(() => archiveGone(googlePorts()).message);
}

export function removeDemo(): void {
  tell(() => endDemo(googlePorts()).message);
}

/** Says how it went, in the corner of the spreadsheet; a refusal stays until it is read. */
function tell(work: () => string): void {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  try {
    spreadsheet.toast(work(), TITLE);
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    spreadsheet.toast(error.message, TITLE, -1);
  }
}
