// TextStyle of a range's first cell, read only.
import type { Range } from './range.ts';
import { strict } from './strict.ts';

export function textStyle(range: Range) {
  return strict('TextStyle', {
    getFontSize: () => range.getFontSize() as number,
    getFontFamily: () => range.getFontFamily() as string,
    getForegroundColor: () => range.getFontColor() as string,
    isBold: () => range.getFontWeight() === 'bold',
    isItalic: () => range.getFontStyle() === 'italic',
    isUnderline: () => range.getFontLine() === 'underline',
    isStrikethrough: () => range.getFontLine() === 'line-through',
  });
}
