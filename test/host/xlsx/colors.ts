// Colours as Apps Script names them, as the six digits that files want.

const named: Record<string, string> = {
  aqua: '00FFFF',
  black: '000000',
  blue: '0000FF',
  brown: 'A52A2A',
  cyan: '00FFFF',
  fuchsia: 'FF00FF',
  gold: 'FFD700',
  gray: '808080',
  green: '008000',
  grey: '808080',
  lightblue: 'ADD8E6',
  lightgray: 'D3D3D3',
  lightgreen: '90EE90',
  lightgrey: 'D3D3D3',
  lime: '00FF00',
  magenta: 'FF00FF',
  maroon: '800000',
  navy: '000080',
  olive: '808000',
  orange: 'FFA500',
  pink: 'FFC0CB',
  purple: '800080',
  red: 'FF0000',
  silver: 'C0C0C0',
  teal: '008080',
  violet: 'EE82EE',
  white: 'FFFFFF',
  yellow: 'FFFF00',
};

/** Undefined for what is no colour that is known here. */
export function colorDigits(color: unknown): string | undefined {
  const text = String(color).trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return text.slice(1).toUpperCase();
  if (/^#[0-9a-f]{3}$/.test(text)) return text.slice(1).replace(/./g, '$&$&').toUpperCase();
  return named[text];
}

/** With full opacity in front, as style sheets want it. */
export function opaque(color: unknown): string | undefined {
  const digits = colorDigits(color);
  return digits && `FF${digits}`;
}
