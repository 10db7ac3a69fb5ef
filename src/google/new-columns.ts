/** Formats new sheets and columns. */
import { consecutive } from '../protocol/lists.ts';
import { TEXT_FORMAT } from '../tables/cells.ts';
import { AS_OF, type Column, isHiddenAtFirst } from '../tables/columns.ts';
import { columnLetters, type Separator, withSeparator } from '../tables/formula-text.ts';
import { headerNote } from '../tables/header.ts';
import type { Tone } from '../tables/table.ts';
import { isShort } from '../tables/tabs.ts';
import { type NewColumn, widthSpans } from '../tables/widths.ts';
import type { OurSheet } from './our-sheets.ts';
import { attempt } from './service-calls.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Number of columns in a new Google sheet, and number of blank columns kept for the user. */
const FRESH_COLUMNS = 26;
export const SPARE_COLUMNS = 3;
/** Blank columns are removed only if there are at least this many, because removing them takes a call. */
const FEW_COLUMNS = 5;

const HEADER_COLOR = '#f1f3f4';

/**
 * Formats a new sheet. The header is written later: a sheet without one is formatted again. Removes most blank columns
 * of sheets that can grow long, because Google limits a workbook's cells.
 */
export function formatNewSheet(our: OurSheet, columns: readonly NewColumn[]): void {
  const { sheet, grid } = our;
  const used = columns.length + (columns.some(({ id }) => id === AS_OF.id) ? SPARE_COLUMNS : 0);
  const isWorthCall = used <= FRESH_COLUMNS - FEW_COLUMNS && !isShort(our.name());
  if (isWorthCall && grid.columns() === FRESH_COLUMNS) grid.removeColumns(used + 1, FRESH_COLUMNS - used);
  grid.ensure(1, used);
  sheet.setFrozenRows(1);
  formatColumns(our, 1, columns, { isNewSheet: true });
  if (columns.some(({ opens }) => opens)) setUpTable(our, columns);
  formatHeader(our, 1, columns, used - columns.length);
  // Create the filter last: a sheet can have only one, so retrying after this step would fail.
  if (columns.some(({ opens }) => opens)) sheet.getRange(1, 1, grid.rows(), grid.columns()).createFilter();
}

/** Adds frozen columns, colors, and dropdowns to a new table. Users can change them. */
function setUpTable({ sheet, separator }: OurSheet, columns: readonly Column[]) {
  const frozen = columns.filter(({ opens }) => opens?.isFrozen).length;
  if (frozen > 0) sheet.setFrozenColumns(frozen);
  const rules = conditionalRules(sheet, columns, separator);
  if (rules.length > 0) sheet.setConditionalFormatRules(rules);
  for (const [index, column] of columns.entries()) addValidation(sheet, index + 1, column);
  const wrapped = columns.flatMap(({ opens }, index) => (opens?.wraps ? [index + 1] : []));
  if (wrapped.length > 0) attempt(() => sheet.getRangeList(lettersOf(wrapped)).setWrap(true));
}

/** Returns the columns below the header in A1 notation, the only notation with open-ended ranges. */
function lettersOf(positions: readonly number[]) {
  return consecutive(positions).map(([first, last]) => `${columnLetters(first)}2:${columnLetters(last)}`);
}

/** Google flags invalid values but accepts them. */
function addValidation(sheet: GoogleSheet, position: number, { meaning, opens }: Column) {
  if (!opens?.offers && !opens?.isShare) return;
  const made = SpreadsheetApp.newDataValidation();
  const rule = (opens.offers ? made.requireValueInList([...opens.offers], true) : made.requireNumberBetween(0, 1))
    .setAllowInvalid(true)
    .setHelpText(meaning)
    .build();
  const letters = columnLetters(position);
  sheet.getRange(`${letters}2:${letters}`).setDataValidation(rule);
}

export function writeHeader(our: OurSheet, column: number, columns: readonly NewColumn[]): void {
  formatColumns(our, column, columns, { isNewSheet: false });
  formatHeader(our, column, columns);
  nameColumns(our, column, columns);
}

/** Formats the header, including `spare` blank columns after it, and writes its notes. */
function formatHeader({ sheet, styles }: OurSheet, column: number, columns: readonly Column[], spare = 0) {
  const header = sheet.getRange(1, column, 1, columns.length + spare);
  const isCopied = attempt(() => {
    styles.header?.copyTo(header, { formatOnly: true });
    return styles.header !== undefined;
  });
  if (!isCopied) header.setFontWeight('bold').setBackground(HEADER_COLOR).setWrap(true);
  styles.header = header.getCell(1, 1);
  // Copying the format also copies the note, so write all notes.
  header.setNotes([[...columns.map(headerNote), ...Array<string>(spare).fill('')]]);
}

/** Writes the header's names. Call this last: a header with names is treated as complete. */
export function nameColumns({ sheet, grid }: OurSheet, column: number, columns: readonly Column[]): void {
  sheet.getRange(1, column, 1, columns.length).setValues([columns.map(({ header }) => header)]);
  grid.used(1);
}

/**
 * Sets widths, hides columns, and formats columns that users type into as plain text. Columns that are only hidden
 * initially stay visible on existing sheets.
 */
function formatColumns(
  { sheet }: OurSheet,
  column: number,
  columns: readonly NewColumn[],
  { isNewSheet }: { readonly isNewSheet: boolean },
) {
  for (const { from, to, width } of widthSpans(columns, isNewSheet))
    sheet.setColumnWidths(column + from, to - from + 1, width);
  const typed = columns.flatMap(({ typed }, index) => (typed === 'rows' ? [column + index] : []));
  if (typed.length > 0) attempt(() => sheet.getRangeList(lettersOf(typed)).setNumberFormat(TEXT_FORMAT));
  const isHidden = isNewSheet ? isHiddenAtFirst : ({ hidden }: Column) => hidden;
  const hidden = columns.flatMap((each, index) => (isHidden(each) ? [column + index] : []));
  for (const [first, last] of consecutive(hidden)) sheet.hideColumns(first, last - first + 1);
}

type Rule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;
type Builder = GoogleAppsScript.Spreadsheet.ConditionalFormatRuleBuilder;

/** Colors with readable contrast. */
const COLORS: Readonly<Record<Tone, readonly [background: string, letters: string]>> = {
  good: ['#e6f4ea', '#0d652d'],
  open: ['#fef7e0', '#7a4f01'],
  bad: ['#fce8e6', '#b31412'],
  over: ['#f1f3f4', '#5f6368'],
};

/** Returns rules in order of precedence: the first match applies. */
function conditionalRules(sheet: GoogleSheet, columns: readonly Column[], separator: () => Separator): Rule[] {
  const position = (id: string) => columns.findIndex((column) => column.id === id) + 1;
  const cellOf = (id: string) => `$${columnLetters(position(id))}2`;
  const satisfied = (formula: string) => (builder: Builder) =>
    builder.whenFormulaSatisfied(`=${withSeparator(formula, separator())}`);
  return columns.flatMap(({ id, kind, opens }) => {
    const letters = columnLetters(position(id));
    const rule = (tone: Tone, holds: (builder: Builder) => Builder) =>
      toned(holds(SpreadsheetApp.newConditionalFormatRule()), tone)
        .setRanges([sheet.getRange(`${letters}2:${letters}`)])
        .build();
    const rules: Rule[] = [];
    if (typeof opens?.tones === 'string') rules.push(rule(opens.tones, (each) => each.whenCellNotEmpty()));
    else
      for (const [tone, texts] of Object.entries(opens?.tones ?? {}))
        for (const text of texts) rules.push(rule(tone as Tone, (each) => each.whenTextEqualTo(text)));
    for (const [tone, when] of opens?.marks ?? []) {
      const formula = when.replace(/\{(\w+)\}/g, (_, column: string) => cellOf(column));
      rules.push(rule(tone, satisfied(formula)));
    }
    if (opens?.deadline && position(opens.deadline.column) > 0) {
      const { column, values } = opens.deadline;
      const other = cellOf(column);
      const isOpen = `ISNUMBER(${letters}2),OR(${values.map((value) => `${other}=${value}`).join(',')})`;
      // A day ends at midnight.
      const end = kind === 'day' ? `${letters}2+1` : `${letters}2`;
      rules.push(
        rule('bad', satisfied(`AND(${isOpen},${end}<NOW())`)),
        rule('open', satisfied(`AND(${isOpen},${end}<NOW()+1)`)),
      );
    }
    return rules;
  });
}

export function toned(builder: Builder, tone: Tone): Builder {
  const [background, letters] = COLORS[tone];
  const colored = builder.setBackground(background).setFontColor(letters);
  if (tone === 'bad') return colored.setBold(true);
  return tone === 'over' ? colored.setItalic(true) : colored;
}
