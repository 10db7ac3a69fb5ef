/** The port to the answers, which notes what was asked and gives records that a test wrote in the wire's spelling. */
import type { Answers } from '../../src/formulas/formula.ts';
import type { OperationId } from '../../src/operations/registry.ts';
import { operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import type { AnyRecord } from '../../src/protocol/fields.ts';
import { readParams } from '../../src/protocol/params.ts';
import type { Tree } from '../../src/protocol/tree.ts';

export interface Question {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface NotedAnswers extends Answers {
  readonly asked: Question[];
}

/** `wires` are the records of whatever is asked; params that the operation would refuse are refused here too. */
export function answers(
  wires: readonly object[] = [],
  zone = 'America/New_York',
  more: AnyRecord = {},
): NotedAnswers {
  const asked: Question[] = [];
  return {
    asked,
    orderVersion: () => 314,
    timeZone: () => zone,
    ask: (operation, params) => {
      asked.push({ operation, params });
      readParams(operations[operation], params);
      const { record } = operations[operation].answer;
      return wires.map((wire) => ({
        ...more,
        ...decodeRecord(wire as Tree, record, { withheld: new Set() }),
      }));
    },
  };
}
