/** Columns that a sheet gets: their identity, their header, and how they look when they are new. */
import { consecutive } from '../protocol/lists.ts';
import { TEXT_FORMAT } from '../tables/cells.ts';
import { AS_OF, type Column, isHiddenAtFirst } from '../tables/columns.ts';
import { columnLetters, type Separator, withSeparator } from '../tables/formula-text.ts';
import { headerNote } from '../tables/header.ts';
import type { Tone } from '../tables/table.ts';
import { isShort } from '../tables/tabs.ts';
import { type NewColumn, widthSpans } from '../tables/widths.ts';
import type { OurSheet } from './our-sheets.ts';
import { attempt, onceMore } from './service-calls.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Columns of a new sheet, and how many of them are left to the person. */
const FRESH_COLUMNS = 26;
const SPARE_COLUMNS = 3;
/** Fewer that are blank are not worth a call. */
const FEW_COLUMNS = 3;

/** A quiet grey that sets the header off. */
const HEADER_COLOR = '#f1f3f4';

/**
 * Of a sheet without any. Every blank column counts in each row that comes, and the workbook has room for so many cells
 * only: a few are left to the person, and none where rows are only ever added. The others go first, but for a sheet that
 * never has many rows. The names are to come after it, so that an execution that ends before leaves a sheet that is begun
 * again.
 */
export function dressFirst(our: OurSheet, columns: readonly NewColumn[]): void {
  onceMore(() => dress(our, columns));
}

function dress(our: OurSheet, columns: readonly NewColumn[]): void {
  const { sheet, grid } = our;
  const used = columns.length + (columns.some(({ id }) => id === AS_OF.id) ? SPARE_COLUMNS : 0);
  const isWorthCall = used <= FRESH_COLUMNS - FEW_COLUMNS && !isShort(our.name());
  if (isWorthCall && grid.columns() === FRESH_COLUMNS) grid.removeColumns(used + 1, FRESH_COLUMNS - used);
  grid.ensure(1, used);
  sheet.setFrozenRows(1);
  dressColumns(our, 1, columns, { isNewSheet: true, isHidden: isHiddenAtFirst });
  if (columns.some(({ opens }) => opens)) open(our, columns);
  dressHeader(our, 1, columns, used - columns.length);
  // A sheet has one: it is the last that may be refused, and not made twice.
  if (columns.some(({ opens }) => opens)) sheet.getRange(1, 1, grid.rows(), grid.columns()).createFilter();
}

/** How a table opens; a person may undo all of it. */
function open({ sheet, separator }: OurSheet, columns: readonly Column[]): void {
  const frozen = columns.filter(({ opens }) => opens?.isFrozen).length;
  if (frozen > 0) sheet.setFrozenColumns(frozen);
  const rules = conditionalRules(sheet, columns, separator);
  if (rules.length > 0) sheet.setConditionalFormatRules(rules);
  for (const [index, column] of columns.entries()) offer(sheet, index + 1, column);
}

/** What people may type: Google marks all else, and lets it stand. */
function offer(sheet: GoogleSheet, position: number, { meaning, opens }: Column): void {
  if (!opens?.offers && !opens?.isShare) return;
  const made = SpreadsheetApp.newDataValidation();
  const rule = (opens.offers ? made.requireValueInList([...opens.offers], true) : made.requireNumberBetween(0, 1))
    .setAllowInvalid(true)
    .setHelpText(meaning)
    .build();
  const letters = columnLetters(position);
  sheet.getRange(`${letters}2:${letters}`).setDataValidation(rule);
}

/** Of a sheet that has others already; what is hidden for the person's sake is so in new sheets alone. */
export function writeHeader(our: OurSheet, column: number, columns: readonly NewColumn[]): void {
  our.grid.ensure(1, column + columns.length - 1);
  // In a sheet that a person has seen, only what nobody is to see.
  dressColumns(our, column, columns, { isNewSheet: false, isHidden: ({ hidden }) => hidden === true });
  dressHeader(our, column, columns);
  nameColumns(our, column, columns);
}

/**
 * How the cells of a header look, and what they say of their columns. So many blank columns behind it, which are left to
 * the person, look like it.
 */
function dressHeader({ sheet, styles }: OurSheet, column: number, columns: readonly Column[], spare = 0): void {
  const header = sheet.getRange(1, column, 1, columns.length + spare);
  const isCopied = attempt(() => {
    styles.header?.copyTo(header, { formatOnly: true });
    return styles.header !== undefined;
  });
  if (!isCopied) header.setFontWeight('bold').setBackground(HEADER_COLOR).setWrap(true);
  styles.header = header.getCell(1, 1);
  // A look brings the note of its cell along.
  header.setNotes([[...columns.map(headerNote), ...Array<string>(spare).fill('')]]);
}

/** A header that is there is complete. */
export function nameColumns({ sheet, grid }: OurSheet, column: number, columns: readonly Column[]): void {
  sheet.getRange(1, column, 1, columns.length).setValues([columns.map(({ header }) => header)]);
  grid.used(1);
}

interface Dress {
  readonly isNewSheet: boolean;
  readonly isHidden: (column: Column) => boolean;
}

/** Widths, the format of what people type into rows that they add, which is there before them, and which columns are hidden. */
function dressColumns(
  { sheet }: OurSheet,
  column: number,
  columns: readonly NewColumn[],
  { isNewSheet, isHidden }: Dress,
): void {
  for (const { from, to, width } of widthSpans(columns, isNewSheet))
    sheet.setColumnWidths(column + from, to - from + 1, width);
  const typed = columns.flatMap(({ typed }, index) => (typed === 'rows' ? [column + index] : []));
  if (typed.length > 0) {
    // Columns down to whatever row is the last have no other spelling.
    const spans = consecutive(typed).map(([first, last]) => `${columnLetters(first)}2:${columnLetters(last)}`);
    attempt(() => sheet.getRangeList(spans).setNumberFormat(TEXT_FORMAT));
  }
  const hidden = columns.flatMap((each, index) => (isHidden(each) ? [column + index] : []));
  for (const [first, last] of consecutive(hidden)) sheet.hideColumns(first, last - first + 1);
}

type Rule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;
type Builder = GoogleAppsScript.Spreadsheet.ConditionalFormatRuleBuilder;

/** Background and letters, of a contrast that everybody can read. */
const COLORS: Readonly<Record<Tone, readonly [background: string, letters: string]>> = {
  good: ['#e6f4ea', '#0d652d'],
  open: ['#fef7e0', '#7a4f01'],
  bad: ['#fce8e6', '#b31412'],
  over: ['#f1f3f4', '#5f6368'],
};

/** The first of the rules that holds for a cell counts. */
function conditionalRules(
  sheet: GoogleSheet,
  columns: readonly Column[],
  separator: () => Separator,
  position = (id: string) => columns.findIndex((column) => column.id === id) + 1,
): Rule[] {
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
      // A day is over at its end.
      const end = kind === 'day' ? `${letters}2+1` : `${letters}2`;
      rules.push(
        rule('bad', satisfied(`AND(${isOpen},${end}<NOW())`)),
        rule('open', satisfied(`AND(${isOpen},${end}<NOW()+1)`)),
      );
    }
    return rules;
  });
}

/** What went wrong is bold as well, and what is over is slanted. */
export function toned(builder: Builder, tone: Tone): Builder {
  const [background, letters] = COLORS[tone];
  const colored = builder.setBackground(background).setFontColor(letters);
  if (tone === 'bad') return colored.setBold(true);
  return tone === 'over' ? colored.setItalic(true) : colored;
}
