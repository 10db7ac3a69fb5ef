/** Whether a formula of the person looks at other rows of its table than its own: such a row must not be moved. */

const TEXTS = /"(?:[^"]|"")*"/g;

/** What these give depends on where a row stands. */
const BY_PLACE = /\b(INDIRECT|OFFSET|ROW)\(/i;

const LINE = String.raw`(?:\[-?\d+\]|\d+)?`;
const PART = `(?:R${LINE}(?:C${LINE})?|C${LINE})`;
const REFERENCE = new RegExp(
  String.raw`('(?:[^']|'')+'!|[\p{L}\d_.]+!)?(?<![\p{L}\d_.])(${PART})(?::(${PART}))?(?![\p{L}\d_.(\[])`,
  'gu',
);

/** `formula` in R1C1 notation. Where it cannot be told, it does. */
export function looksElsewhere(formula: string): boolean {
  const text = formula.replace(TEXTS, '');
  let is = BY_PLACE.test(text);
  text.replace(REFERENCE, (whole, sheet: string | undefined, first: string, last: string = first) => {
    is ||= !staysWithRow(sheet !== undefined, [rowOf(first), rowOf(last)]);
    return whole;
  });
  return is;
}

/** A row as a reference says it; nothing for whole columns, which say the same wherever a row stands. */
function rowOf(part: string): string | undefined {
  return /^R(\[-?\d+\]|\d+)?/.exec(part)?.[0];
}

function staysWithRow(isOtherSheet: boolean, rows: readonly (string | undefined)[]): boolean {
  if (rows.every((row) => row === undefined)) return true;
  return rows.every((row) =>
    isOtherSheet ? row === undefined || /^R\d/.test(row) : row === 'R' || row === 'R[0]' || row === 'R1',
  );
}
