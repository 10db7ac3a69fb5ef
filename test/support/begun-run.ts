/** A run of the test shop that begins at the in-memory clock's start time. */
import { beginRun, type RunInput } from '../../src/pull/begin.ts';
import type { Run } from '../../src/pull/run.ts';
import type { TabledOperation } from '../../src/tables/table.ts';
import { shop } from '../protocol/shop.ts';
import { START } from './in-memory-ports.ts';

export function begun(operation: TabledOperation, input: object, changes: Partial<RunInput> = {}): Run {
  return beginRun({ id: 'r1', operation, connection: shop(), input: { ...input }, now: START, ...changes });
}
