/** Creates Today and its hidden data sheet once. Later runs write only changed cells. */
import { consecutive } from '../../protocol/lists.ts';
import { type Store, stored } from '../../protocol/store.ts';
import { type Cell, sameCell } from '../../tables/cells.ts';
import { columnLetters, columnNumber } from '../../tables/formula-text.ts';
import type { Content, LaidCell, LaidSheets, Layout } from './laid-sheets.ts';
import {
  dataColumn,
  FORMULA_COLUMNS,
  FORMULAS_AT,
  factRow,
  formatOf,
  formulaCells,
  PLAIN,
  TODAY,
  TODAY_DATA,
  type TodayContent,
  VALUE_COLUMNS,
  valueCells,
} from './today-data.ts';
import { CHECKBOX, todayCharts, todayLayout } from './today-layout.ts';

interface TodayPorts {
  readonly laid: LaidSheets;
  readonly document: Store;
}

/**
 * When the findings on Today were computed: the checkbox marks findings up to then as seen. If the value exists but the
 * sheet doesn't, the user deleted the sheet.
 */
const shownAt = stored<number | undefined>('today', 1, undefined);

/** Titles of added charts. A chart that the user deletes isn't added again. */
const charts = stored<readonly string[]>('today.charts', 1, []);

export function updateToday(ports: TodayPorts, content: TodayContent): void {
  const { laid, document } = ports;
  const { at } = content.figures;
  if (shownAt.read(document) === undefined) {
    makeToday(ports, content);
    return;
  }
  if (laid.idOf(TODAY) === undefined) return;
  if (laid.idOf(TODAY_DATA) === undefined) restoreData(ports, content);
  else renewData(ports, content);
  addCharts(ports, content, charts.read(document));
  shownAt.write(document, at);
}

/** Replaces existing sheets. */
export function makeToday(ports: TodayPorts, content: TodayContent): void {
  const { laid, document } = ports;
  for (const tab of [TODAY, TODAY_DATA]) if (laid.idOf(tab) !== undefined) laid.remove(tab);
  // Create both sheets first: a formula never recovers from a reference to a missing sheet.
  for (const tab of [TODAY_DATA, TODAY]) laid.lay(tab, { cells: [], widths: [] });
  laid.lay(TODAY_DATA, dataLayout(content));
  laid.lay(TODAY, todayLayout());
  laid.recalculateHourly();
  charts.remove(document);
  addCharts(ports, content, []);
  shownAt.write(document, content.figures.at);
}

/** Rewrites Today's cells because their references became #REF!. Keeps the user's cells. */
function restoreData({ laid, document }: TodayPorts, content: TodayContent) {
  laid.lay(TODAY_DATA, dataLayout(content));
  todayLayout().cells.forEach((line, row) => {
    const filled = line.flatMap((cell, column) => (cell.content === '' ? [] : [column + 1]));
    for (const [from, to] of consecutive(filled))
      laid.write(TODAY, row + 1, from, [line.slice(from - 1, to).map((cell) => cell.content)]);
  });
  laid.removeCharts(
    TODAY,
    todayCharts(content).map(({ title }) => title),
  );
  charts.remove(document);
}

export function forgetToday(document: Store): void {
  shownAt.remove(document);
  charts.remove(document);
}

/** Adds new charts, and retries charts that Google rejected. */
function addCharts({ laid, document }: TodayPorts, content: TodayContent, there: readonly string[]) {
  const missing = todayCharts(content).filter(({ title }) => !there.includes(title));
  const added = missing.filter((chart) => laid.addChart(TODAY, chart)).map(({ title }) => title);
  if (added.length > 0) charts.write(document, [...there, ...added]);
}

function renewData({ laid, document }: TodayPorts, content: TodayContent) {
  const before = laid.read(TODAY_DATA);
  const at = (row: number, column: number) => before[row - 1]?.[column - 1] ?? '';
  const amount = dataColumn('amount');
  const known = at(factRow('Seen'), amount);
  const isSeen = at(2, dataColumn('seen')) === true;
  const now = content.figures.at;
  const seen = isSeen || !(known instanceof Date) ? (shownAt.read(document) ?? now) : known.getTime();
  const cells = valueCells(content, seen);
  const isOther = (row: number, column: number, cell: Content) => !sameCell(at(row, column), cell, content.zone);
  const formulasRow = factRow('Formulas for');
  const areFormulasOther = isOther(formulasRow, amount, cells[formulasRow - 1]![amount - 1]!);
  const others = cells.flatMap((line, row) =>
    line.flatMap((cell, column) => (isOther(row + 1, column + 1, cell) ? [{ row, column }] : [])),
  );
  // Write the bounding rectangle of all changed cells at once.
  if (others.length > 0) {
    const [rows, columns] = [others.map(({ row }) => row), others.map(({ column }) => column)];
    const [top, left] = [Math.min(...rows), Math.min(...columns)];
    const lines = cells
      .slice(top, Math.max(...rows) + 1)
      .map((line) => line.slice(left, Math.max(...columns) + 1).map(asText));
    laid.write(TODAY_DATA, top + 1, left + 1, lines);
  }
  if (areFormulasOther) {
    laid.write(TODAY_DATA, 1, FORMULAS_AT, formulaCells(content, laid.formulaOf(TODAY_DATA, 2, dataColumn('seen'))));
  }
  if (isSeen) uncheck(laid);
}

/** The user may have moved the checkbox. The formula tracks its position. */
function uncheck(laid: LaidSheets) {
  const formula = laid.formulaOf(TODAY_DATA, 2, dataColumn('seen'));
  const [, letters, row] = /!\$?([A-Z]+)\$?(\d+)$/.exec(formula) ?? [];
  if (letters && row) laid.write(TODAY, Number(row), columnNumber(letters), [[false]]);
}

/** Keeps Google from parsing text as a formula, number, or date. */
function asText(cell: Cell) {
  return typeof cell === 'string' && cell !== '' ? `'${cell}` : cell;
}

function dataLayout(content: TodayContent): Layout {
  const values = valueCells(content, content.figures.at);
  const formulas = formulaCells(content, `='${TODAY}'!$${columnLetters(CHECKBOX.column)}$${CHECKBOX.row}`);
  const cells = Array.from({ length: Math.max(values.length, formulas.length) }, (_, row): readonly LaidCell[] => [
    ...VALUE_COLUMNS.map((column, index) => ({
      content: asText(values[row]?.[index] ?? ''),
      format: formatOf(column, row + 1),
    })),
    { content: '', format: PLAIN },
    ...FORMULA_COLUMNS.map((column, index) => ({
      content: formulas[row]?.[index] ?? '',
      format: formatOf(column, row + 1),
    })),
  ]);
  return { cells, widths: [] };
}
