/** How the same record on several pages of an answer is known: by the key of its row, where that is of the record itself. */

import type { AnyRecord } from '../protocol/fields.ts';
import type { Identity } from '../protocol/unit-pages.ts';
import { fingerprint } from './fingerprint.ts';
import type { TabledOperation } from './table.ts';

/** Rows that are numbered, by the service's order or by occurrence, say nothing of a record but what it contains. */
export function identityOf({ answer, tables }: TabledOperation): Identity {
  const own = tables.find(({ each }) => each.length === 0);
  const { position } = answer;
  if (position !== undefined) {
    const textOf = ({ [position]: _, ...record }: AnyRecord) => fingerprint(JSON.stringify(record));
    return { textOf, twins: 'anywhere' };
  }
  if (!own || own.repeats) return { textOf: (record) => fingerprint(JSON.stringify(record)), twins: 'in a row' };
  return { textOf: (record) => fingerprint(JSON.stringify(own.key.map((field) => record[field] ?? null))) };
}
