// A workbook as an .xlsx file: values, formulas, number formats, bold, frozen rows. Charts and rules stay out.
import { columnName } from '../a1.ts';
import { wallTime } from '../dates.ts';
import type { CellValue, SheetInfo } from '../workbook/surface.ts';
import type { Workbook } from '../workbook/workbook.ts';
import { Styles } from './styles.ts';
import { escapeXml, xmlDeclaration } from './xml.ts';
import { zip } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function workbookFile(workbook: Workbook, customFunctions: readonly string[]): Buffer {
  const styles = new Styles();
  const sheets = workbook.sheets();
  const files = new Map<string, string>();
  const own =
    customFunctions.length === 0 ? undefined : new RegExp(`\\b(${customFunctions.join('|')})\\s*\\(`, 'i');
  const add = (path: string, xml: string) => files.set(path, xmlDeclaration + xml);
  add('[Content_Types].xml', contentTypes(sheets));
  add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  add('xl/workbook.xml', workbookXml(sheets));
  const parts = sheets.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]);
  add('xl/_rels/workbook.xml.rels', relationships([...parts, ['styles', 'styles.xml']]));
  sheets.forEach((sheet, index) => {
    add(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(workbook, sheet, styles, own));
  });
  add('xl/styles.xml', styles.xml());
  return zip(files);
}

function contentTypes(sheets: SheetInfo[]): string {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${types}.${type}+xml"/>`;
  return (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    part('workbook', 'sheet.main') +
    part('styles', 'styles') +
    sheets.map((_, index) => part(`worksheets/sheet${index + 1}`, 'worksheet')).join('') +
    '</Types>'
  );
}

function relationships(targets: [type: string, target: string][]): string {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${relations}">${each.join('')}</Relationships>`;
}

function workbookXml(sheets: SheetInfo[]): string {
  const each = sheets.map(({ name, hidden }, index) => {
    const state = hidden ? ' state="hidden"' : '';
    return `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
  });
  return `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each.join('')}</sheets></workbook>`;
}

function sheetXml(workbook: Workbook, sheet: SheetInfo, styles: Styles, own: RegExp | undefined): string {
  const { sheetId } = sheet;
  const [rows, columns] = [workbook.lastRow(sheetId), workbook.lastColumn(sheetId)];
  const frozen = sheet.frozenRows
    ? `<pane ySplit="${sheet.frozenRows}" topLeftCell="A${sheet.frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`
    : '';
  const views = `<sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>`;
  const lines: string[] = [];
  if (rows > 0 && columns > 0) {
    const area = { row: 1, column: 1, rows, columns };
    const values = workbook.read(sheetId, area, 'values');
    const formulas = workbook.read(sheetId, area, 'formulas');
    const formats = workbook.read(sheetId, area, 'numberFormats');
    const weights = workbook.read(sheetId, area, 'fontWeights');
    values.forEach((line, row) => {
      const cells = line.map((value, column) => {
        const formula = formulas[row]![column]!;
        // Other programs do not know the add-on's functions: of these the value stays.
        const kept = own?.test(formula) ? '' : formula.slice(1);
        const bold = weights[row]![column] === 'bold';
        const format = formatOf(value, formats[row]![column]!);
        return cellXml(
          `${columnName(column + 1)}${row + 1}`,
          value,
          kept,
          styles.of(format, bold),
          workbook.timeZone,
        );
      });
      lines.push(`<row r="${row + 1}">${cells.join('')}</row>`);
    });
  }
  return `<worksheet xmlns="${main}">${views}<sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function formatOf(value: CellValue, format: string): string {
  return value instanceof Date && format === 'General' ? 'yyyy-mm-dd hh:mm:ss' : format;
}

function cellXml(name: string, value: CellValue, formula: string, style: number, timeZone: string): string {
  if (value === '' && formula === '' && style === 0) return '';
  const computed = formula === '' ? '' : `<f>${escapeXml(formula)}</f>`;
  const cell = (type: string, content: string) =>
    `<c r="${name}" s="${style}"${type}>${computed}${content}</c>`;
  if (typeof value === 'number') return cell('', `<v>${value}</v>`);
  if (typeof value === 'boolean') return cell(' t="b"', `<v>${Number(value)}</v>`);
  if (value instanceof Date) return cell('', `<v>${serial(value, timeZone)}</v>`);
  if (value === '') return cell('', '');
  if (formula !== '') return cell(' t="str"', `<v>${escapeXml(value)}</v>`);
  return cell(' t="inlineStr"', `<is><t xml:space="preserve">${escapeXml(value)}</t></is>`);
}

/** Days since 30 December 1899 by the wall clock of the spreadsheet. */
function serial(date: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second, millisecond } = wallTime(date, timeZone);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  return (wall - Date.UTC(1899, 11, 30)) / 86_400_000;
}
