/** Records by the time that a field of them has. */
import type { AnyRecord, Value } from '../protocol/fields.ts';

/** The newest first, at most `count`. Those without a time come last. */
export function latestFirst(records: readonly AnyRecord[], field: string, count: number): AnyRecord[] {
  const time = (record: AnyRecord): number => {
    const value = record[field] as Value | null;
    return typeof value === 'object' && value !== null && 'at' in value ? value.at : 0;
  };
  return [...records].sort((a, b) => time(b) - time(a)).slice(0, count);
}
