/** A question of each operation: all that it requires and no more. */
import type { OperationId } from '../../src/operations/registry.ts';
import { lineOf } from '../support/lines.ts';

export type Question = Readonly<Record<string, unknown>>;

const QUESTIONS: Readonly<Record<OperationId, Question>> = {
  orders: {},
  inventory: { values: ['A006-TestItem-001'] },
  'lookup-report': { requestId: '27YV8H1HHRFLZ' },
  'price-history': { itemNumbers: ['9SIA00603V5190'] },
  'ad-performance': { fromDate: '2025-06-01', toDate: '2025-06-30', by: 'range' },
  keywords: { campaignNumber: 1171910 },
};

export function questionOf(id: OperationId): Question {
  return lineOf(QUESTIONS, id, {
    list: 'QUESTIONS in test/protocol/questions.ts',
    line: 'all params that it requires',
  });
}
