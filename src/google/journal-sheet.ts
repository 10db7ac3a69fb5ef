/** Journal and outbox as lines of hidden sheets: a workbook's properties would not have room for them. */
import { consecutive } from '../protocol/grouped.ts';
import { TEXT_FORMAT } from '../tables/cells.ts';
import type { Journal } from '../tables/sheet.ts';
import { JOURNAL_TAB, OUTBOX_TAB } from '../tables/tabs.ts';
import { JOURNAL_MARK, OUTBOX_MARK } from './marks.ts';
import type { OurSheet, OurSheets } from './our-sheets.ts';
import { asTexts } from './plain-text.ts';

/** Texts stand in the first column and their labels in the second; a former version had no labels. */
const [TEXT, LABEL] = [1, 2];

/** Which lines, by the mark of their sheet and its name. */
interface Lines {
  readonly mark: string;
  readonly tab: string;
}

const JOURNAL: Lines = { mark: JOURNAL_MARK, tab: JOURNAL_TAB };
const OUTBOX: Lines = { mark: OUTBOX_MARK, tab: OUTBOX_TAB };

export function journalOf(sheets: OurSheets): Journal {
  return linesOf(sheets, JOURNAL);
}

export function outboxLines(sheets: OurSheets): Journal {
  return linesOf(sheets, OUTBOX);
}

function linesOf(sheets: OurSheets, of: Lines): Journal {
  const there = () => sheets.marked(of.mark);
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
      const journal = there();
      return journal ? read(journal, 0, LABEL, 1).map(([label]) => label!) : [];
    },
    lines: (from) => {
      const journal = there();
      return journal
        ? read(journal, from, TEXT, 2).map(([text, label]) => ({ text: text!, label: label! }))
        : [];
    },
    append: (lines) => {
      const { sheet, grid } = there() ?? create(sheets, of);
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
      const journal = there();
      if (!journal || lines.length === 0) return;
      const { grid } = journal;
      // Google keeps one row of a sheet.
      if (lines.length === grid.rows()) grid.insertRows(grid.rows() + 1, 1);
      for (const [first, last] of [...consecutive(lines)].reverse())
        grid.removeRows(first + 1, last - first + 1);
    },
    remove: () => {
      const journal = there();
      if (journal) sheets.remove(journal.sheet);
    },
  };
}

/** Below all lines, where nobody looks; what an execution that ended left there is no line of any run. */
export function spareCell(sheets: OurSheets): GoogleAppsScript.Spreadsheet.Range {
  const { sheet, grid } = sheets.marked(JOURNAL_MARK) ?? create(sheets, JOURNAL);
  const last = grid.lastRow();
  if (last === grid.rows()) grid.insertRows(last + 1, 1);
  return sheet.getRange(last + 1, TEXT);
}

/** The mark comes last: an execution that ended before it left a blank sheet, which is taken again. */
function create(sheets: OurSheets, { mark, tab }: Lines): OurSheet {
  const sheet = blank(sheets, tab);
  const grid = sheets.grid(sheet);
  // A line has two cells; the cells of a workbook are limited.
  if (grid.columns() > LABEL) grid.removeColumns(LABEL + 1, grid.columns() - LABEL);
  return sheets.mark(sheet, mark);
}

function blank(sheets: OurSheets, tab: string): GoogleAppsScript.Spreadsheet.Sheet {
  for (let name = tab; ; name += '_') {
    const named = sheets.named(name);
    if (!named) return sheets.insert(name, tab);
    if (named.getLastRow() === 0) return named.hideSheet();
  }
}
