/** Formulas that people type, as text: in their own row, repeated in another, and after columns made room. */

const REFERENCE = /\b([A-Z]{1,2})(\d+)\b/g;

export function letterOf(column: number): string {
  const last = String.fromCharCode(65 + ((column - 1) % 26));
  return column > 26 ? letterOf(Math.floor((column - 1) / 26)) + last : last;
}

export function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0);
}

/** What two cells of one column have in common whose formulas mean the same, each for its own row. */
export function templateOf(formula: string, row: number): string {
  return formula.replace(REFERENCE, (_, letters: string, line: string) => `${letters}{${Number(line) - row}}`);
}

export function formulaOf(template: string, row: number): string {
  return template.replace(/\{(-?\d+)\}/g, (_, apart: string) => String(row + Number(apart)));
}

/** The formula once so many columns have been put in at a position. */
export function shifted(formula: string, at: number, count: number): string {
  return formula.replace(REFERENCE, (reference, letters: string, line: string) => {
    const column = columnOf(letters);
    return column < at ? reference : `${letterOf(column + count)}${line}`;
  });
}
