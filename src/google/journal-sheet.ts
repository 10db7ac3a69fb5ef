/** The journal as lines of a hidden sheet: a workbook's properties would not have room for it. */
import { consecutive } from '../protocol/grouped.ts';
import { TEXT_FORMAT } from '../tables/cells.ts';
import type { Journal } from '../tables/sheet.ts';
import { JOURNAL_TAB } from '../tables/tabs.ts';
import { JOURNAL_MARK } from './marks.ts';
import type { OurSheet, OurSheets } from './our-sheets.ts';
import { asTexts } from './plain-text.ts';

/** Texts stand in the first column and their labels in the second; a former version had no labels. */
const [TEXT, LABEL] = [1, 2];

export function journalOf(sheets: OurSheets): Journal {
  /** Cells of some columns below so many lines; a column that is not there is blank. */
  const read = ({ sheet, grid }: OurSheet, from: number, column: number, columns: number): string[][] => {
    const rows = grid.lastRow() - from;
    if (rows < 1) return [];
    const there = Math.min(columns, grid.columns() - column + 1);
    if (there < 1) return Array.from({ length: rows }, () => ['']);
    const cells = sheet.getRange(from + 1, column, rows, there).getValues();
    return cells.map((line) => Array.from({ length: columns }, (_, index) => String(line[index] ?? '')));
  };
  return {
    labels: () => {
      const journal = sheets.journal();
      return journal ? read(journal, 0, LABEL, 1).map(([label]) => label!) : [];
    },
    lines: (from) => {
      const journal = sheets.journal();
      return journal
        ? read(journal, from, TEXT, 2).map(([text, label]) => ({ text: text!, label: label! }))
        : [];
    },
    append: (lines) => {
      const { sheet, grid } = sheets.journal() ?? create(sheets);
      const first = grid.lastRow() + 1;
      const last = first + lines.length - 1;
      if (last > grid.rows()) grid.insertRows(grid.rows() + 1, last - grid.rows());
      if (grid.columns() < LABEL) grid.insertColumns(LABEL, 1);
      sheet
        .getRange(first, TEXT, lines.length, LABEL)
        .setNumberFormat(TEXT_FORMAT)
        .setValues(
          asTexts(
            lines.map(({ text, label }) => [text, label]),
            () => spareCell(sheets),
          ),
        );
      grid.used(last);
    },
    removeLines: (lines) => {
      const journal = sheets.journal();
      if (!journal || lines.length === 0) return;
      const { grid } = journal;
      // Google keeps one row of a sheet.
      if (lines.length === grid.rows()) grid.insertRows(grid.rows() + 1, 1);
      for (const [first, last] of [...consecutive(lines)].reverse())
        grid.removeRows(first + 1, last - first + 1);
    },
    remove: () => {
      const journal = sheets.journal();
      if (journal) sheets.remove(journal.sheet);
    },
  };
}

/** Below all lines, where nobody looks; what an execution that ended left there is no line of any run. */
export function spareCell(sheets: OurSheets): GoogleAppsScript.Spreadsheet.Range {
  const { sheet, grid } = sheets.journal() ?? create(sheets);
  const last = grid.lastRow();
  if (last === grid.rows()) grid.insertRows(last + 1, 1);
  return sheet.getRange(last + 1, TEXT);
}

/** The mark comes last: an execution that ended before it left a blank sheet, which is taken again. */
function create(sheets: OurSheets): OurSheet {
  const sheet = blank(sheets);
  const grid = sheets.grid(sheet);
  // A line has two cells; the cells of a workbook are limited.
  if (grid.columns() > LABEL) grid.removeColumns(LABEL + 1, grid.columns() - LABEL);
  return sheets.mark(sheet, JOURNAL_MARK);
}

function blank(sheets: OurSheets): GoogleAppsScript.Spreadsheet.Sheet {
  for (let name = JOURNAL_TAB; ; name += '_') {
    const named = sheets.named(name);
    if (!named) return sheets.insert(name, JOURNAL_TAB);
    if (named.getLastRow() === 0) return named.hideSheet();
  }
}
