/** Supported statements: queries, and creating, changing, and dropping tables and views. */
import { billingNeeded, invalidQuery } from '../refusal.ts';
import { columnType } from '../store/column-types.ts';
import type { SchemaField, TimePartitioning } from '../store/resources.ts';
import { isGroup, type Node, nestedTokens, shown, splitAtCommas } from './tokens.ts';
import { tablePath, unexpected } from './translate.ts';

interface Made {
  path: string[];
  replaces: boolean;
  unlessThere: boolean;
  options: Map<string, readonly Node[]>;
}

export type Statement =
  | { type: 'SELECT'; query: readonly Node[] }
  | (Made & {
      type: 'CREATE_TABLE' | 'CREATE_TABLE_AS_SELECT';
      fields: SchemaField[] | undefined;
      partitioning: TimePartitioning | undefined;
      clustering: string[] | undefined;
      query: readonly Node[] | undefined;
    })
  | (Made & { type: 'CREATE_VIEW'; text: string })
  | { type: 'DROP_TABLE' | 'DROP_VIEW'; path: string[]; ifThere: boolean }
  | {
      type: 'ALTER_TABLE';
      path: string[];
      added: { field: SchemaField; unlessThere: boolean }[];
      dropped: string[];
    };

const DML = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE'];

export function statementOf(sql: string): Statement {
  const nodes = nestedTokens(sql);
  const end = nodes.findIndex(({ word }) => word === ';');
  if (end >= 0 && end < nodes.length - 1) throw invalidQuery('The stand-in runs one statement at a time');
  const own = end < 0 ? nodes : nodes.slice(0, end);
  const first = own[0];
  if (first === undefined) throw invalidQuery('Syntax error: Unexpected end of script');
  if (DML.includes(first.word))
    throw billingNeeded(
      'DML queries are not allowed in the free tier. Set up a billing account to remove this restriction.',
    );
  if (first.word === 'SELECT' || first.word === 'WITH' || isGroup(first)) return { type: 'SELECT', query: own };
  const cursor = new Cursor(own, end < 0 ? sql : sql.slice(0, nodes[end]!.at));
  if (cursor.takes('CREATE')) return created(cursor);
  if (cursor.takes('DROP')) return dropped(cursor);
  if (cursor.takes('ALTER', 'TABLE')) return altered(cursor);
  throw unexpected(first);
}

class Cursor {
  at = 0;

  constructor(
    readonly nodes: readonly Node[],
    readonly sql: string,
  ) {}

  get next(): Node | undefined {
    return this.nodes[this.at];
  }

  takes(...words: string[]): boolean {
    const fits = words.every((word, index) => this.nodes[this.at + index]?.word === word);
    if (fits) this.at += words.length;
    return fits;
  }

  path(): string[] {
    const [path, length] = tablePath(this.nodes.slice(this.at));
    this.at += length;
    return path;
  }

  group(): readonly Node[] | undefined {
    const { next } = this;
    if (!isGroup(next)) return undefined;
    this.at++;
    return next.items;
  }

  rest(): readonly Node[] {
    const rest = this.nodes.slice(this.at);
    this.at = this.nodes.length;
    return rest;
  }

  end(): void {
    if (this.next) throw unexpected(this.next);
  }
}

function created(cursor: Cursor): Statement {
  const replaces = cursor.takes('OR', 'REPLACE');
  const isView = cursor.takes('VIEW');
  if (!isView && !cursor.takes('TABLE')) throw unexpected(cursor.next);
  const unlessThere = cursor.takes('IF', 'NOT', 'EXISTS');
  const made = { path: cursor.path(), replaces, unlessThere };
  if (isView) {
    const options = optionsIn(cursor);
    if (!cursor.takes('AS') || !cursor.next) throw unexpected(cursor.next);
    const text = cursor.sql.slice(cursor.next.at).trimEnd();
    return { type: 'CREATE_VIEW', ...made, options, text };
  }
  const columns = cursor.group();
  const fields = columns && splitAtCommas(columns).map(fieldIn);
  const partitioning = cursor.takes('PARTITION', 'BY') ? partitioningIn(cursor) : undefined;
  const clustering = cursor.takes('CLUSTER', 'BY') ? namesIn(cursor) : undefined;
  const options = optionsIn(cursor);
  const query = cursor.takes('AS') ? cursor.rest() : undefined;
  cursor.end();
  if (!query && !fields) throw invalidQuery('CREATE TABLE needs columns or a query');
  const type = query ? ('CREATE_TABLE_AS_SELECT' as const) : ('CREATE_TABLE' as const);
  return { type, ...made, fields, partitioning, clustering, options, query };
}

function dropped(cursor: Cursor): Statement {
  const type = cursor.takes('VIEW') ? 'DROP_VIEW' : 'DROP_TABLE';
  if (type === 'DROP_TABLE' && !cursor.takes('TABLE')) throw unexpected(cursor.next);
  const ifThere = cursor.takes('IF', 'EXISTS');
  const path = cursor.path();
  cursor.end();
  return { type, path, ifThere };
}

function altered(cursor: Cursor): Statement {
  const path = cursor.path();
  const added: { field: SchemaField; unlessThere: boolean }[] = [];
  const gone: string[] = [];
  for (const part of splitAtCommas(cursor.rest())) {
    const own = new Cursor(part, cursor.sql);
    if (own.takes('ADD', 'COLUMN')) {
      const unlessThere = own.takes('IF', 'NOT', 'EXISTS');
      added.push({ field: fieldIn(own.rest()), unlessThere });
    } else if (own.takes('DROP', 'COLUMN')) gone.push(nameIn(own.rest()));
    else throw unexpected(own.next);
  }
  return { type: 'ALTER_TABLE', path, added, dropped: gone };
}

function nameIn([node, ...more]: readonly Node[]): string {
  if ((node?.kind !== 'name' && node?.kind !== 'quoted') || more.length > 0) throw unexpected(node);
  return node.text;
}

function fieldIn([name, type, ...more]: readonly Node[]): SchemaField {
  const found = columnType(type?.word ?? '');
  if (!found || !name) throw invalidQuery(`The stand-in has no type ${shown(type)}`);
  const cursor = new Cursor(more, '');
  const isRequired = cursor.takes('NOT', 'NULL');
  const description = textOption(optionsIn(cursor), 'description');
  cursor.end();
  const field = { name: nameIn([name]), type: found.name, mode: isRequired ? 'REQUIRED' : 'NULLABLE' };
  return description === undefined ? field : { ...field, description };
}

function namesIn(cursor: Cursor): string[] {
  const names: string[] = [];
  do names.push(nameIn([cursor.nodes[cursor.at++]!]));
  while (cursor.takes(','));
  return names;
}

/** A date column, or `DATE`, `DATE_TRUNC`, or `TIMESTAMP_TRUNC` of a column. */
function partitioningIn(cursor: Cursor): TimePartitioning {
  const first = cursor.nodes[cursor.at++]!;
  const inside = cursor.group();
  if (!inside) return { type: 'DAY', field: nameIn([first]) };
  const [column, unit] = splitAtCommas(inside);
  const field = nameIn(column ?? []);
  if (first.word === 'DATE') return { type: 'DAY', field };
  const type = unit?.[0]?.word as TimePartitioning['type'];
  const isTrunc = ['DATE_TRUNC', 'TIMESTAMP_TRUNC', 'DATETIME_TRUNC'].includes(first.word);
  if (!isTrunc || !['HOUR', 'DAY', 'MONTH', 'YEAR'].includes(type)) throw unexpected(first);
  return { type, field };
}

const OPTIONS = ['description', 'friendly_name', 'expiration_timestamp', 'partition_expiration_days'];

function optionsIn(cursor: Cursor): Map<string, readonly Node[]> {
  const options = new Map<string, readonly Node[]>();
  if (!cursor.takes('OPTIONS')) return options;
  for (const [name, equals, ...value] of splitAtCommas(cursor.group() ?? [])) {
    const known = name && name.kind !== 'group' && OPTIONS.includes(name.text.toLowerCase());
    if (!known || equals?.word !== '=')
      throw invalidQuery(`The stand-in has no option ${shown(name)}; it has ${OPTIONS.join(', ')}`);
    options.set(name.text.toLowerCase(), value);
  }
  return options;
}

export function textOption(options: ReadonlyMap<string, readonly Node[]>, name: string): string | undefined {
  const [node] = options.get(name) ?? [];
  return node?.kind === 'string' ? node.text : undefined;
}
