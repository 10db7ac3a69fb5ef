/** Responses with hostile strings in every field of every operation, and the expected cells. */
import { operations } from '../../src/operations/registry.ts';
import type { Field, List, Shape } from '../../src/protocol/fields.ts';
import { arriving, HOSTILE_NAMES, HOSTILE_TEXTS, STRAY_TEXTS } from './hostile-texts.ts';
import { Entries, type Operation, type Wire } from './own-answers.ts';

export const RECORDS = HOSTILE_TEXTS.length;

const TEXTS = ['text', 'id', 'texts', 'pairs'];

type Tree = { [name: string]: Wire };

/** Expected cells by the field's path through nested lists. */
export type Expected = ReadonlyMap<string, readonly string[]>;

export interface HostileAnswer {
  readonly answer: Wire;
  readonly expected: Expected;
}

/** Cycles through the strings with a different offset in each column, so no two records are equal. */
class Sender {
  readonly expected = new Map<string, string[]>();
  readonly #places = new Map<string, number>();

  /** `keys`: fields that never change. The later response changes other fields of some records. */
  constructor(
    readonly keys: ReadonlySet<string>,
    readonly isLater: boolean,
  ) {}

  text(path: string, { kind }: Pick<Field, 'kind'>, record: number, part = 0): string {
    const place = this.#places.get(path) ?? this.#places.size;
    this.#places.set(path, place);
    const from = TEXTS.includes(kind) ? HOSTILE_TEXTS : STRAY_TEXTS;
    const changes = this.isLater && record % 4 === 1 && !this.keys.has(path.split('.').pop()!);
    return from[(record + 7 * place + 3 * part + (changes ? 1 : 0)) % from.length]!;
  }

  keep(path: string, cell: string): void {
    this.expected.set(path, [...(this.expected.get(path) ?? []), cell]);
  }
}

/** In the later response, every fourth record keeps its identity but has new values. */
export function hostileAnswer(id: Operation, format: string, isLater: boolean): HostileAnswer {
  const operation = operations[id] as (typeof operations)[Operation] & { paging?: Counted };
  const { answer, paging, tables } = operation;
  const sender = new Sender(new Set(tables.flatMap(({ key }): readonly string[] => key)), isLater);
  const root: Tree = {};
  if (answer.list.startsWith('ResponseBody')) root.IsSuccess = true;
  const envelope: Shape = 'envelope' in answer ? answer.envelope : {};
  const outer = recordOf(envelope, '', 0, sender);
  for (let record = 1; record < RECORDS; record++) for (const cells of sender.expected.values()) cells.push(cells[0]!);
  const strangers = format === 'xml' ? ['StrangeField'] : HOSTILE_NAMES;
  const records = HOSTILE_TEXTS.map((text, record) => ({
    ...recordOf(answer.record, '', record, sender),
    ...Object.fromEntries(strangers.map((name) => [name, text])),
  }));
  put(root, answer.list, new Entries(answer.element, records));
  for (const [path, count] of [
    [paging?.total, RECORDS],
    [paging?.pages, 1],
    [paging?.usedSize, 100],
  ] as const)
    if (path !== undefined) put(root, path, count);
  return { answer: merged(root, outer), expected: sender.expected };
}

interface Counted {
  readonly total?: string;
  readonly pages?: string;
  readonly usedSize?: string;
}

function recordOf(shape: Shape, above: string, record: number, sender: Sender): Tree {
  const tree: Tree = {};
  for (const [name, member] of Object.entries(shape)) {
    const path = above + name;
    if (isList(member))
      put(tree, member.wire, new Entries(member.element, [recordOf(member.of, `${path}.`, record, sender)]));
    else put(tree, member.wire, wireOf(path, member, record, sender));
  }
  return tree;
}

function wireOf(path: string, field: Field, record: number, sender: Sender): Wire {
  const text = (part: number) => sender.text(path, field, record, part);
  const cell = (part: number) => arriving(text(part));
  if (field.kind === 'pairs') {
    const { element, name, value } = field.pair!;
    sender.keep(path, `${cell(0)}: ${cell(1)}; ${cell(2)}: ${cell(3)}`);
    return new Entries(element, [
      { [name]: text(0), [value]: text(1) },
      { [name]: text(2), [value]: text(3) },
    ]);
  }
  sender.keep(path, field.kind === 'texts' ? `${cell(0)}, ${cell(1)}` : cell(0));
  return field.kind === 'texts' ? new Entries('Text', [text(0), text(1)]) : text(0);
}

function isList(member: Field | List): member is List {
  return member.kind === 'list';
}

function put(tree: Tree, path: string, value: Wire): void {
  const names = path.split('.');
  const last = names.pop()!;
  let inner = tree;
  for (const name of names) {
    inner[name] ??= {};
    inner = inner[name] as Tree;
  }
  inner[last] = value;
}

function merged(one: Tree, other: Tree): Tree {
  const tree = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const known = tree[name];
    tree[name] = known === undefined ? value : merged(known as Tree, value as Tree);
  }
  return tree;
}
