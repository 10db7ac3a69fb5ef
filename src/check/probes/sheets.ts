import type { Scratch } from '../check-sheets.ts';
import type { Probe } from '../probe.ts';

const METADATA = 'market.check';

export const sheetProbes: readonly Probe<Scratch>[] = [
  {
    id: 'metadata-sheet',
    what: 'A sheet can be found by its metadata',
    expected: [true, true, false],
    otherwise: "Renamed tables may not be found. Don't rename any sheets. Please send us this report.",
    ask: ({ sheet }) => {
      sheet.addDeveloperMetadata(METADATA, 'sheet');
      const find = (value: string) =>
        sheet.getParent().createDeveloperMetadataFinder().withKey(METADATA).withValue(value).find();
      const [found] = find('sheet');
      const isOwn = sheet.getDeveloperMetadata().some((each) => each.getKey() === METADATA);
      return [found?.getLocation().getSheet()?.getSheetId() === sheet.getSheetId(), isOwn, find('other').length > 0];
    },
  },
  {
    id: 'sheet-sort',
    what: 'Sorting moves values, notes, and formats together',
    expected: [
      [3, 'of 3', '#ff0000'],
      [2, '', '#ffffff'],
      [1, 'of 1', '#ffffff'],
    ],
    otherwise:
      'Notes and colors could end up on other rows when new orders arrive. Turn off your jobs and send us this report.',
    ask: ({ block, sheet }) => {
      const cells = block(3, 1).setValues([[1], [3], [2]]);
      cells.setNotes([['of 1'], ['of 3'], ['']]).setBackgrounds([['#ffffff'], ['#ff0000'], ['#ffffff']]);
      sheet.getRange(`${cells.getRow()}:${cells.getLastRow()}`).sort({ column: 2, ascending: false });
      const [values, notes, colors] = [cells.getValues(), cells.getNotes(), cells.getBackgrounds()];
      return values.map(([value], index) => [value, notes[index]![0]!, colors[index]![0]!]);
    },
  },
  {
    id: 'sheet-sort-height',
    what: 'Sorting does not move row heights or conditional formatting',
    expected: [60, true],
    otherwise: 'Rows could look different after a pull.',
    ask: ({ block, sheet }) => {
      const cells = block(2, 1).setValues([[1], [2]]);
      const rule = SpreadsheetApp.newConditionalFormatRule().whenCellNotEmpty().setBackground('#ff0000');
      const first = cells.getCell(1, 1);
      sheet.setConditionalFormatRules([rule.setRanges([first]).build()]);
      sheet.setRowHeight(cells.getRow(), 60);
      cells.sort({ column: 2, ascending: false });
      const [range] = sheet.getConditionalFormatRules()[0]!.getRanges();
      const stays = range?.getA1Notation() === first.getA1Notation();
      sheet.clearConditionalFormatRules();
      return [sheet.getRowHeight(cells.getRow()), stays];
    },
  },
  {
    id: 'sheet-move-column',
    what: 'A moved column keeps its notes, formats, and width',
    expected: ['note', '0.00', 77, ''],
    otherwise: 'Moved columns may not be detected. Do not move columns, and send us this report.',
    ask: ({ sheet }) => {
      sheet.getRange(2, 4).setNote('note').setNumberFormat('0.00');
      sheet.setColumnWidth(4, 77);
      sheet.moveColumns(sheet.getRange('D:D'), 7);
      const [there, left] = [sheet.getRange(2, 6), sheet.getRange(2, 4)];
      return [there.getNote(), there.getNumberFormat(), sheet.getColumnWidth(6), left.getNote()];
    },
  },
  {
    id: 'sheet-merged',
    what: 'Merged cells keep only the value written to the top-left cell',
    expected: [1, '', '', ''],
    otherwise: 'Table values could be written to merged cells.',
    ask: ({ block }) => {
      const cells = block(2, 2).merge();
      cells.setValues([
        [1, 2],
        [3, 4],
      ]);
      return cells.breakApart().getValues().flat();
    },
  },
  {
    id: 'sheet-rules-follow',
    what: 'Conditional formatting rules and their formulas follow a moved column',
    expected: ['I', 'J'],
    otherwise: 'Status colors could appear on other columns when you move one.',
    ask: ({ sheet }) => {
      const rule = SpreadsheetApp.newConditionalFormatRule().whenFormulaSatisfied('=$H2="x"');
      sheet.setConditionalFormatRules([
        rule
          .setBackground('#ff0000')
          .setRanges([sheet.getRange('I2:I9')])
          .build(),
      ]);
      sheet.insertColumnBefore(9);
      sheet.moveColumns(sheet.getRange('H:H'), 10);
      const [after] = sheet.getConditionalFormatRules();
      const formula = String(after?.getBooleanCondition()?.getCriteriaValues()[0]);
      const range = after?.getRanges()[0]?.getA1Notation() ?? '';
      sheet.clearConditionalFormatRules();
      return [/\$([A-Z]+)2/.exec(formula)?.[1] ?? formula, range.replace(/\d.*/, '')];
    },
  },
  {
    id: 'sheet-hidden',
    what: 'Hiding the active sheet makes another sheet active',
    expected: [true, false],
    otherwise: 'The first pull could end with the wrong sheet open.',
    ask: ({ sheet }) => {
      const book = sheet.getParent();
      const before = book.getActiveSheet();
      book.setActiveSheet(sheet);
      sheet.hideSheet();
      const seen = [sheet.isSheetHidden(), book.getActiveSheet().getSheetId() === sheet.getSheetId()];
      sheet.showSheet();
      book.setActiveSheet(before);
      return seen;
    },
  },
];
