/** Translates GoogleSQL queries to DuckDB SQL; rejects unsupported syntax. */
import { invalidQuery } from '../refusal.ts';
import { columnType } from '../store/column-types.ts';
import { named, quoted } from '../store/engine.ts';
import { type Argument, functions } from './functions.ts';
import { type Group, isGroup, type Node, shown, splitAtCommas, type Token } from './tokens.ts';
import {
  AFTER_TABLES,
  INTERVALS,
  isAlias,
  isName,
  isWordBeside,
  LITERALS,
  PARTS,
  REFUSED,
  SAME,
  STAR,
  SYMBOLS,
} from './words.ts';

export interface Scope {
  /** The table in DuckDB SQL; a subquery needs an alias. */
  table: (path: readonly string[]) => { sql: string; isQuery: boolean };
  /** The parameter's value as a DuckDB literal. */
  parameter: (name: string) => string;
  /** Epoch milliseconds. */
  now: number;
}

export function translated(nodes: readonly Node[], scope: Scope): string {
  return within(nodes, scope, new Set());
}

/** `names` contains the WITH names in scope, in lowercase. */
function within(nodes: readonly Node[], scope: Scope, names: ReadonlySet<string>): string {
  return new Reader(nodes, scope, new Set([...names, ...namesGiven(nodes)])).read();
}

/** Names defined by a WITH clause. */
function namesGiven(nodes: readonly Node[]): string[] {
  if (nodes[0]?.word !== 'WITH') return [];
  const names: string[] = [];
  nodes.forEach((node, index) => {
    if (nodes[index + 1]?.word === 'AS' && isGroup(nodes[index + 2]) && isName(node))
      names.push(node.text.toLowerCase());
  });
  return names;
}

/** Translates one nesting level from left to right. */
class Reader {
  #at = 0;
  #before = '';
  #inTables = false;
  #expectsTable = false;

  constructor(
    readonly nodes: readonly Node[],
    readonly scope: Scope,
    readonly names: ReadonlySet<string>,
  ) {}

  read(): string {
    const parts: string[] = [];
    while (this.#at < this.nodes.length) {
      this.#before = parts.at(-1) ?? '';
      parts.push(this.#next());
    }
    return parts.join(' ');
  }

  #peek(ahead = 0): Node | undefined {
    return this.nodes[this.#at + ahead];
  }

  #inside(nodes: readonly Node[]): string {
    return within(nodes, this.scope, this.names);
  }

  #next(): string {
    const node = this.nodes[this.#at]!;
    if (this.#expectsTable && !isGroup(node) && node.word !== 'UNNEST') return this.#table();
    this.#expectsTable = false;
    this.#at++;
    switch (node.kind) {
      case 'group':
        return this.#group(node);
      case 'string':
        return quoted(node.text);
      case 'number':
        return numberLiteral(node.text);
      case 'parameter':
        return this.scope.parameter(node.text);
      case 'quoted':
        return named(node.text);
      case 'symbol':
        return this.#symbol(node);
      default:
        return this.#word(node);
    }
  }

  #group({ open, items }: Group): string {
    if (open === '(') return `(${this.#inside(items)})`;
    if (/[\w")\]]$/.test(this.#before) && !SAME.has(this.#before))
      throw invalidQuery('The stand-in has no elements of arrays');
    return `[${this.#inside(items)}]`;
  }

  #symbol(node: Token): string {
    // Division by zero is an error in GoogleSQL but infinity in DuckDB, and NUMERIC division returns a different type.
    if (node.word === '/') throw invalidQuery('The stand-in does not divide by /; use SAFE_DIVIDE');
    if (!SYMBOLS.has(node.word)) throw unexpected(node);
    if (node.word === ',' && this.#inTables) this.#expectsTable = true;
    const [clause, list] = [this.#peek()?.word ?? '', this.#peek(1)];
    const star = node.word === '*' && isGroup(list) ? STAR[clause] : undefined;
    if (!star || !isGroup(list)) return node.word;
    this.#at += 2;
    return `* ${star} (${this.#inside(list.items)})`;
  }

  #word(node: Token): string {
    const { word } = node;
    const next = this.#peek();
    const before = this.nodes[this.#at - 2]?.word ?? '';
    if (before === '.') return named(node.text);
    if (AFTER_TABLES.has(word)) this.#inTables = false;
    const whole = (isGroup(next) ? this.#call(node, next) : undefined) ?? this.#literal(node, next);
    if (whole !== undefined) return whole;
    if (word === 'FROM' && before !== 'DISTINCT') this.#inTables = true;
    if (word === 'JOIN' || (word === 'FROM' && before !== 'DISTINCT')) this.#expectsTable = true;
    if (word === 'INTERSECT' || word === 'EXCEPT' || word === 'UNION') return this.#setOperation(word, next);
    if (word === 'INTERVAL') return this.#interval();
    if (word === 'CURRENT_TIMESTAMP' || word === 'CURRENT_DATE') return this.#now(word);
    if (SAME.has(word) || isWordBeside(word, before, next)) return word;
    if (REFUSED.has(word)) throw unexpected(node);
    return named(node.text);
  }

  #setOperation(word: string, next: Node | undefined): string {
    if (next?.word !== 'ALL' && next?.word !== 'DISTINCT')
      throw invalidQuery(`Syntax error: Expected keyword ALL or keyword DISTINCT after ${word} but got ${shown(next)}`);
    if (next.word === 'ALL' && word !== 'UNION') throw invalidQuery(`${word} ALL is not supported`);
    this.#at++;
    return next.word === 'ALL' ? 'UNION ALL' : word;
  }

  /** Typed literals such as `DATE '2025-06-16'`. */
  #literal({ word }: Token, next: Node | undefined): string | undefined {
    const type = LITERALS.includes(word) ? columnType(word) : undefined;
    if (!type || next?.kind !== 'string') return undefined;
    this.#at++;
    const value = { kind: 'string', text: next.text } as const;
    const isDayOfInstant = word === 'TIMESTAMP' && columnType('DATE')!.accepts(value);
    if (!isDayOfInstant && !type.accepts(value)) throw invalidQuery(`Invalid ${word} literal: "${next.text}"`);
    return `CAST(${quoted(next.text)} AS ${type.engine})`;
  }

  #interval(): string {
    const from = this.#at;
    while (this.#at < this.nodes.length && !INTERVALS.test(this.#peek()!.word)) this.#at++;
    const unit = this.#peek();
    if (!unit) throw invalidQuery('Syntax error: INTERVAL without a unit');
    const value = this.#inside(this.nodes.slice(from, this.#at));
    this.#at++;
    return `((${value}) * INTERVAL 1 ${unit.word})`;
  }

  #now(word: string): string {
    const instant = `CAST('${new Date(this.scope.now).toISOString()}' AS TIMESTAMPTZ)`;
    return word === 'CURRENT_DATE' ? `CAST(${instant} AS DATE)` : instant;
  }

  /** Returns undefined if the node isn't a function call. */
  #call(node: Token, group: Group): string | undefined {
    const { word } = node;
    const isWord = SAME.has(word) || word === 'INTERVAL' || this.names.has(node.text.toLowerCase());
    if (word === 'EXCEPT' || (isWord && !Object.hasOwn(functions, word))) return undefined;
    this.#at++;
    if (word === 'CAST' || word === 'SAFE_CAST') return cast(word, group, (part) => this.#inside(part));
    if (word === 'EXTRACT') return this.#extract(group);
    if (word === 'UNNEST') return this.#unnest(group);
    if (word === 'CURRENT_TIMESTAMP' && group.items.length === 0) return this.#now(word);
    if (word === 'CURRENT_DATE') return this.#today(group);
    if (Object.hasOwn(functions, word)) return this.#function(word, group);
    throw invalidQuery(`Function not found: ${node.text}, or the stand-in does not have it`);
  }

  #function(name: string, { items }: Group): string {
    const ordered = items.findIndex(({ word }) => word === 'ORDER' || word === 'IGNORE' || word === 'LIMIT');
    const own = ordered < 0 ? items : items.slice(0, ordered);
    const rest = ordered < 0 ? [] : items.slice(ordered);
    if (name === 'COUNT' && own[0]?.word === 'DISTINCT') return `count(DISTINCT ${this.#inside(own.slice(1))})`;
    const args = splitAtCommas(own).map((nodes) => this.#argument(nodes));
    const call = functions[name]!(args, name);
    if (rest.length === 0) return call;
    if (rest[0]!.word === 'IGNORE' && rest[1]?.word === 'NULLS' && rest.length === 2)
      return `${call.slice(0, -1)} IGNORE NULLS)`;
    if (rest[0]!.word !== 'ORDER' || name !== 'STRING_AGG' || rest.some(({ word }) => word === 'LIMIT'))
      throw unexpected(rest[0]!);
    return `${call.slice(0, -1)} ${this.#inside(rest)})`;
  }

  #argument(nodes: readonly Node[]): Argument {
    const [first, second] = nodes;
    const word = nodes.length <= 2 && first?.kind === 'name' ? first.word : '';
    const detail = nodes.length === 2 && isGroup(second) ? second.items[0]?.word : undefined;
    return {
      sql: () => this.#inside(nodes),
      word,
      literal: nodes.length === 1 && first?.kind === 'string' ? first.text : undefined,
      ...(detail ? { detail } : {}),
    };
  }

  #today({ items }: Group): string {
    const instant = this.#now('CURRENT_TIMESTAMP');
    const zone = items.length === 0 ? "'UTC'" : this.#inside(items);
    return `CAST(${instant} AT TIME ZONE ${zone} AS DATE)`;
  }

  #extract({ items }: Group): string {
    const from = items.findIndex(({ word }) => word === 'FROM');
    const part = PARTS[items[0]?.word ?? ''];
    if (from !== 1 || !part)
      throw invalidQuery(`The stand-in extracts ${Object.keys(PARTS).join(', ')}, not ${shown(items[0])}`);
    const zoneAt = items.findIndex(
      ({ word }, index) => word === 'AT' && items[index + 1]?.word === 'TIME' && items[index + 2]?.word === 'ZONE',
    );
    if (zoneAt < 0) return part(`(${this.#inside(items.slice(2))})`);
    const value = this.#inside(items.slice(2, zoneAt));
    return part(`(${value} AT TIME ZONE ${this.#inside(items.slice(zoneAt + 3))})`);
  }

  /** An alias after UNNEST names the element. */
  #unnest({ items }: Group): string {
    const list = `UNNEST(${this.#inside(items)})`;
    if (!this.#inTables) return list;
    if (this.#peek()?.word === 'AS') this.#at++;
    const alias = this.#peek();
    if (!isAlias(alias)) return list;
    this.#at++;
    return `${list} AS ${named(alias.text)}(${named(alias.text)})`;
  }

  #table(): string {
    this.#expectsTable = false;
    const [path, length] = tablePath(this.nodes.slice(this.#at));
    this.#at += length;
    const last = path.at(-1)!;
    if (path.length === 1 && this.names.has(last.toLowerCase())) return named(last);
    const { sql, isQuery } = this.scope.table(path);
    const hasName = this.#peek()?.word === 'AS' || isAlias(this.#peek());
    return isQuery && !hasName ? `${sql} AS ${named(last)}` : sql;
  }
}

/** Parses a table path; returns the path and its token count. */
export function tablePath(nodes: readonly Node[]): [path: string[], length: number] {
  const path: string[] = [];
  let at = 0;
  for (;;) {
    const part = nodes[at++];
    if (!isName(part)) throw unexpected(part);
    path.push(...(part.kind === 'quoted' ? part.text.split('.') : [part.text]));
    if (nodes[at]?.word !== '.') return [path, at];
    at++;
  }
}

function cast(word: string, { items }: Group, inside: (nodes: readonly Node[]) => string): string {
  const as = items.findLastIndex((each) => each.word === 'AS');
  const target = items[as + 1];
  const type = target && columnType(target.word);
  if (as < 0 || !type || items.length > as + 2)
    throw invalidQuery(`The stand-in has no type ${shown(target)} in ${word}`);
  const value = inside(items.slice(0, as));
  const isSafe = word === 'SAFE_CAST';
  if (type.name === 'INT64') return `${isSafe ? 'safe_' : ''}to_int64(${value})`;
  if (type.name === 'STRING') return `to_string(${value})`;
  return `${isSafe ? 'TRY_CAST' : 'CAST'}(${value} AS ${type.engine})`;
}

/** A number with a decimal point is FLOAT64 in GoogleSQL and DECIMAL in DuckDB. */
function numberLiteral(text: string): string {
  if (/^\d+$/.test(text)) {
    if (BigInt(text) > 9_223_372_036_854_775_807n) throw invalidQuery(`Invalid integer literal: ${text}`);
    return text;
  }
  return /e/i.test(text) ? text : `${text}e0`;
}

export function unexpected(node: Node | undefined): Error {
  return invalidQuery(`Syntax error: Unexpected ${shown(node)}, or the stand-in does not have it`);
}
