import { colorCode } from '../workbook/colors.ts';

/** Hexadecimal digits; undefined for unknown colors. */
export function colorDigits(color: unknown): string | undefined {
  return colorCode(String(color))?.slice(1).toUpperCase();
}

/** With an alpha value for full opacity, as required in style sheets. */
export function opaque(color: unknown): string | undefined {
  const digits = colorDigits(color);
  return digits && `FF${digits}`;
}
