// Colours as Apps Script names them, as the six digits that files want.
import { colorCode } from '../workbook/colors.ts';

/** Undefined for what is no colour that is known here. */
export function colorDigits(color: unknown): string | undefined {
  return colorCode(String(color))?.slice(1).toUpperCase();
}

/** With full opacity in front, as style sheets want it. */
export function opaque(color: unknown): string | undefined {
  const digits = colorDigits(color);
  return digits && `FF${digits}`;
}
