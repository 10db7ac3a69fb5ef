/** Stores the journal and the list of sent rows on hidden sheets, because properties are too small. */
import { consecutive } from '../protocol/lists.ts';
import { TEXT_FORMAT } from '../tables/cells.ts';
import type { Journal } from '../tables/sheet.ts';
import type { Grid } from './grid.ts';
import { JOURNAL_MARK, LINES, type OurSheet, type OurSheets, SENT_MARK } from './our-sheets.ts';
import { asTexts, CANARY } from './plain-text.ts';

/** Column positions. Only the journal's first line has a canary. */
const [TEXT, LABEL, CANARY_AT] = [1, 2, 3];

export function journalOf(sheets: OurSheets): Journal {
  return linesOf(sheets, JOURNAL_MARK);
}

export function sentLines(sheets: OurSheets): Journal {
  return linesOf(sheets, SENT_MARK);
}

function linesOf(sheets: OurSheets, mark: string): Journal {
  const there = () => sheets.marked(mark);
  /** Returns the cells below line `from`. Missing columns are blank. */
  const read = ({ sheet, grid }: OurSheet, from: number, column: number, columns: number) => {
    const rows = grid.lastRow() - from;
    if (rows < 1) return [];
    const there = Math.min(columns, grid.columns() - column + 1);
    if (there < 1) return Array.from({ length: rows }, () => ['']);
    const cells = sheet.getRange(from + 1, column, rows, there).getValues();
    return cells.map((line) => Array.from({ length: columns }, (_, index) => String(line[index] ?? '')));
  };
  return {
    labels: () => {
      const journal = there();
      return journal ? read(journal, 0, LABEL, 1).map(([label]) => label!) : [];
    },
    lines: (from) => {
      const journal = there();
      return journal ? read(journal, from, TEXT, 2).map(([text, label]) => ({ text: text!, label: label! })) : [];
    },
    append: (lines) => {
      const found = there();
      const { sheet, grid } = found ?? create(sheets, mark);
      const first = grid.lastRow() + 1;
      const last = first + lines.length - 1;
      if (last > grid.rows()) lengthen(grid, last);
      const width = found ? LABEL : CANARY_AT;
      if (grid.columns() < width) grid.insertColumns(grid.columns() + 1, width - grid.columns());
      const texts = asTexts(
        lines.map(({ text, label }) => [text, label]),
        () => canaryCell(sheets),
      );
      const cells = found ? texts : texts.map((line, index) => [...line, index === 0 ? CANARY : '']);
      sheet.getRange(first, TEXT, lines.length, width).setNumberFormat(TEXT_FORMAT).setValues(cells);
      grid.used(last);
    },
    removeLines: (lines) => {
      const journal = there();
      if (!journal || lines.length === 0) return;
      const { grid } = journal;
      // Google refuses to delete all rows.
      if (lines.length === grid.rows()) grid.insertRows(grid.rows() + 1, 1);
      for (const [first, last] of [...consecutive(lines)].reverse()) grid.removeRows(first + 1, last - first + 1);
    },
    remove: () => {
      const journal = there();
      if (journal) sheets.remove(journal.sheet);
    },
  };
}

/** Returns a hidden cell of the journal. New journals contain the canary there. */
export function canaryCell(sheets: OurSheets): GoogleAppsScript.Spreadsheet.Range {
  const { sheet, grid } = sheets.marked(JOURNAL_MARK) ?? create(sheets, JOURNAL_MARK);
  if (grid.columns() < CANARY_AT) grid.insertColumns(CANARY_AT, 1);
  return sheet.getRange(1, CANARY_AT);
}

/** Adds rows. Removes unused columns first because Google limits the number of cells in a workbook. */
function lengthen(grid: Grid, rows: number) {
  if (grid.columns() > CANARY_AT) grid.removeColumns(CANARY_AT + 1, grid.columns() - CANARY_AT);
  grid.insertRows(grid.rows() + 1, rows - grid.rows());
}

/** Reuses a blank sheet, which an interrupted execution may have left. */
function create(sheets: OurSheets, mark: string) {
  return sheets.mark(blankSheet(sheets, LINES[mark]!), mark);
}

function blankSheet(sheets: OurSheets, tab: string) {
  for (let name = tab; ; name += '_') {
    const named = sheets.named(name);
    if (!named) return sheets.insert(name, tab);
    if (named.getLastRow() === 0) return named.hideSheet();
  }
}
