/** A field's name as a column header: cut into words, sentence case, acronyms kept. */

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

/** `shipToZipCode` becomes `Ship to zip code`, `keywordUrl` becomes `Keyword URL`, `unitsADay` becomes `Units a day`. */
export function headerOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/(A)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
    .map((word) => ACRONYMS[word] ?? word)
    .join(' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

const WORDS = new Map(Object.entries(ACRONYMS).map(([word, shown]) => [shown, word]));

/** The field's name again: `Ship to zip code` becomes `shipToZipCode`. */
export function idOf(header: string): string {
  const words = header.split(' ').map((word) => (WORDS.get(word) ?? word).toLowerCase());
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}
