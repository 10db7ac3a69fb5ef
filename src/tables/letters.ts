/** Columns as letters: `A` is 1, `AA` is 27. */

export function columnLetters(column: number): string {
  const rest = column - 1;
  const last = String.fromCharCode(65 + (rest % 26));
  return rest < 26 ? last : columnLetters(Math.floor(rest / 26)) + last;
}

/** In any case. */
export function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Such as `B7`. */
export function cellName(row: number, column: number): string {
  return columnLetters(column) + row;
}
