/** User-typed formulas, and their text in other rows or after columns were inserted. */

const REFERENCE = /\b([A-Z]{1,2})(\d+)\b/g;

export function letterOf(column: number): string {
  const last = String.fromCharCode(65 + ((column - 1) % 26));
  return column > 26 ? letterOf(Math.floor((column - 1) / 26)) + last : last;
}

export function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0);
}

/** The formula with relative row numbers, for comparing formulas across rows. */
export function templateOf(formula: string, row: number): string {
  return formula.replace(REFERENCE, (_, letters: string, line: string) => `${letters}{${Number(line) - row}}`);
}

export function formulaOf(template: string, row: number): string {
  return template.replace(/\{(-?\d+)\}/g, (_, apart: string) => String(row + Number(apart)));
}

/** The formula after `count` columns were inserted at `at`. */
export function shifted(formula: string, at: number, count: number): string {
  return formula.replace(REFERENCE, (reference, letters: string, line: string) => {
    const column = columnOf(letters);
    return column < at ? reference : `${letterOf(column + count)}${line}`;
  });
}
