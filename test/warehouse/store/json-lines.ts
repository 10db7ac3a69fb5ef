/** Parses lines of flat JSON and preserves each scalar's source text, because doubles would lose digits. */

export interface Scalar {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  /** The unescaped value of a simple string, otherwise the source text. */
  readonly text: string;
}

export class UnreadableLine extends Error {}

const SPACE = /[ \t\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none of these in a string
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false)|(null)/y;

export function readLine(line: string, found: (name: string, value: Scalar) => void): void {
  let at = 0;
  const skip = () => {
    SPACE.lastIndex = at;
    SPACE.test(line);
    at = SPACE.lastIndex;
  };
  const take = (character: string): boolean => {
    skip();
    if (line[at] !== character) return false;
    at++;
    return true;
  };
  const text = (): string => {
    STRING.lastIndex = at;
    if (!STRING.test(line)) throw new UnreadableLine(`Parser terminated before end of string`);
    const from = at;
    at = STRING.lastIndex;
    const raw = line.slice(from + 1, at - 1);
    return raw.includes('\\') ? unescaped(raw) : raw;
  };
  const value = (name: string): Scalar => {
    skip();
    if (line[at] === '"') return { kind: 'string', text: text() };
    WORD.lastIndex = at;
    const match = WORD.exec(line);
    if (!match) {
      const nested = line[at] === '{' || line[at] === '[';
      throw new UnreadableLine(
        nested ? `Array or record specified for non-repeated scalar field: ${name}.` : 'Unexpected token',
      );
    }
    at = WORD.lastIndex;
    const kind = match[1] !== undefined ? 'number' : match[2] !== undefined ? 'boolean' : 'null';
    return { kind, text: match[0] };
  };

  if (!take('{')) throw new UnreadableLine('Start of object expected');
  if (!take('}')) {
    do {
      skip();
      if (line[at] !== '"') throw new UnreadableLine('Name of a field expected');
      const name = text();
      if (!take(':')) throw new UnreadableLine('Expected : between key:value pair');
      found(name, value(name));
    } while (take(','));
    if (!take('}')) throw new UnreadableLine('Expected , or } after key:value pair');
  }
  skip();
  if (at < line.length) throw new UnreadableLine('Parser terminated before end of string');
}

function unescaped(raw: string): string {
  const text = JSON.parse(`"${raw}"`) as string;
  if (/\p{Surrogate}/u.test(text)) throw new UnreadableLine('Invalid surrogate pair in string');
  return text;
}
