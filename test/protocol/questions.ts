/** A minimal request for each operation, with only the required params. */
import type { OperationId } from '../../src/operations/registry.ts';
import type { Params } from '../operations/example.ts';
import { exampleOf } from '../operations/registry.ts';

export function questionOf(id: OperationId): Params {
  return exampleOf(id).requires;
}
