/** Texts from outside with nothing left in them but known words and their own form: letters become x, digits 1. */

/** XML and JSON spell letters so; half of one would be no XML and no JSON any more. */
const SPELLED = /\\u[0-9a-f]{4}|\\.|&#?\w+;/gi;
/** A number with an exponent is none any more once its e is masked. */
const EXPONENT = /(\d)e[+-]?\d+/gi;
const DECLARATION = /<\?.*?\?>/gs;
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

/** `known` words stay as they are. What comes back is ASCII. */
export function masked(text: string, known: ReadonlySet<string>): string {
  return text
    .replace(DECLARATION, '')
    .replace(SPELLED, 'x')
    .replace(EXPONENT, '$1')
    .replace(WORD, (word) => (known.has(word) ? word : word.replace(/\P{N}/gu, 'x').replace(/\p{N}/gu, '1')))
    .replace(/[^\x20-\x7E]+/g, ' ');
}
