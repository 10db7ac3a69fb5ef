import { areaName, columnName } from '../a1.ts';
import type { CellPosition, SheetInfo, SnapshotCell } from '../workbook/surface.ts';
import type { Workbook } from '../workbook/workbook.ts';
import { cellXml, type WrittenFormula } from './cells.ts';
import { opaque } from './colors.ts';
import { conditionalFormats } from './conditional-formats.ts';
import type { Content } from './content.ts';
import { formulaInFile, linksInFile } from './formulas.ts';
import { lastLooks, looksOf, sheetSize } from './looks.ts';
import { relationNamespace, spreadsheetNamespace } from './names.ts';
import type { ShownFormats } from './shown-formats.ts';
import { type Extent, spills } from './spills.ts';
import type { Look, Styles } from './styles.ts';
import { linesOf } from './text-lines.ts';
import { Validations } from './validations.ts';
import { counted, element } from './xml.ts';

export interface Surroundings {
  readonly workbook: Workbook;
  readonly styles: Styles;
  readonly formats: ShownFormats;
  /** Names of custom functions in uppercase. */
  readonly custom: ReadonlySet<string>;
  readonly sheetName: (name: string) => string;
}

/** Relationship IDs of the sheet's drawing and note boxes. */
export interface SheetRelations {
  drawing?: string;
  boxes?: string;
}

const usual = { height: 21, width: 100, letters: 10, line: 17 };
/** The width of a digit in the default font. */
const pixelsPerCharacter = 7;
const points = (pixels: number) => pixels * 0.75;

export function sheetXml(
  around: Surroundings,
  sheet: SheetInfo,
  content: Content,
  { drawing, boxes }: SheetRelations,
): string {
  const { workbook, styles, custom, sheetName } = around;
  const { sheetId } = sheet;
  const tails = lastLooks(workbook, sheet).map((look) => styles.of(look));
  const validations = new Validations();
  const rows = rowsXml(around, sheet, content, tails, validations);
  const merged = workbook
    .attachments('merge', sheetId)
    .flatMap(({ rects }) => rects)
    .map((rect) => element('mergeCell', { ref: areaName(rect) }));
  const filter = workbook.attachments('filter', sheetId)[0]?.rects[0];
  const tabColor = sheet.tabColor ? opaque(sheet.tabColor) : undefined;
  const rules = workbook.attachments('conditionalFormat', sheetId);
  return element(
    'worksheet',
    { xmlns: spreadsheetNamespace, 'xmlns:r': relationNamespace },
    element(
      'sheetPr',
      {},
      tabColor ? element('tabColor', { rgb: tabColor }) : '',
      element('pageSetUpPr', { fitToPage: true }),
    ),
    viewXml(sheet, workbook.activeSheetId === sheetId),
    element('sheetFormatPr', {
      defaultColWidth: usual.width / pixelsPerCharacter,
      defaultRowHeight: points(usual.height),
    }),
    columnsXml(workbook, sheet, tails),
    element('sheetData', {}, rows),
    filter ? element('autoFilter', { ref: areaName(filter) }) : '',
    counted('mergeCells', merged),
    conditionalFormats(rules, styles, {
      custom,
      sheetName,
      timeZone: workbook.timeZone,
      locale: workbook.book.locale,
    }),
    validations.xml(custom, sheetName),
    // Google's defaults: landscape, fit to width, any number of pages.
    element('pageSetup', { orientation: 'landscape', fitToWidth: 1, fitToHeight: 0 }),
    drawing ? element('drawing', { 'r:id': drawing }) : '',
    boxes ? element('legacyDrawing', { 'r:id': boxes }) : '',
  );
}

function viewXml({ frozenRows, frozenColumns, hiddenGridlines }: SheetInfo, active: boolean): string {
  const pane = frozenRows > 0 ? (frozenColumns > 0 ? 'bottomRight' : 'bottomLeft') : 'topRight';
  const frozen =
    frozenRows > 0 || frozenColumns > 0
      ? element('pane', {
          xSplit: frozenColumns || undefined,
          ySplit: frozenRows || undefined,
          topLeftCell: `${columnName(frozenColumns + 1)}${frozenRows + 1}`,
          activePane: pane,
          state: 'frozen',
        }) + element('selection', { pane })
      : '';
  const look = { showGridLines: hiddenGridlines ? 0 : undefined, tabSelected: active || undefined };
  const view = element('sheetView', { ...look, workbookViewId: 0 }, frozen);
  return element('sheetViews', {}, view);
}

function columnsXml(workbook: Workbook, sheet: SheetInfo, tails: readonly number[]): string {
  const { sheetId } = sheet;
  const columns = Array.from({ length: sheetSize(sheet).columns }, (_, at) => {
    const pixels = workbook.columnWidth(sheetId, at + 1);
    const hidden = workbook.isColumnHidden(sheetId, at + 1);
    if (pixels === usual.width && !hidden && tails[at] === 0) return '';
    return element('col', {
      min: at + 1,
      max: at + 1,
      width: pixels / pixelsPerCharacter,
      style: tails[at] || undefined,
      hidden: hidden || undefined,
      customWidth: true,
    });
  });
  const written = columns.join('');
  return written && element('cols', {}, written);
}

function rowsXml(
  around: Surroundings,
  sheet: SheetInfo,
  content: Content,
  tails: readonly number[],
  validations: Validations,
): string {
  const { workbook } = around;
  const { sheetId } = sheet;
  const reaching = spills(workbook, sheetId);
  const letters = tails.map((_, at) => columnName(at + 1));
  const widths = tails.map((_, at) => workbook.columnWidth(sheetId, at + 1));
  const hiddenColumns = tails.map((_, at) => workbook.isColumnHidden(sheetId, at + 1));
  const lines: string[] = [];
  for (const { row, looks, validations: ruled } of looksOf(workbook, sheet)) {
    const cells = content.get(row);
    const written: string[] = [];
    let needed = usual.height;
    looks.forEach((look, at) => {
      const rule = ruled[at];
      if (rule !== null) validations.add(row, at + 1, rule);
      const cell = cells?.get(at + 1);
      const style = around.styles.of(cell ? shownLook(around, look, cell, { sheetId, row, column: at + 1 }) : look);
      if (!cell && style === tails[at]) return;
      const formula = cell && writtenFormula(around, cell, row, at + 1, reaching);
      written.push(cellXml(letters[at]! + row, style, cell, formula));
      if (!hiddenColumns[at]) needed = Math.max(needed, neededHeight(cell, look, widths[at]!));
    });
    const pixels = workbook.rowHeight(sheetId, row);
    const hidden = workbook.isRowHidden(sheetId, row);
    const own = pixels !== usual.height;
    const height = own ? pixels : needed;
    if (written.length === 0 && !own && !hidden) continue;
    const attributes = {
      r: row,
      ht: height === usual.height ? undefined : points(height),
      hidden: hidden || undefined,
      customHeight: own || undefined,
    };
    lines.push(element('row', attributes, ...written));
  }
  return lines.join('');
}

/**
 * The row height that fits the cell's lines and font size. Stored because other programs don't fit rows to their
 * content when they open a file.
 */
function neededHeight(cell: SnapshotCell | undefined, look: Look, width: number): number {
  const { fontSizes: size = usual.letters, fontWeights, wrapStrategies } = look;
  const grown = (pixels: number) => Math.ceil((pixels * size) / usual.letters);
  if (typeof cell?.value !== 'string') return grown(usual.height);
  const lines =
    wrapStrategies === 'WRAP'
      ? linesOf(cell.value, width, { size, isBold: fontWeights === 'bold' })
      : cell.value.split('\n').length;
  return grown(usual.height + (lines - 1) * usual.line);
}

/** Without this format, some programs don't show booleans as words. */
const logical = '"TRUE";"TRUE";"FALSE"';

function shownLook({ formats }: Surroundings, look: Look, cell: SnapshotCell, at: CellPosition): Look {
  const { value } = cell;
  // Google shows line breaks in any cell, other programs only in cells with wrapped text.
  if (typeof value === 'string') return value.includes('\n') ? { ...look, wrapStrategies: 'WRAP' } : look;
  if (look.numberFormats !== undefined) return look;
  if (typeof value === 'boolean') return { ...look, numberFormats: logical };
  if (cell.formula === undefined && !cell.spilled) return look;
  const format = formats.ofComputed(value, at);
  return format === 'General' ? look : { ...look, numberFormats: format };
}

function writtenFormula(
  { workbook, custom, sheetName }: Surroundings,
  cell: SnapshotCell,
  row: number,
  column: number,
  reaching: ReadonlyMap<string, Extent>,
): WrittenFormula | undefined {
  if (cell.formula === undefined) return undefined;
  const nameOf = (sheetId: number) => {
    const name = workbook.sheets().find((sheet) => sheet.sheetId === sheetId)?.name;
    return name && sheetName(name);
  };
  const formula = formulaInFile(linksInFile(cell.formula, nameOf), custom, sheetName);
  if (!formula) return undefined;
  const reach = reaching.get(`${row},${column}`);
  if (!reach && !formula.array) return { text: formula.text };
  return { text: formula.text, array: areaName({ row, column, ...(reach ?? { rows: 1, columns: 1 }) }) };
}
