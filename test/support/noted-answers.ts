/** The port to the answers, which notes what was asked and gives records that a test wrote in the wire's spelling. */
import { byIdentifier, isAlone } from '../../src/formulas/answered.ts';
import type { Answer, Answers } from '../../src/formulas/answers.ts';
import type { Query } from '../../src/formulas/query.ts';
import { identifierOf } from '../../src/formulas/query.ts';
import type { OperationId } from '../../src/operations/registry.ts';
import { operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import type { AnyRecord } from '../../src/protocol/fields.ts';
import { STOREFRONTS } from '../../src/protocol/operation.ts';
import type { Tree } from '../../src/protocol/tree.ts';

export interface Question {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface NotedAnswers extends Answers {
  readonly asked: Question[];
  /** The items as they came. */
  readonly items: Query[];
}

/** A Monday, in the middle of the day in New York and in the Pacific zone. */
export const NOW = Date.parse('2025-06-16T18:00:00Z');

export interface Paper extends Partial<Answers> {
  readonly zone?: string;
  readonly now?: () => number;
  /** Fields of every record besides those that the wire had. */
  readonly more?: AnyRecord;
  /** What every answer has besides its records. */
  readonly every?: Partial<Answer>;
}

/** `wires` are the records that there are. */
export function answers(wires: readonly object[] = [], paper: Paper = {}): NotedAnswers {
  const { zone = 'America/New_York', more = {}, every = {}, ...ports } = paper;
  const items: Query[] = [];
  return {
    get asked() {
      return questionsOf(items);
    },
    items,
    owner: () => ({ name: 'Shop', version: '314', storefronts: STOREFRONTS }),
    timeZone: () => zone,
    now: () => NOW,
    freshness: () => ({ state: 'due' }),
    quota: () => ({ left: 7, nextAt: null, cap: 10 }),
    answer: (asked) => {
      items.push(...asked);
      return asked.map((item) => {
        const { record } = operations[item.operation].answer;
        const records = wires.map((wire) => ({
          ...more,
          ...decodeRecord(wire as Tree, record, { withheld: new Set() }),
        }));
        const isListed = item.list !== undefined && !isAlone(item);
        const own = isListed ? byIdentifier(item, records)(identifierOf(item)) : records;
        return { at: NOW, records: own, ...every };
      });
    },
    ...ports,
  };
}

/** Items that are alike but for their identifier as one question. */
function questionsOf(items: readonly Query[]): Question[] {
  const questions = new Map<string, Question>();
  for (const item of items) {
    const { operation, storefront, params, list } = item;
    if (list === undefined) {
      questions.set(item.key, { operation, params: { ...params, storefront } });
      continue;
    }
    const { [list]: _, ...others } = params;
    const key = JSON.stringify([operation, storefront, others]);
    const known = (questions.get(key)?.params[list] ?? []) as readonly string[];
    const named = [...known, identifierOf(item)];
    questions.set(key, { operation, params: { ...others, storefront, [list]: named } });
  }
  return [...questions.values()];
}
