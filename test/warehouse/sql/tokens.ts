import { invalidQuery } from '../refusal.ts';

export type TokenKind = 'name' | 'quoted' | 'string' | 'number' | 'symbol' | 'parameter';

export interface Token {
  readonly kind: TokenKind;
  /** The unquoted, unescaped value of a string or quoted name. */
  readonly text: string;
  /** An uppercase name or a symbol, for comparison with keywords; otherwise empty. */
  readonly word: string;
  readonly at: number;
}

export interface Group {
  readonly kind: 'group';
  readonly open: '(' | '[';
  readonly items: readonly Node[];
  readonly word: '';
  readonly at: number;
}

export type Node = Token | Group;

const PATTERNS: readonly [TokenKind | 'space', RegExp][] = [
  ['space', /(?:\s+|--[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)+/y],
  ['string', /[rR]?(?:'''[\s\S]*?'''|"""[\s\S]*?"""|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/y],
  ['quoted', /`(?:[^`\\\n]|\\.)+`/y],
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['parameter', /@[A-Za-z_]\w*|\?/y],
  ['name', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['symbol', /<=|>=|<>|!=|\|\||[(),.+\-*/=<>;[\]]/y],
];

export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length; ) {
    const [kind, text] = tokenAt(sql, at);
    if (kind !== 'space') tokens.push(tokenOf(kind, text, at));
    at += text.length;
  }
  return tokens;
}

function tokenAt(sql: string, at: number): [TokenKind | 'space', string] {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(sql);
    if (match) return [kind, match[0]];
  }
  throw invalidQuery(`Syntax error: Illegal input character "${sql[at]}" ${placeIn(sql, at)}`);
}

function placeIn(sql: string, at: number): string {
  const before = sql.slice(0, at).split('\n');
  return `at [${before.length}:${before.at(-1)!.length + 1}]`;
}

function tokenOf(kind: TokenKind, text: string, at: number): Token {
  if (kind === 'string') return { kind, text: stringValue(text), word: '', at };
  if (kind === 'quoted') return { kind, text: unescaped(text.slice(1, -1)), word: '', at };
  const word = kind === 'name' ? text.toUpperCase() : kind === 'symbol' ? text : '';
  return { kind, text, word, at };
}

function stringValue(literal: string): string {
  const isRaw = /^[rR]/.test(literal);
  const body = isRaw ? literal.slice(1) : literal;
  const width = /^('''|""")/.test(body) ? 3 : 1;
  const inside = body.slice(width, -width);
  return isRaw ? inside : unescaped(inside);
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[xX]([0-9a-fA-F]{2})|([0-7]{3})|([\s\S]))/g,
    (_, short?: string, long?: string, hex?: string, octal?: string, other?: string) => {
      const code = short ?? long ?? hex;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
      const known = ESCAPES[other!] ?? ('\\\'"`?'.includes(other!) ? other : undefined);
      if (known === undefined) throw invalidQuery(`Syntax error: Illegal escape sequence: \\${other}`);
      return known;
    },
  );
}

const CLOSING = { '(': ')', '[': ']' } as const;

export function nestedTokens(sql: string): Node[] {
  const tokens = tokensOf(sql);
  let index = 0;
  const until = (end: string | undefined): Node[] => {
    const items: Node[] = [];
    for (;;) {
      const token = tokens[index++];
      if (token === undefined) {
        if (end === undefined) return items;
        throw invalidQuery(`Syntax error: Expected "${end}" but got end of statement`);
      }
      if (token.word === end) return items;
      if (token.word === ')' || token.word === ']')
        throw invalidQuery(`Syntax error: Unexpected "${token.word}" ${placeIn(sql, token.at)}`);
      if (token.word === '(' || token.word === '[') {
        const items_ = until(CLOSING[token.word]);
        items.push({ kind: 'group', open: token.word, items: items_, word: '', at: token.at });
      } else items.push(token);
    }
  };
  return until(undefined);
}

export function isGroup(node: Node | undefined, open: '(' | '[' = '('): node is Group {
  return node?.kind === 'group' && node.open === open;
}

/** Splits at top-level commas. */
export function splitAtCommas(nodes: readonly Node[]): Node[][] {
  if (nodes.length === 0) return [];
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (node.word === ',') parts.push([]);
    else parts.at(-1)!.push(node);
  }
  return parts;
}

/** The token in an error message. */
export function shown(node: Node | undefined): string {
  if (node === undefined) return 'end of statement';
  if (node.kind === 'group') return node.open;
  return node.kind === 'string' ? 'string literal' : node.text;
}
