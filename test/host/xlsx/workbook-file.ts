// Saves a workbook as an .xlsx file.
import { columnName, columnNumber } from '../a1.ts';
import type { ChartSpec } from '../workbook/charts.ts';
import type { Rect, SheetInfo } from '../workbook/surface.ts';
import type { Workbook } from '../workbook/workbook.ts';
import { type ChartCells, chartData } from './chart-data.ts';
import { chartXml } from './chart-xml.ts';
import { type Content, contents } from './content.ts';
import { chartFrame, drawingXml, tableFrame } from './drawing.ts';
import { relationNamespace, spreadsheetNamespace } from './names.ts';
import { commentsXml, type Note, noteBoxes } from './notes.ts';
import { Parts } from './parts.ts';
import { sheetNames } from './sheet-names.ts';
import { type SheetRelations, type Surroundings, sheetXml } from './sheet-part.ts';
import { ShownFormats } from './shown-formats.ts';
import { Styles } from './styles.ts';
import { element, escapeXml } from './xml.ts';

const book = 'xl/workbook.xml';

/** `writer` is the name of the program that created the file. */
export function workbookFile(
  workbook: Workbook,
  customFunctions: readonly string[],
  writer = 'Microsoft Excel',
): Buffer {
  const sheets = workbook.sheets();
  const names = sheetNames(sheets.map(({ name }) => name));
  const snapshot = workbook.snapshot();
  const held = contents(snapshot, sheets);
  const around: Surroundings = {
    workbook,
    styles: new Styles(),
    formats: new ShownFormats(workbook),
    custom: new Set(customFunctions.map((name) => name.toUpperCase())),
    sheetName: (name) =>
      names.get(sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase())?.name ?? '') ?? name,
  };
  const cells = chartCells(around, held);
  const notes = notesBySheet(snapshot.notes);
  const parts = new Parts();
  parts.relate('', 'officeDocument', book);
  parts.relate('', 'extended-properties', 'docProps/app.xml');
  const ids = sheets.map((sheet, index) => {
    const path = `xl/worksheets/sheet${index + 1}.xml`;
    const relations: SheetRelations = {
      ...chartParts(parts, path, sheet, around, cells),
      ...noteParts(parts, path, index + 1, notes.get(sheet.name) ?? []),
    };
    parts.add(path, 'worksheet', sheetXml(around, sheet, held.get(sheet.name)!, relations));
    return parts.relate(book, 'worksheet', path);
  });
  parts.relate(book, 'styles', 'xl/styles.xml');
  parts.add('xl/styles.xml', 'styles', around.styles.xml());
  parts.add(book, 'officeDocument', bookXml(around, sheets, ids));
  parts.add('docProps/app.xml', 'extended-properties', writerXml(writer));
  return parts.file();
}

/** Programs recalculate everything unless they recognize the writer. */
function writerXml(writer: string): string {
  const namespace = 'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties';
  return element('Properties', { xmlns: namespace }, element('Application', {}, writer));
}

function bookXml({ workbook, sheetName }: Surroundings, sheets: readonly SheetInfo[], ids: readonly string[]): string {
  const active = sheets.findIndex(({ sheetId }) => sheetId === workbook.activeSheetId);
  const tabs = sheets.map(({ name, hidden }, index) =>
    element('sheet', {
      name: sheetName(name),
      sheetId: index + 1,
      state: hidden ? 'hidden' : undefined,
      'r:id': ids[index],
    }),
  );
  const place = (sheet: SheetInfo, rect: Rect) =>
    escapeXml(`'${sheetName(sheet.name).replace(/'/g, "''")}'!${absolute(rect)}`);
  const filtered = sheets.flatMap((sheet, index) => {
    const rect = workbook.attachments('filter', sheet.sheetId)[0]?.rects[0];
    if (!rect) return [];
    const attributes = { name: '_xlnm._FilterDatabase', localSheetId: index, hidden: true };
    return [element('definedName', attributes, place(sheet, rect))];
  });
  const named = workbook
    .namedRanges()
    .map(({ name, sheetId, rect }) => element('definedName', { name }, place(workbook.sheet(sheetId), rect)));
  const defined = [...filtered, ...named];
  return element(
    'workbook',
    { xmlns: spreadsheetNamespace, 'xmlns:r': relationNamespace },
    element('bookViews', {}, element('workbookView', { activeTab: Math.max(0, active) })),
    element('sheets', {}, ...tabs),
    defined.length > 0 ? element('definedNames', {}, ...defined) : '',
  );
}

function absolute({ row, column, rows, columns }: Rect): string {
  const first = `$${columnName(column)}$${row}`;
  return rows === 1 && columns === 1 ? first : `${first}:$${columnName(column + columns - 1)}$${row + rows - 1}`;
}

function chartCells({ workbook, sheetName, formats }: Surroundings, held: ReadonlyMap<string, Content>): ChartCells {
  const content = (sheetId: number) => held.get(workbook.sheet(sheetId).name)!;
  return {
    content,
    sheetName: (sheetId) => sheetName(workbook.sheet(sheetId).name),
    format(sheetId, row, column) {
      const rect = { row, column, rows: 1, columns: 1 };
      const own = workbook.read(sheetId, rect, 'numberFormats')[0]![0]!;
      const cell = content(sheetId).get(row)?.get(column);
      const computed = own === 'General' && typeof cell?.value === 'number';
      return computed ? formats.ofComputed(cell.value as number, { sheetId, row, column }) : own;
    },
  };
}

function chartParts(
  parts: Parts,
  sheetPath: string,
  sheet: SheetInfo,
  { workbook }: Surroundings,
  cells: ChartCells,
): SheetRelations {
  const charts = workbook.attachments('chart', sheet.sheetId);
  if (charts.length === 0) return {};
  const path = `xl/drawings/drawing${sheet.index}.xml`;
  const frames = charts.map((attachment, index) => {
    const spec = attachment.spec as ChartSpec;
    const number = index + 1;
    if (spec.type === 'TABLE') {
      const shown = spec.ranges.flatMap(({ sheetId, ...rect }) => workbook.read(sheetId, rect, 'displayValues'));
      return tableFrame(
        spec,
        number,
        shown.filter((line) => line.some((text) => text !== '')),
      );
    }
    const chartPath = `xl/charts/chart${attachment.id}.xml`;
    parts.add(chartPath, 'chart', chartXml(spec, chartData(spec, cells)));
    return chartFrame(spec, number, parts.relate(path, 'chart', chartPath));
  });
  parts.add(path, 'drawing', drawingXml(frames));
  return { drawing: parts.relate(sheetPath, 'drawing', path) };
}

function noteParts(parts: Parts, sheetPath: string, number: number, notes: readonly Note[]): SheetRelations {
  if (notes.length === 0) return {};
  const [texts, boxes] = [`xl/comments${number}.xml`, `xl/drawings/vmlDrawing${number}.vml`];
  parts.add(texts, 'comments', commentsXml(notes));
  parts.add(boxes, 'vmlDrawing', noteBoxes(notes));
  parts.relate(sheetPath, 'comments', texts);
  return { boxes: parts.relate(sheetPath, 'vmlDrawing', boxes) };
}

function notesBySheet(all: Readonly<Record<string, string>>): Map<string, Note[]> {
  const found = new Map<string, Note[]>();
  for (const [key, text] of Object.entries(all)) {
    const mark = key.lastIndexOf('!');
    const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(key.slice(mark + 1))!;
    const notes = found.get(key.slice(0, mark)) ?? [];
    notes.push({ row: Number(digits), column: columnNumber(letters!), text });
    found.set(key.slice(0, mark), notes);
  }
  return found;
}
