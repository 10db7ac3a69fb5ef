/** Answers formula queries with wire records, and lists all requests. */
import { evaluate } from '../../src/formulas/evaluate.ts';
import type { AddOnState, Formula, Input, Output } from '../../src/formulas/formula.ts';
import type { Ports } from '../../src/formulas/ports.ts';
import { type Answer, byIdentifier, identifierOf, isSingleCall, type Query } from '../../src/formulas/query.ts';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import type { AnyRecord } from '../../src/protocol/fields.ts';
import { STOREFRONTS } from '../../src/protocol/operation.ts';
import type { Tree } from '../../src/protocol/parse.ts';

export interface Question {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Answering extends AddOnState, Pick<Ports, 'owner' | 'zone'> {
  answer(queries: readonly Query[]): readonly Answer[];
}

export interface NotedAnswers extends Answering {
  readonly asked: Question[];
  readonly queries: Query[];
}

/** A Monday, during the day in New York and Pacific time. */
export const NOW = Date.parse('2025-06-16T18:00:00Z');

export interface Canned extends Partial<Answering> {
  /** Fields of every record that aren't on the wire. */
  readonly more?: AnyRecord;
  /** Additional fields of every answer. */
  readonly every?: Partial<Answer>;
}

/** `wires` contains all existing records. */
export function answers(wires: readonly object[] = [], canned: Canned = {}): NotedAnswers {
  const { more = {}, every = {}, ...ports } = canned;
  const queries: Query[] = [];
  return {
    get asked() {
      return questionsOf(queries);
    },
    queries,
    owner: { name: 'Shop', version: '314', storefronts: STOREFRONTS },
    zone: 'America/New_York',
    clock: { now: () => NOW, sleep: () => undefined },
    freshness: () => undefined,
    quota: () => ({ left: 7, nextAt: null, cap: 10 }),
    answer: (asked) => {
      queries.push(...asked);
      return asked.map((query) => {
        const { record } = operations[query.operation].answer;
        const records = wires.map((wire) => ({
          ...more,
          ...decodeRecord(wire as Tree, record, { withheld: new Set() }),
        }));
        const isListed = query.list !== undefined && !isSingleCall(query);
        const own = isListed ? byIdentifier(query, records)(identifierOf(query)) : records;
        return { at: NOW, records: own, ...every };
      });
    },
    ...ports,
  };
}

export function evaluateWith(formula: Formula, inputs: readonly Input[], answering: Answering): Output {
  return evaluate(formula, inputs, answering, (queries) => answering.answer(queries));
}

/** Merges queries that differ only in their identifier into one request. */
function questionsOf(queries: readonly Query[]): Question[] {
  const questions = new Map<string, Question>();
  for (const query of queries) {
    const { operation, storefront, params, list } = query;
    if (list === undefined) {
      questions.set(query.key, { operation, params: { ...params, storefront } });
      continue;
    }
    const { [list]: _, ...others } = params;
    const key = JSON.stringify([operation, storefront, others]);
    const known = (questions.get(key)?.params[list] ?? []) as readonly string[];
    const named = [...known, identifierOf(query)];
    questions.set(key, { operation, params: { ...others, storefront, [list]: named } });
  }
  return [...questions.values()];
}
