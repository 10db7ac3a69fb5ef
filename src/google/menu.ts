/** The add-on's menu. It is built where no service may be called yet, so it asks for nothing. */

export const TITLE = 'Market for Sheets';

export function addMenu(): void {
  SpreadsheetApp.getUi().createAddonMenu().addItem('Open sidebar', 'openSidebar').addToUi();
}

export function openSidebar(): void {
  const page = HtmlService.createHtmlOutputFromFile('Sidebar').setTitle(TITLE);
  SpreadsheetApp.getUi().showSidebar(page);
}
