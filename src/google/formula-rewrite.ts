/** Turns the selected formulas into one, and back. */

import type { Area } from '../formulas/prefetch/workbook.ts';
import { isAsTurned, planBack } from '../formulas/rewrite/into-many.ts';
import { caution, planIntoOne } from '../formulas/rewrite/into-one.ts';
import type { Cells, Rewritten, Selected } from '../formulas/rewrite/rewritten.ts';
import { areaOf, refused, singlesOf } from '../formulas/rewrite/rewritten.ts';
import { cellName } from '../tables/letters.ts';
import { ensureSize } from './book.ts';
import { formulaCache } from './formula-cache.ts';
import { ownersConnection, seenByPerson } from './formula-owner.ts';
import { formulaSheets, isOurs } from './formula-sheets.ts';
import { TURNED_MARK } from './marks.ts';
import { clock } from './ports.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Gives what became of it. Ended anywhere, it leaves what turning back needs. */
export function turnIntoOne(): string {
  const sheet = SpreadsheetApp.getActiveSheet();
  if (isOurs(sheet))
    throw refused('The rows of this table move and grow, and one formula would not go along with them.');
  const { owner } = seenByPerson(formulaCache(), ownersConnection());
  const zone = SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
  const turned = planIntoOne(selectedOn(sheet), formulaSheets(), { owner, zone, now: clock.now() });
  forget(sheet, ({ row, column }) => row === turned.row && column === turned.column);
  sheet.addDeveloperMetadata(TURNED_MARK, JSON.stringify(turned));
  const others = Array.from({ length: turned.count - 1 }, () => '');
  writeFormulas(sheet, turned, [turned.one, ...others]);
  rememberAs(sheet, turned, sheet.getRange(turned.row, turned.column).getFormula());
  const where = cellName(turned.row, turned.column);
  return `${turned.count.toLocaleString('en-US')} formulas are one now, in ${where}. ${caution(sheet.getName(), turned)} "Turn back into single formulas" takes that back.`;
}

export function turnBack(): string {
  const sheet = SpreadsheetApp.getActiveSheet();
  const cellsIn = (area: Area) => cellsOn(sheet, area);
  const remembered = marksOn(sheet).map(({ turned }) => turned);
  const found = planBack(selectedOn(sheet), remembered, cellsIn);
  for (const turned of found) {
    const { bottom, right } = areaOf(turned);
    ensureSize(sheet, bottom, right);
    writeFormulas(sheet, turned, singlesOf(turned));
  }
  forget(sheet, (turned) => !isAsTurned(turned, cellsIn));
  const count = found.reduce((sum, turned) => sum + turned.count, 0);
  return `${count.toLocaleString('en-US')} single formulas are back.`;
}

/** All at once, so that nothing is half done where a cell is protected from the person; a blank text clears its cell. */
function writeFormulas(sheet: GoogleSheet, turned: Rewritten, texts: readonly string[]): void {
  const { top, left, bottom, right } = areaOf(turned);
  const range = sheet.getRange(top, left, bottom - top + 1, right - left + 1);
  try {
    range.setFormulas(turned.along === 'down' ? texts.map((text) => [text]) : [[...texts]]);
    SpreadsheetApp.flush();
  } catch (error) {
    if (!/protected/i.test(String(error))) throw error;
    throw refused(`Some of the cells ${range.getA1Notation()} are protected from you.`);
  }
}

/** What is selected, as far as anything stands there. */
function selectedOn(sheet: GoogleSheet): Selected {
  const range = sheet.getActiveRange();
  if (!range) throw refused('Select formulas first.');
  const [top, left] = [range.getRow(), range.getColumn()];
  const bottom = Math.min(range.getLastRow(), Math.max(top, sheet.getLastRow()));
  const right = Math.min(range.getLastColumn(), Math.max(left, sheet.getLastColumn()));
  return { sheet: sheet.getName(), top, left, ...cellsOn(sheet, { top, left, bottom, right }) };
}

/** Beyond the end of the sheet there are no cells. */
function cellsOn(sheet: GoogleSheet, { top, left, bottom, right }: Area): Cells {
  const height = Math.min(bottom, sheet.getMaxRows()) - top + 1;
  const width = Math.min(right, sheet.getMaxColumns()) - left + 1;
  if (height < 1 || width < 1) return { formulas: [['']], values: [['']] };
  const range = sheet.getRange(top, left, height, width);
  return { formulas: range.getFormulas(), values: range.getValues() };
}

function marksOn(sheet: GoogleSheet) {
  return sheet
    .getDeveloperMetadata()
    .filter((mark) => mark.getKey() === TURNED_MARK)
    .map((mark) => ({ mark, turned: JSON.parse(mark.getValue() ?? 'null') as Rewritten }));
}

function forget(sheet: GoogleSheet, isOver: (turned: Rewritten) => boolean): void {
  for (const { mark, turned } of marksOn(sheet)) if (isOver(turned)) mark.remove();
}

/** Google may spell a formula in its own way. */
function rememberAs(sheet: GoogleSheet, turned: Rewritten, one: string): void {
  if (one === turned.one) return;
  for (const { mark, turned: known } of marksOn(sheet))
    if (known.row === turned.row && known.column === turned.column)
      mark.setValue(JSON.stringify({ ...turned, one } satisfies Rewritten));
}
