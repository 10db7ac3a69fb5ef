/** Derives column headers and notes from field names. */
import type { Kind } from '../protocol/fields.ts';

const ACRONYMS: Readonly<Record<string, string>> = {
  id: 'ID',
  upc: 'UPC',
  url: 'URL',
  acos: 'ACoS',
  ctr: 'CTR',
  cr: 'CR',
  cpc: 'CPC',
  p10: 'P10',
  p50: 'P50',
  p90: 'P90',
  percent: '%',
};

/** Converts `shipToZipCode` to `Ship to zip code` and `keywordUrl` to `Keyword URL`. */
export function headerOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
    .map((word) => ACRONYMS[word] ?? word)
    .join(' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

const WORDS = new Map(Object.entries(ACRONYMS).map(([word, shown]) => [shown, word]));

/** Converts `Ship to zip code` to `shipToZipCode`. */
export function idOf(header: string): string {
  const words = header.split(' ').map((word) => (WORDS.get(word) ?? word).toLowerCase());
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

const FIELD = 'Field: ';

interface Described {
  readonly header: string;
  readonly kind: Kind;
  readonly meaning: string;
  readonly since?: number;
}

/** The note's last line identifies the column after the user moves or renames it. */
export function headerNote({ header, kind, meaning, since }: Described): string {
  const unit = NOTED_UNITS[kind];
  const text = [
    meaning,
    ...(unit === undefined ? [] : [unit]),
    ...(since === undefined ? [] : [`Order version ${since} or higher.`]),
  ].join(' ');
  return header === '' ? text : `${text}\n${FIELD}${header}`;
}

/** Returns the original header from a note; undefined if the note isn't ours. */
export function fieldIn(note: string): string | undefined {
  const last = note.slice(note.lastIndexOf('\n') + 1);
  return last.startsWith(FIELD) ? last.slice(FIELD.length).trim() : undefined;
}

/** Units that cells don't show. */
const NOTED_UNITS: Readonly<Partial<Record<Kind, string>>> = { money: 'Amount.', ratio: 'Percentage.' };

export const UNITS: Readonly<Record<Kind, string>> = {
  text: 'text',
  id: 'text',
  texts: 'list, as text',
  pairs: 'names and values, as text',
  integer: 'whole number',
  decimal: 'number',
  number: 'number',
  money: "amount in the record's currency",
  ratio: 'percentage',
  boolean: 'TRUE or FALSE',
  instant: "date and time in the spreadsheet's time zone",
  day: 'date without a time',
};
