// Converts colors of Apps Script to the hexadecimal digits used in files.
import { colorCode } from '../workbook/colors.ts';

/** Undefined for unknown colors. */
export function colorDigits(color: unknown): string | undefined {
  return colorCode(String(color))?.slice(1).toUpperCase();
}

/** With an alpha value for full opacity, as style sheets require. */
export function opaque(color: unknown): string | undefined {
  const digits = colorDigits(color);
  return digits && `FF${digits}`;
}
