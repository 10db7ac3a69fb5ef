// Estimates the number of lines of wrapped text from typical letter widths.

/** Relative to the font size, for Arial and compatible fonts. */
const widths: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[ijl'|]/, 0.22],
  [/[ ftI.,:;!/\\[\]()-]/, 0.3],
  [/[mMW@%]/, 0.87],
  [/[A-Z&wOQG]/, 0.7],
  // East Asian characters are square.
  [/[\u1100-\uffdc]/, 1],
];
const usual = 0.556;
const boldness = 1.07;
const pixelsPerPoint = 4 / 3;
/** Left and right padding combined, in pixels. */
const margin = 6;

export interface Letters {
  /** In points. */
  readonly size: number;
  readonly isBold: boolean;
}

/** `width` is the cell's width in pixels. Breaks words that don't fit. */
export function linesOf(text: string, width: number, { size, isBold }: Letters): number {
  const room = (width - margin) / (size * pixelsPerPoint * (isBold ? boldness : 1));
  return text.split('\n').reduce((sum, line) => sum + wrapped(line, Math.max(room, 1)), 0);
}

function wrapped(line: string, room: number): number {
  let [lines, used] = [1, 0];
  for (const word of line.split(/(?<=[ -])/)) {
    const needed = widthOf(word.trimEnd());
    if (used > 0 && used + needed > room) {
      lines++;
      used = 0;
    }
    lines += Math.max(0, Math.ceil(needed / room) - 1);
    used = (needed > room ? needed % room : used + needed) + (widthOf(word) - needed);
  }
  return lines;
}

function widthOf(word: string): number {
  let sum = 0;
  for (const letter of word) sum += widths.find(([letters]) => letters.test(letter))?.[1] ?? usual;
  return sum;
}
