import type { Scratch } from '../check-sheets.ts';
import type { Probe } from '../probe.ts';

const TEXT = '@';
const CHANGED = 'Marketplace text could change when written to a cell. Check codes that begin with 0 or =.';

/** Text that Sheets would convert if typed. */
const TEXTS = ['0012', '1E5', '3-4', 'TRUE', '10%', '1234567890123456789012', ' x ', '=1+1', "'x"];

export const cellProbes: readonly Probe<Scratch>[] = [
  {
    id: 'cell-text-one',
    what: 'Text that begins with = stays text in a cell formatted as @',
    expected: ['=1+1', ''],
    otherwise:
      "Text that begins with = could become a formula. Send us this report before you pull anyone else's data.",
    ask: ({ block }) => {
      const cell = block(1, 1).setNumberFormat(TEXT).setValue('=1+1');
      return [cell.getValue(), cell.getFormula()];
    },
  },
  {
    id: 'cell-text-many',
    what: 'Text is unchanged in cells formatted as @',
    expected: TEXTS,
    otherwise: CHANGED,
    ask: ({ block }) => {
      const cells = block(1, TEXTS.length).setNumberFormats([TEXTS.map(() => TEXT)]);
      return cells.setValues([TEXTS]).getValues()[0]!;
    },
  },
  {
    id: 'cell-text-format-of-many',
    what: 'A cell formatted as @ keeps its text when written together with other formats',
    expected: ['0012', 12, '1/2'],
    otherwise: CHANGED,
    ask: ({ block }) =>
      block(1, 3)
        .setNumberFormats([[TEXT, '0.00', TEXT]])
        .setValues([['0012', 12, '1/2']])
        .getValues()[0]!,
  },
  {
    id: 'cell-apostrophe',
    what: 'A leading apostrophe marks text and is not part of the value',
    expected: ['=1+1', ''],
    otherwise: 'Text that begins with = would show an apostrophe.',
    ask: ({ block }) => {
      const cell = block(1, 1).setValue("'=1+1");
      return [cell.getValue(), cell.getFormula()];
    },
  },
  {
    id: 'cell-date',
    what: "A date-time is read back unchanged and shown in the spreadsheet's time zone",
    expected: ['2025-03-04T05:06:07.000Z', true],
    otherwise: 'Times in the tables could be off by hours.',
    ask: ({ block, sheet }) => {
      const at = new Date('2025-03-04T05:06:07Z');
      const zone = sheet.getParent().getSpreadsheetTimeZone();
      const cell = block(1, 1).setNumberFormat('yyyy-mm-dd hh:mm:ss').setValue(at);
      const value = cell.getValue();
      const isShown = cell.getDisplayValue() === Utilities.formatDate(at, zone, 'yyyy-MM-dd HH:mm:ss');
      return [value instanceof Date ? value.toISOString() : String(value), isShown];
    },
  },
  {
    id: 'cell-formats',
    what: 'Number formats are read back as set',
    expected: ['@', '0.00', '#,##0.00', '0.00%', 'yyyy-mm-dd hh:mm:ss'],
    otherwise: 'The add-on could mistake your number formats for its own.',
    ask: ({ block }) => {
      const formats = ['@', '0.00', '#,##0.00', '0.00%', 'yyyy-mm-dd hh:mm:ss'];
      return block(1, formats.length).setNumberFormats([formats]).getNumberFormats()[0]!;
    },
  },
  {
    id: 'cell-formula',
    what: 'A formula is recalculated before the next read, and its relative references move with it',
    expected: [3, '=R[0]C[-2]+R[0]C[-1]', '=B4+C4'],
    otherwise: 'Your own formulas next to a table could be wrong after a pull.',
    ask: ({ block }) => {
      const cells = block(1, 3);
      const row = cells.getRow();
      cells.setValues([[1, 2, `=B${row}+C${row}`]]);
      const value = cells.getValues()[0]![2];
      const [, , relative] = cells.getFormulasR1C1()[0]!;
      const again = block(1, 3).setFormulasR1C1([['', '', relative!]]);
      return [value, relative!, again.getFormulas()[0]![2]!.split(String(again.getRow())).join('4')];
    },
  },
  {
    id: 'cell-formula-semicolon',
    what: 'A semicolon separates formula arguments in every locale',
    expected: 3,
    otherwise: "The add-on's own formulas, such as those on Status, could show an error.",
    ask: ({ block }) => block(1, 1).setFormula('=SUM(1;2)').getValue(),
  },
  {
    id: 'cell-look',
    what: 'Colors and font weights are read back as set, and the default format is as expected',
    expected: ['#f1f3f4', 'bold', '#ffffff', '#000000', 'normal', 'normal', 'none'],
    otherwise: 'Old rows could be removed even if you colored their cells.',
    ask: ({ block }) => {
      const ours = block(1, 1).setBackground('#f1f3f4').setFontWeight('bold');
      const plain = block(1, 1);
      return [
        ours.getBackground(),
        ours.getFontWeight(),
        plain.getBackground(),
        plain.getFontColors()[0]![0]!,
        plain.getFontWeight(),
        plain.getFontStyle(),
        plain.getFontLine(),
      ];
    },
  },
];
