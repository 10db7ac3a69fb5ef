/** Rewrites the selected formulas into one, and back into single ones. */
import type { Area } from '../formulas/ports.ts';
import { isUnchanged, planIntoMany } from '../formulas/rewrite/into-many.ts';
import { caution, errorsText, planIntoOne } from '../formulas/rewrite/into-one.ts';
import {
  areaOf,
  type Cells,
  type Rewritten,
  refused,
  type Selected,
  singlesOf,
} from '../formulas/rewrite/rewritten.ts';
import { cellName } from '../tables/letters.ts';

import { personPorts } from './formula-ports.ts';
import { allSheets, formulaSheets, isAddOnSheet } from './formula-sheets.ts';
import { gridOf } from './grid.ts';
import { REWRITTEN_MARK } from './marks.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Gives what became of it. Ended anywhere, it leaves what is needed to rewrite it back. */
export function rewriteIntoOne(): string {
  const sheet = SpreadsheetApp.getActiveSheet();
  if (isAddOnSheet(sheet))
    throw refused('The rows of this table move and grow, and one formula would not go along with them.');
  const selected = selectedOn(sheet);
  const rewritten = planIntoOne(selected, formulaSheets(allSheets()), (connection) => {
    const { owner, zone, clock } = personPorts(connection);
    return { owner, zone, now: clock.now() };
  });
  forget(sheet, ({ row, column }) => row === rewritten.row && column === rewritten.column);
  sheet.addDeveloperMetadata(REWRITTEN_MARK, JSON.stringify(rewritten));
  const others = Array.from({ length: rewritten.count - 1 }, () => '');
  writeFormulas(sheet, rewritten, [rewritten.one, ...others]);
  rememberAs(sheet, rewritten, sheet.getRange(rewritten.row, rewritten.column).getFormula());
  const where = cellName(rewritten.row, rewritten.column);
  return [
    `${rewritten.count.toLocaleString('en-US')} formulas are one now, in ${where}.`,
    errorsText(rewritten, selected),
    caution(sheet.getName(), rewritten),
    '"Turn back into single formulas" takes that back.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

export function rewriteIntoMany(): string {
  const sheet = SpreadsheetApp.getActiveSheet();
  const cellsIn = (area: Area) => cellsOn(sheet, area);
  const remembered = marksOn(sheet).map(({ rewritten }) => rewritten);
  const found = planIntoMany(selectedOn(sheet), remembered, cellsIn);
  for (const rewritten of found) {
    const { bottom, right } = areaOf(rewritten);
    gridOf(sheet).ensure(bottom, right);
    writeFormulas(sheet, rewritten, singlesOf(rewritten));
  }
  forget(sheet, (rewritten) => !isUnchanged(rewritten, cellsIn));
  const count = found.reduce((sum, rewritten) => sum + rewritten.count, 0);
  return `${count.toLocaleString('en-US')} single formulas are back.`;
}

/** All at once, so that nothing is half done where a cell is protected from the person; a blank text clears its cell. */
function writeFormulas(sheet: GoogleSheet, rewritten: Rewritten, texts: readonly string[]): void {
  const { top, left, bottom, right } = areaOf(rewritten);
  const range = sheet.getRange(top, left, bottom - top + 1, right - left + 1);
  try {
    range.setFormulas(rewritten.along === 'down' ? texts.map((text) => [text]) : [[...texts]]);
    SpreadsheetApp.flush();
  } catch (error) {
    if (range.canEdit()) throw error;
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
    .filter((mark) => mark.getKey() === REWRITTEN_MARK)
    .map((mark) => ({ mark, rewritten: JSON.parse(mark.getValue() ?? 'null') as Rewritten }));
}

function forget(sheet: GoogleSheet, isOver: (rewritten: Rewritten) => boolean): void {
  for (const { mark, rewritten } of marksOn(sheet)) if (isOver(rewritten)) mark.remove();
}

/** Google may spell a formula in its own way. */
function rememberAs(sheet: GoogleSheet, rewritten: Rewritten, one: string): void {
  if (one === rewritten.one) return;
  for (const { mark, rewritten: known } of marksOn(sheet))
    if (known.row === rewritten.row && known.column === rewritten.column)
      mark.setValue(JSON.stringify({ ...rewritten, one } satisfies Rewritten));
}
