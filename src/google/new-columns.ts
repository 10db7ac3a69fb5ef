/** Columns that a sheet gets: their identity, their header, and how they look when they are new. */
import { consecutive } from '../protocol/grouped.ts';
import { TEXT_FORMAT } from '../tables/cells.ts';
import type { Column } from '../tables/columns.ts';
import { AS_OF } from '../tables/columns.ts';
import { headerNote } from '../tables/header-note.ts';
import { columnLetters } from '../tables/letters.ts';
import { isHiddenAtFirst } from '../tables/opening.ts';
import type { NewColumn } from '../tables/widths.ts';
import { newColumn, widthSpans } from '../tables/widths.ts';
import { COLUMN_MARK } from './marks.ts';
import { conditionalRules } from './tones.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Columns of a new sheet, and how many of them are left to the person. */
const FRESH_COLUMNS = 26;
const SPARE_COLUMNS = 3;

/** A quiet grey that sets the header off. */
const HEADER_COLOR = '#f1f3f4';

/**
 * Of a sheet without any. Every blank column counts in each row that comes, and the workbook has room for so many cells
 * only: a few are left to the person, and none where rows are only ever added. The others go first, and the names come
 * last, so that an execution that ends here leaves a sheet that is begun again.
 */
export function writeFirstHeader(sheet: GoogleSheet, columns: readonly NewColumn[]): void {
  const used = columns.length + (columns.some(({ id }) => id === AS_OF.id) ? SPARE_COLUMNS : 0);
  if (used < FRESH_COLUMNS && sheet.getMaxColumns() === FRESH_COLUMNS)
    sheet.deleteColumns(used + 1, FRESH_COLUMNS - used);
  ensureSize(sheet, 1, used);
  markColumns(sheet, 1, columns, isHiddenAtFirst);
  if (columns.some(({ opens }) => opens)) open(sheet, columns);
  nameColumns(sheet, 1, columns);
}

/** How a table opens; a person may undo all of it. */
function open(sheet: GoogleSheet, columns: readonly Column[]): void {
  sheet.setFrozenColumns(columns.filter(({ opens }) => opens?.isFrozen).length);
  const rules = conditionalRules(sheet, columns);
  if (rules.length > 0) sheet.setConditionalFormatRules(rules);
  for (const [index, column] of columns.entries()) offer(sheet, index + 1, column);
  sheet.getRange(1, 1, sheet.getMaxRows(), sheet.getMaxColumns()).createFilter();
}

/** Native rules of columns that stand in a sheet already, beside those that it has. */
export function guideColumns(sheet: GoogleSheet, columns: ReadonlyMap<number, Column>): void {
  const positions = new Map([...columns].map(([position, { id }]) => [id, position] as const));
  const rules = conditionalRules(sheet, [...columns.values()], (id) => positions.get(id) ?? 0);
  if (rules.length > 0) sheet.setConditionalFormatRules([...sheet.getConditionalFormatRules(), ...rules]);
  for (const [position, column] of columns) offer(sheet, position, column);
}

/** A list to choose from: Google marks what is not on it, and lets it stand. */
function offer(sheet: GoogleSheet, position: number, { meaning, opens }: Column): void {
  if (!opens?.offers) return;
  const rule = SpreadsheetApp.newDataValidation()
    .requireValueInList([...opens.offers], true)
    .setAllowInvalid(true)
    .setHelpText(meaning)
    .build();
  const letters = columnLetters(position);
  sheet.getRange(`${letters}2:${letters}`).setDataValidation(rule);
}

/** Of a sheet that has others already; what is hidden for the person's sake is so in new sheets alone. */
export function writeHeader(sheet: GoogleSheet, column: number, columns: readonly NewColumn[]): void {
  ensureSize(sheet, 1, column + columns.length - 1);
  markColumns(sheet, column, columns);
  nameColumns(sheet, column, columns);
}

/** Of a column that carries its identity and nothing else. */
export function writeUnfinished(sheet: GoogleSheet, position: number, column: Column): void {
  const columns = [newColumn(column, [])];
  dressColumns(sheet, position, columns);
  nameColumns(sheet, position, columns);
}

/** A header that is there is complete. */
function nameColumns(sheet: GoogleSheet, column: number, columns: readonly Column[]): void {
  sheet
    .getRange(1, column, 1, columns.length)
    .setNumberFormat(TEXT_FORMAT)
    .setFontWeight('bold')
    .setBackground(HEADER_COLOR)
    .setWrap(true)
    .setNotes([columns.map(headerNote)])
    .setValues([columns.map(({ header }) => header)]);
}

/** What columns are, without their names. */
export function markColumns(
  sheet: GoogleSheet,
  column: number,
  columns: readonly NewColumn[],
  isHidden = isForUs,
): void {
  sheet.setFrozenRows(1);
  columns.forEach(({ id }, index) => {
    wholeColumn(sheet, column + index).addDeveloperMetadata(COLUMN_MARK, id);
  });
  dressColumns(sheet, column, columns, isHidden);
}

function isForUs({ hidden }: Column): boolean {
  return hidden === true;
}

/** Widths, the format of what people type, which is there before them, and which columns are hidden. */
function dressColumns(
  sheet: GoogleSheet,
  column: number,
  columns: readonly NewColumn[],
  isHidden = isForUs,
): void {
  for (const { from, to, width } of widthSpans(columns))
    sheet.setColumnWidths(column + from, to - from + 1, width);
  const typed = columns.flatMap(({ typed }, index) => (typed ? [column + index] : []));
  for (const [first, last] of consecutive(typed))
    wholeColumn(sheet, first, last).setNumberFormat(TEXT_FORMAT);
  const hidden = columns.flatMap((each, index) => (isHidden(each) ? [column + index] : []));
  for (const [first, last] of consecutive(hidden)) sheet.hideColumns(first, last - first + 1);
}

/** Columns of a sheet that somebody cleared, or that is only begun, still carry their identities. */
export function forgetColumns(sheet: GoogleSheet, columns: readonly Column[]): void {
  const ids = new Set(columns.map(({ id }) => id));
  for (const mark of sheet.createDeveloperMetadataFinder().withKey(COLUMN_MARK).find())
    if (ids.has(mark.getValue() ?? '')) mark.remove();
}

/** Metadata goes to whole columns only, and those have no other spelling. */
function wholeColumn(
  sheet: GoogleSheet,
  first: number,
  last: number = first,
): GoogleAppsScript.Spreadsheet.Range {
  return sheet.getRange(`${columnLetters(first)}:${columnLetters(last)}`);
}

export function ensureSize(sheet: GoogleSheet, rows: number, columns: number): void {
  const hasRows = sheet.getMaxRows();
  if (rows > hasRows) addRows(sheet, hasRows, rows - hasRows);
  const hasColumns = sheet.getMaxColumns();
  if (columns > hasColumns) sheet.insertColumnsAfter(hasColumns, columns - hasColumns);
}

/**
 * Above a blank last row, which stays the last one: a filter, a rule or a formula over all rows covers the new ones too.
 */
function addRows(sheet: GoogleSheet, hasRows: number, count: number): void {
  if (sheet.getLastRow() < hasRows) sheet.insertRowsBefore(hasRows, count + 1);
  else sheet.insertRowsAfter(hasRows, count + 1);
}
