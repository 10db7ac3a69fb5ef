// TextStyle of a range's first cell, read only.
import { strict } from './strict.ts';

export function textStyle(range: GoogleAppsScript.Spreadsheet.Range): GoogleAppsScript.Spreadsheet.TextStyle {
  return strict<GoogleAppsScript.Spreadsheet.TextStyle>('TextStyle', {
    getFontSize: () => range.getFontSize(),
    getFontFamily: () => range.getFontFamily(),
    getForegroundColor: () => range.getFontColor(),
    isBold: () => range.getFontWeight() === 'bold',
    isItalic: () => range.getFontStyle() === 'italic',
    isUnderline: () => range.getFontLine() === 'underline',
    isStrikethrough: () => range.getFontLine() === 'line-through',
  });
}
